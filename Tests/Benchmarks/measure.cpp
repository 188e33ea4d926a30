// Runs a command once and prints its time from start to exit in seconds, its peak memory in KiB, and its exit
// status. Its standard output is thrown away.
//
//   measure COMMAND…
//
// It's a program of its own because Linux counts what a process occupied before exec into its peak: forked from
// Python, nothing could be below Python's own 10 MB.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>

int main(int count, char **arguments) {
  if (count < 2) return 2;
  auto start = std::chrono::steady_clock::now();
  pid_t child = vfork();
  if (child < 0) return 1;
  if (child == 0) {
    int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, 1);
    execvp(arguments[1], arguments + 1);
    _exit(127);
  }
  int status = 0;
  rusage usage;
  if (wait4(child, &status, 0, &usage) != child) return 1;
  std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  printf("%.6f %ld %d\n", time.count(), usage.ru_maxrss, code);
}
