#ifndef STROKEMILL_SANDBOX_H
#define STROKEMILL_SANDBOX_H
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif

/*
 * Takes from this process what converting doesn't need: Landlock takes files, network and signals to others,
 * seccomp takes all system calls but some. Both are Linux's own and need no rights; what they take can't be had
 * back.
 *
 * In C, since the system calls have no functions in the C library, and a filter is a program of its own kind.
 */

/* Why this system has no sandbox, in words; NULL when it has one. */
const char *strokemill_sandbox_lack(void);

/* How many threads this process has; 0 when it can't be told. Other threads than the calling one would keep what
   is taken from it. */
int strokemill_sandbox_threads(void);

/*
 * Takes everything but: using what is open, memory, threads, and reading files and folders of a list and what lies
 * below them. Names that don't exist are left out. Returns NULL, or what couldn't be done; `error` is then its number.
 */
const char *strokemill_sandbox_enter(const char *const *readable, size_t count, int *error);

/* The folder of the C library's tables of encodings, which it opens when one is needed; writes an empty text when
   it can't be told. */
void strokemill_sandbox_encodings(char *folder, size_t size);

#ifdef __cplusplus
}
#endif
#endif
