/* A plug-in for tests: an importer of files whose first word says what it does to its process. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "strokemill_plugin.h"

#define TEXT(text) {(const uint8_t *)(text), sizeof(text) - 1}

static volatile int zero;
static int files;

static void hang(void) {
  /* Who waits for its end learns whose it is. */
  const char *name = getenv("HARM_PID");
  if (name) {
    FILE *file = fopen(name, "w");
    fprintf(file, "%d\n", (int)getpid());
    fclose(file);
  }
  for (;;) zero = 0;
}

static void *nothing(void *argument) { return argument; }

static void *sleep_on(void *argument) {
  for (;;) pause();
  return argument;
}

/* Tries what a file of a stranger might, and says what could be done. */
static void try_all(void) {
#define TRY(what, succeeds) fprintf(stderr, "harm: %s %s\n", what, (succeeds) ? "yes" : "no")
  TRY("read", open("secret.txt", O_RDONLY) >= 0);
  TRY("list", open(".", O_RDONLY | O_DIRECTORY) >= 0);
  TRY("itself", open("/proc/self/exe", O_RDONLY) >= 0);
  TRY("write", open("escaped.txt", O_WRONLY | O_CREAT, 0666) >= 0);
  TRY("change", open("secret.txt", O_WRONLY) >= 0);
  TRY("shorten", truncate("secret.txt", 3) == 0);
  TRY("link", link("secret.txt", "linked.txt") == 0);
  TRY("folder", mkdir("made", 0777) == 0);
  TRY("unix", socket(AF_UNIX, SOCK_STREAM, 0) >= 0);
  TRY("inet", socket(AF_INET, SOCK_STREAM, 0) >= 0);
  int pair[2];
  TRY("pair", socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
  const pid_t child = fork();
  if (child == 0) _exit(0);
  TRY("fork", child > 0);
  if (child > 0) waitpid(child, NULL, 0);
  TRY("signal", kill(getppid(), 0) == 0);
  const struct rlimit limit = {1 << 20, 1 << 20};
  TRY("limit", prlimit(getppid(), RLIMIT_CORE, &limit, NULL) == 0);
  TRY("owner", fcntl(0, F_SETOWN, getppid()) == 0);
  /* Last, since nobody else must be harmed where it can be done: it isn't tried there. */
  if (getenv("HARM_ALL")) {
    TRY("trace", ptrace(PTRACE_SEIZE, getppid(), NULL, NULL) == 0);
    TRY("clone", syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL) >= 0);
    TRY("ring", syscall(425, 8, NULL) >= 0 || errno != EPERM);
    TRY("program", execl("/bin/true", "true", (char *)NULL) == 0);
  }
  pthread_t thread;
  TRY("thread", pthread_create(&thread, NULL, nothing, NULL) == 0 && pthread_join(thread, NULL) == 0);
}

static int32_t read_file(const void *context, const strokemill_run *run, const strokemill_host *host) {
  (void)context;
#define IS(word) (run->file.count >= sizeof(word) - 1 && memcmp(run->file.base, word, sizeof(word) - 1) == 0)
  files++;
  if (IS("segv")) *(volatile int *)(uintptr_t)zero = 1;
  if (IS("abort")) abort();
  if (IS("exit")) exit(3);
  if (IS("kill")) kill(getpid(), SIGKILL);
  if (IS("hang")) hang();
  if (IS("say")) fprintf(stderr, "harm says something\n");
  if (IS("print")) {
    printf("harm prints something\n");
    fflush(stdout);
  }
  if (IS("try")) try_all();
  /* Only the first file of a process is done. */
  if (IS("second") && files > 1) abort();
  if (IS("eat")) {
    for (;;) {
      char *block = malloc(1 << 20);
      if (!block) abort();
      memset(block, 1, 1 << 20);
    }
  }
  const strokemill_drawing empty = {.struct_size = sizeof empty};
  host->accept(host->context, &empty);
  return STROKEMILL_DONE;
}

static const strokemill_component importer = {
    .struct_size = sizeof(strokemill_component),
    .descriptor = TEXT("{\"role\": \"importer\", \"name\": \"harm\", \"summary\": \"Harms.\","
                       " \"extensions\": [\"harm\"]}"),
    .run = read_file,
};

static const strokemill_component *const components[] = {&importer};

static const strokemill_plugin plugin = {
    .struct_size = sizeof(strokemill_plugin),
    .abi_version = STROKEMILL_ABI_VERSION,
    .component_count = 1,
    .descriptor = TEXT("{\"name\": \"harm\", \"version\": \"1.0.0\"}"),
    .components = components,
};

const strokemill_plugin *strokemill_plugin_harm(void);
const strokemill_plugin *strokemill_plugin_harm(void) {
  pthread_t thread;
  if (getenv("HARM_THREAD")) pthread_create(&thread, NULL, sleep_on, NULL);
  return &plugin;
}
