// What starts and ends processes safely can't be called from Swift: parts of <spawn.h> are hidden from
// it, and a signal handler must not run its runtime.
#define _GNU_SOURCE
#include "CChildProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

// The groups to kill when we are interrupted. A child that finds no room here still sees its input end.
static _Atomic pid_t groups[4096];
static const size_t group_limit = sizeof groups / sizeof groups[0];

static void remember(pid_t id) {
  for (size_t i = 0; i < group_limit; i++) {
    pid_t none = 0;
    if (atomic_compare_exchange_strong(&groups[i], &none, id)) return;
  }
}

static void forget(pid_t id) {
  for (size_t i = 0; i < group_limit; i++) {
    pid_t expected = id;
    if (atomic_compare_exchange_strong(&groups[i], &expected, 0)) return;
  }
}

static atomic_int shares_group;

void strokemill_share_group(void) { atomic_store(&shares_group, 1); }

/* What ends with a child: its group, or where that is ours, too, the child alone. */
static pid_t all_of(pid_t id) { return atomic_load(&shares_group) ? id : -id; }

static void (*_Atomic before_end)(void);

static atomic_int is_patient, was_interrupted;

void strokemill_be_patient(int patient) { atomic_store(&is_patient, patient); }

int strokemill_was_interrupted(void) { return atomic_load(&was_interrupted); }

static void end_with_children(int number) {
  if (number == SIGINT && atomic_load(&is_patient) && !atomic_exchange(&was_interrupted, 1)) return;
  void (*first)(void) = atomic_load(&before_end);
  if (first != NULL) first();
  for (size_t i = 0; i < group_limit; i++) {
    pid_t id = atomic_load(&groups[i]);
    if (id > 0) kill(all_of(id), SIGKILL);
  }
  _exit(128 + number);
}

void strokemill_end_with_children(void (*first)(void)) {
  atomic_store(&before_end, first);
  const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    struct sigaction action;
    if (sigaction(numbers[i], NULL, &action) != 0 || action.sa_handler == SIG_IGN) continue;
    action.sa_handler = end_with_children;
    // The first interruption may end nothing: then calls go on as if there had been none.
    action.sa_flags = SA_RESTART;
    sigfillset(&action.sa_mask);
    sigaction(numbers[i], &action, NULL);
  }
}

static int start(const char *const *arguments, const char *folder, const int ends[3], pid_t *id) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int error = posix_spawn_file_actions_init(&actions);
  if (error != 0) return error;
  error = posix_spawnattr_init(&attributes);
  if (error != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return error;
  }
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  for (int stream = 0; stream < 3 && error == 0; stream++)
    error = posix_spawn_file_actions_adddup2(&actions, ends[stream], stream);
  if (error == 0) error = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  if (error == 0 && folder != NULL)
    error = posix_spawn_file_actions_addchdir_np(&actions, folder);
  if (error == 0)
    error = posix_spawnattr_setflags(
        &attributes, (atomic_load(&shares_group) ? 0 : POSIX_SPAWN_SETPGROUP) |
                         POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  if (error == 0) error = posix_spawnattr_setpgroup(&attributes, 0);
  if (error == 0) error = posix_spawnattr_setsigmask(&attributes, &none);
  if (error == 0) error = posix_spawnattr_setsigdefault(&attributes, &all);
  if (error == 0)
    error = posix_spawnp(id, arguments[0], &actions, &attributes, (char *const *)arguments, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

int strokemill_start_child(const char *const *arguments, const char *folder,
                           struct strokemill_child *child) {
  int pipes[3][2] = {{-1, -1}, {-1, -1}, {-1, -1}};
  int error = 0;
  for (int stream = 0; stream < 3 && error == 0; stream++)
    if (pipe2(pipes[stream], O_CLOEXEC) != 0) error = errno;
  if (error == 0) {
    // Larger pipes mean fewer switches between the two; where the system refuses, it goes on without.
    fcntl(pipes[0][1], F_SETPIPE_SZ, 1 << 18);
    fcntl(pipes[1][0], F_SETPIPE_SZ, 1 << 18);
    const int theirs[3] = {pipes[0][0], pipes[1][1], pipes[2][1]};
    error = start(arguments, folder, theirs, &child->id);
  }
  if (error == 0) {
    remember(child->id);
    child->input = pipes[0][1];
    child->output = pipes[1][0];
    child->errors = pipes[2][0];
    const int ours[3] = {child->input, child->output, child->errors};
    // Only our ends: what blocks and what doesn't is each side's own affair.
    for (int stream = 0; stream < 3; stream++) fcntl(ours[stream], F_SETFL, O_NONBLOCK);
  }
  for (int stream = 0; stream < 3; stream++)
    for (int side = 0; side < 2; side++) {
      int is_ours = side == (stream == 0 ? 1 : 0);
      if (pipes[stream][side] >= 0 && (error != 0 || !is_ours)) close(pipes[stream][side]);
    }
  return error;
}

ssize_t strokemill_write_pipe(int pipe, const void *bytes, size_t count) {
  // A thread that blocks the signal gets it all the same, later: so it's taken away here, unless it was
  // there before.
  sigset_t broken, before, pending;
  sigemptyset(&broken);
  sigaddset(&broken, SIGPIPE);
  sigpending(&pending);
  int was_pending = sigismember(&pending, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &broken, &before);
  ssize_t written = write(pipe, bytes, count);
  int error = errno;
  if (written < 0 && error == EPIPE && !was_pending) {
    const struct timespec at_once = {0, 0};
    while (sigtimedwait(&broken, NULL, &at_once) < 0 && errno == EINTR) {
    }
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = error;
  return written;
}

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000LL + time.tv_nsec / 1000;
}

int strokemill_has_ended(pid_t id) {
  if (id <= 1) return 0;
  // It's only looked at: as long as it isn't waited for, its number belongs to nobody else.
  siginfo_t info;
  info.si_pid = 0;
  return waitid(P_PID, (id_t)id, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == id;
}

int strokemill_end_child(pid_t id, int milliseconds) {
  // 0 and 1 would be our own group, or everybody.
  if (id <= 1) return -1;
  const long long deadline = now() + milliseconds * 1000LL;
  long pause = 100;
  while (1) {
    if (strokemill_has_ended(id) || now() >= deadline) break;
    const struct timespec time = {0, pause * 1000};
    nanosleep(&time, NULL);
    if (pause < 10000) pause *= 2;
  }
  forget(id);
  kill(all_of(id), SIGKILL);
  int status = -1;
  while (waitpid(id, &status, 0) < 0)
    if (errno != EINTR) return -1;
  return status;
}

int strokemill_die_with_reader(int pipe, int on) {
  const int flags = fcntl(pipe, F_GETFL);
  if (flags < 0) return errno;
  if (!on) return fcntl(pipe, F_SETFL, flags & ~O_ASYNC) < 0 ? errno : 0;
  // The signal comes when something happens at the other end: it's told once which one to send, and to whom.
  static atomic_int is_told;
  if (!atomic_exchange(&is_told, 1) &&
      (fcntl(pipe, F_SETOWN, getpid()) < 0 || fcntl(pipe, F_SETSIG, SIGKILL) < 0))
    return errno;
  if (fcntl(pipe, F_SETFL, flags | O_ASYNC) < 0) return errno;
  // What happened before is told to nobody.
  struct pollfd entry = {.fd = pipe, .events = 0};
  if (poll(&entry, 1, 0) > 0 && (entry.revents & (POLLERR | POLLHUP))) raise(SIGKILL);
  return 0;
}

void strokemill_name_process(const char *name) { prctl(PR_SET_NAME, name); }
