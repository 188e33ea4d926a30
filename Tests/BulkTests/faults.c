/*
 * A library to preload that lets one call fail, once in all processes of a run: FAULT names the call, FAULT_NUMBER
 * says which of them in a process, from 1. When it failed, the file FAULT_MARK is there.
 *
 * Of allocations those count that libraries in C ask for (`malloc`), and apart from them those that do so for fontconfig
 * (`font-malloc`), which crashes or waits forever without memory, as GLib does. Swift ends the process itself.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char *name, *mark;
static long number;
static atomic_long count;

__attribute__((constructor)) static void begin(void) {
  name = getenv("FAULT");
  mark = getenv("FAULT_MARK");
  number = getenv("FAULT_NUMBER") ? atol(getenv("FAULT_NUMBER")) : 0;
}

/* Whether this call fails. */
static int fails(const char *call) {
  if (!name || !mark || strcmp(name, call) != 0) return 0;
  if (atomic_fetch_add(&count, 1) + 1 != number) return 0;
  const long file = syscall(SYS_openat, AT_FDCWD, mark, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
  if (file < 0) return 0;
  syscall(SYS_close, file);
  return 1;
}

#define FAIL(call, error, result)                                                                  \
  if (fails(call)) {                                                                               \
    errno = (error);                                                                               \
    return (result);                                                                               \
  }

ssize_t read(int file, void *bytes, size_t size) {
  FAIL("read", EIO, -1)
  return syscall(SYS_read, file, bytes, size);
}

ssize_t write(int file, const void *bytes, size_t size) {
  /* Else nobody could be told. */
  if (file != STDERR_FILENO) FAIL("write", ENOSPC, -1)
  /* Half of it. */
  if (file != STDERR_FILENO && size > 1 && fails("short-write")) size /= 2;
  return syscall(SYS_write, file, bytes, size);
}

static int open_file(const char *path, int flags, va_list rest) {
  FAIL("open", EMFILE, -1)
  const int has_mode = (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE;
  return (int)syscall(SYS_openat, AT_FDCWD, path, flags, has_mode ? va_arg(rest, int) : 0);
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const int file = open_file(path, flags, rest);
  va_end(rest);
  return file;
}

int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const int file = open_file(path, flags, rest);
  va_end(rest);
  return file;
}

int linkat(int from, const char *old, int to, const char *new, int flags) {
  FAIL("linkat", EPERM, -1)
  return (int)syscall(SYS_linkat, from, old, to, new, flags);
}

int rename(const char *old, const char *new) {
  FAIL("rename", EIO, -1)
  return (int)syscall(SYS_renameat2, AT_FDCWD, old, AT_FDCWD, new, 0);
}

int pipe2(int *ends, int flags) {
  FAIL("pipe2", EMFILE, -1)
  return (int)syscall(SYS_pipe2, ends, flags);
}

void *mmap(void *start, size_t size, int protection, int flags, int file, off_t offset) {
  FAIL("mmap", ENOMEM, MAP_FAILED)
  return (void *)syscall(SYS_mmap, start, size, protection, flags, file, offset);
}

void *mmap64(void *start, size_t size, int protection, int flags, int file, off_t offset) {
  return mmap(start, size, protection, flags, file, offset);
}

/* MARK: Memory */

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);

/* Whose allocation it is: the name of the fault that lets it fail. */
static const char *owner(void *caller) {
  Dl_info facts;
  if (!name || !strstr(name, "malloc") || dladdr(caller, &facts) == 0 || !facts.dli_fname) return "";
  static const char *const careful[] = {"/libxml2.", "/libz.", "/libharfbuzz.", "/libfribidi."};
  static const char *const careless[] = {"/libfontconfig.", "/libglib-", "/libexpat.", "/libfreetype."};
  for (int i = 0; i < 4; i++)
    if (strstr(facts.dli_fname, careful[i])) return "malloc";
  for (int i = 0; i < 4; i++)
    if (strstr(facts.dli_fname, careless[i])) return "font-malloc";
  return "";
}

#define FAIL_FOREIGN                                                                               \
  FAIL(owner(__builtin_return_address(0)), ENOMEM, NULL)

void *malloc(size_t size) {
  FAIL_FOREIGN
  return __libc_malloc(size);
}

void *calloc(size_t size, size_t elements) {
  FAIL_FOREIGN
  return __libc_calloc(size, elements);
}

void *realloc(void *block, size_t size) {
  FAIL_FOREIGN
  return __libc_realloc(block, size);
}
