#define _GNU_SOURCE
#include "LastWords.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

enum { PATH_ROOM = 4096, STACK_ROOM = 64 << 10, FILES = 1024 };

/* MARK: Threads */

/* What a thread has once it has noted something: the stack that its handler runs on, since its own may be what
   overflowed, and the name of its input. */
typedef struct thread_room {
  uint8_t input[PATH_ROOM];
  uint8_t stack[STACK_ROOM];
  int has_stack; /* Whether `stack` is in use; else the thread had one before. */
} thread_room;

static _Thread_local struct {
  thread_room *room;
  lastwords_text clause;
  size_t input_count;
} thread;

static pthread_key_t room_key;
static atomic_int is_installed;

static void free_room(void *argument) {
  thread_room *room = argument;
  thread.room = NULL;
  thread.input_count = 0;
  if (room->has_stack) {
    stack_t none = {.ss_flags = SS_DISABLE};
    sigaltstack(&none, NULL);
  }
  free(room);
}

/* The calling thread's room; NULL when there is none to be had. */
static thread_room *get_room(void) {
  if (thread.room || !atomic_load(&is_installed)) return thread.room;
  thread_room *room = malloc(sizeof *room);
  if (!room) return NULL;
  stack_t old;
  room->has_stack = sigaltstack(NULL, &old) == 0 && (old.ss_flags & SS_DISABLE);
  if (room->has_stack) {
    stack_t new = {.ss_sp = room->stack, .ss_size = STACK_ROOM};
    if (sigaltstack(&new, NULL) != 0) room->has_stack = 0;
  }
  if (pthread_setspecific(room_key, room) != 0) {
    free_room(room);
    return NULL;
  }
  thread.room = room;
  return room;
}

lastwords_text lastwords_note(lastwords_text clause) {
  lastwords_text before = thread.clause;
  if (clause.count) get_room();
  thread.clause = clause;
  return before;
}

void lastwords_note_input(lastwords_text name) {
  thread_room *room = get_room();
  if (!room) return;
  /* Nothing is there while it's being copied. */
  thread.input_count = 0;
  atomic_signal_fence(memory_order_seq_cst);
  size_t count = name.count < PATH_ROOM ? name.count : PATH_ROOM;
  if (count) memcpy(room->input, name.base, count);
  atomic_signal_fence(memory_order_seq_cst);
  thread.input_count = count;
}

/* MARK: Half-written files */

/* A file whose state is odd is half-written. Names are never freed, so that whoever reads one reads a name. */
static struct {
  atomic_uint state;
  atomic_int is_taken;
  char path[PATH_ROOM];
} files[FILES];

int lastwords_add_file(const char *path) {
  size_t size = strlen(path) + 1;
  if (size > PATH_ROOM) return -1;
  for (int i = 0; i < FILES; i++) {
    int free = 0;
    if (!atomic_compare_exchange_strong(&files[i].is_taken, &free, 1)) continue;
    memcpy(files[i].path, path, size);
    atomic_fetch_add(&files[i].state, 1);
    return i;
  }
  return -1;
}

void lastwords_keep_file(int number) {
  if (number < 0 || number >= FILES) return;
  atomic_fetch_add(&files[number].state, 1);
  atomic_store(&files[number].is_taken, 0);
}

void lastwords_remove_files(void) {
  int saved = errno;
  for (int i = 0; i < FILES; i++) {
    unsigned state = atomic_load(&files[i].state);
    if (state % 2 == 0) continue;
    char path[PATH_ROOM];
    memcpy(path, files[i].path, PATH_ROOM);
    /* Another thread may have gone on to the next file meanwhile. */
    if (atomic_load(&files[i].state) == state) unlink(path);
  }
  errno = saved;
}

/* MARK: Signals */

static const struct {
  int number;
  const char *words;
} signals[] = {
    {SIGSEGV, "SIGSEGV, it used memory that isn't there, or all of the stack"},
    {SIGBUS, "SIGBUS, it used memory that isn't there"},
    {SIGILL, "SIGILL, an illegal instruction, such as a trap in Swift"},
    {SIGTRAP, "SIGTRAP, a trap"},
    {SIGFPE, "SIGFPE, such as a division by zero"},
    {SIGABRT, "SIGABRT, it gave up"},
};
enum { SIGNALS = sizeof signals / sizeof *signals };
static struct sigaction before[SIGNALS];
static atomic_flag is_dying = ATOMIC_FLAG_INIT;

static struct iovec part(const void *base, size_t count) {
  return (struct iovec){(void *)base, count};
}

static void say(const char *words) {
  lastwords_text clause = thread.clause;
  if (!clause.count) {
    /* All threads of the program have room. */
    if (thread.room) return;
    static const char foreign[] = "a thread that a plug-in started crashed";
    clause = (lastwords_text){(const uint8_t *)foreign, sizeof foreign - 1};
  }
  const char *name = "strokemill";
  int has_input = thread.room && thread.input_count;
  struct iovec parts[] = {
      has_input ? part(thread.room->input, thread.input_count) : part(name, strlen(name)),
      part(": error: ", 9),
      part(clause.base, clause.count),
      part(": ", 2),
      part(words, strlen(words)),
      part("; please tell its author [plugin.crashed]\n", 42),
  };
  /* In one piece, so that no other thread's words get in between. There is nobody to tell that it failed. */
  if (writev(STDERR_FILENO, parts, sizeof parts / sizeof *parts) < 0) return;
}

static void on_signal(int number, siginfo_t *info, void *context) {
  (void)info;
  (void)context;
  /* Another thread crashed first: it says so and ends the process. */
  if (atomic_flag_test_and_set(&is_dying)) {
    for (;;) pause();
  }
  int saved = errno;
  for (int i = 0; i < SIGNALS; i++) {
    if (signals[i].number != number) continue;
    say(signals[i].words);
    lastwords_remove_files();
    sigaction(number, &before[i], NULL);
  }
  /* The signal is blocked here, so this one arrives when the handler returns. */
  raise(number);
  errno = saved;
}

void lastwords_install(void) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&lock);
  if (!atomic_load(&is_installed) && pthread_key_create(&room_key, free_room) == 0) {
    struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigfillset(&action.sa_mask);
    for (int i = 0; i < SIGNALS; i++) sigaction(signals[i].number, &action, &before[i]);
    atomic_store(&is_installed, 1);
  }
  pthread_mutex_unlock(&lock);
}
