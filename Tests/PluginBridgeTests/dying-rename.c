/* In the place of the C library's: the process dies in the moment in which a file is to get its name. */
#include <signal.h>
#include <stdlib.h>

int rename(const char *old, const char *new);
int rename(const char *old, const char *new) {
  (void)old;
  (void)new;
  const char *number = getenv("DYING_SIGNAL");
  raise(number ? atoi(number) : SIGKILL);
  return -1;
}
