/*
 * What there is to say and to clear away in the moment in which the process dies of a signal.
 *
 * Threads note here what they do: bytes that a signal's handler can read, since nothing but the simplest calls
 * is allowed in one. That's why this is C: what Swift does in between nobody promises.
 */
#ifndef LASTWORDS_H
#define LASTWORDS_H

#include <stddef.h>
#include <stdint.h>

/* A text; not terminated by zero. */
typedef struct lastwords_text {
  const uint8_t *base;
  size_t count;
} lastwords_text;

/*
 * From now on SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE and SIGABRT write a line to standard error when they hit a
 * thread that has noted what it does, or one that has never noted anything and so isn't the program's own; and they
 * remove the half-written files. Then the signal does what it would have done. Calling it again changes nothing.
 */
void lastwords_install(void);

/*
 * Notes what the calling thread does from now on, as a clause that begins the line: "the stage 'a' of … crashed".
 * The bytes stay where they are until the next note. Returns the note before, no bytes when there was none.
 */
lastwords_text lastwords_note(lastwords_text clause);

/* Notes the name of the file that the calling thread works on, which is copied; no bytes for none. */
void lastwords_note_input(lastwords_text name);

/* Notes a half-written file. Returns a number for `lastwords_keep_file`, negative when there is no room. */
int lastwords_add_file(const char *path);

/* The file has its name and its content, or is gone. */
void lastwords_keep_file(int number);

/* Removes the half-written files; may be called in a signal's handler. */
void lastwords_remove_files(void);

#endif
