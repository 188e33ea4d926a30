#ifndef STROKEMILL_CCHILDPROCESS_H
#define STROKEMILL_CCHILDPROCESS_H
#include <stddef.h>
#include <sys/types.h>
#ifdef __cplusplus
extern "C" {
#endif

/// A child process and our ends of its standard streams, which don't block and are closed in every
/// program that is started.
struct strokemill_child {
  pid_t id;
  /// Where its standard input is written.
  int input;
  /// Where its standard output is read.
  int output;
  /// Where its standard error is read.
  int errors;
};

/// Starts a program in a process group of its own, with no signal blocked or ignored and no file open
/// but its standard streams.
///
/// `arguments` ends with a null pointer; its first is the program, looked up in PATH unless it has a
/// slash. `folder` is where it runs and where a relative path to it begins; null for the current one.
/// Returns 0, or the number of the error.
int strokemill_start_child(const char *const *arguments, const char *folder,
                           struct strokemill_child *child);

/// Writes to a pipe like write(2); one that nobody reads any more is the error EPIPE and never a signal.
ssize_t strokemill_write_pipe(int pipe, const void *bytes, size_t count);

/// Whether a process that was started has ended, whoever still holds its pipes.
int strokemill_has_ended(pid_t id);

/// Waits so long for a process to end by itself, then kills it, and in any case all that is left of its
/// group. Returns its status as waitpid(2) gives it, -1 when there is none. It closes nothing.
int strokemill_end_child(pid_t id, int milliseconds);

/// Lets an interruption (SIGINT), SIGTERM and SIGHUP end this process with status 128 + the signal's number,
/// as a shell says it, and kill all that it started: those groups no terminal interrupts. `first` is called
/// before, in the signal's handler. A signal that is ignored stays so.
void strokemill_end_with_children(void (*first)(void));

/// Whether the first interruption (SIGINT) is only noted, for a run that then ends by itself. A second one ends the
/// process in any case.
void strokemill_be_patient(int patient);

/// Whether there was an interruption that was only noted.
int strokemill_was_interrupted(void);

/// From now on what is started stays in this process's own group, so that whoever ends the group ends it, too.
void strokemill_share_group(void);

/// Whether this process is killed as soon as nobody can read what it writes to a pipe any more; for the time in which
/// nobody reads there, since that would do the same. Always the same pipe. Returns 0, or the number of the error.
///
/// A pipe that it reads won't do: Linux tells the reader of bytes only after it has got them, and what was on by then
/// would be killed by its own request.
///
/// The usual means, PR_SET_PDEATHSIG, also kills when nothing but the thread ends that started this process.
int strokemill_die_with_reader(int pipe, int on);

/// Sets the name that lists of processes show for this one.
void strokemill_name_process(const char *name);

#ifdef __cplusplus
}
#endif
#endif
