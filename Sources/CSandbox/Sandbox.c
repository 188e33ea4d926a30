#define _GNU_SOURCE
#include "include/Sandbox.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <gnu/libc-version.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* MARK: Landlock */

/* Declared here by their numbers, which never change: the headers of a distribution are older than its kernels. */
enum {
  SYS_CREATE_RULESET = 444,
  SYS_ADD_RULE = 445,
  SYS_RESTRICT_SELF = 446,
  ASK_VERSION = 1 << 0,
  RULE_PATH_BENEATH = 1,
};

#define READ_FILE (UINT64_C(1) << 2)
#define READ_FOLDER (UINT64_C(1) << 3)

struct ruleset {
  uint64_t handled_files;
  uint64_t handled_network; /* From version 4 on. */
  uint64_t scoped;          /* From version 6 on. */
};

struct path_rule {
  uint64_t allowed;
  int32_t parent;
} __attribute__((packed));

static int version(void) {
  return (int)syscall(SYS_CREATE_RULESET, NULL, 0, ASK_VERSION);
}

static const char *forbid_files(const char *const *readable, size_t count) {
  const int known = version();
  if (known < 1) return "Landlock can't be asked for its version";
  /* All rights that a version knows are its lowest bits: 13 in the first, then renaming across folders,
     shortening, and commands to devices. */
  const int rights = known == 1 ? 13 : known == 2 ? 14 : known < 5 ? 15 : 16;
  struct ruleset ruleset = {.handled_files = (UINT64_C(1) << rights) - 1};
  size_t size = sizeof ruleset.handled_files;
  if (known >= 4) {
    ruleset.handled_network = 3; /* Binding and connecting. */
    size += sizeof ruleset.handled_network;
  }
  if (known >= 6) {
    ruleset.scoped = 3; /* Abstract sockets of others, and signals to others. */
    size += sizeof ruleset.scoped;
  }
  const int rules = (int)syscall(SYS_CREATE_RULESET, &ruleset, size, 0);
  if (rules < 0) return "Landlock gives no set of rules";
  const char *failure = NULL;
  for (size_t i = 0; i < count && failure == NULL; i++) {
    const int place = open(readable[i], O_PATH | O_CLOEXEC);
    if (place < 0) continue;
    struct stat facts;
    if (fstat(place, &facts) == 0) {
      const int is_folder = S_ISDIR(facts.st_mode);
      const struct path_rule rule = {
          .allowed = READ_FILE | (is_folder ? READ_FOLDER : 0), .parent = place};
      if (syscall(SYS_ADD_RULE, rules, RULE_PATH_BENEATH, &rule, 0) != 0)
        failure = "Landlock doesn't take a rule";
    }
    const int saved = errno;
    close(place);
    errno = saved;
  }
  if (failure == NULL && syscall(SYS_RESTRICT_SELF, rules, 0) != 0)
    failure = "Landlock doesn't take its rules";
  const int saved = errno;
  close(rules);
  errno = saved;
  return failure;
}

/* MARK: seccomp */

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

/* What a process that computes may call. That files are opened only where they may be is Landlock's part. */
static const int allowed[] = {
    /* What is open. */
    SYS_read, SYS_readv, SYS_pread64, SYS_preadv, SYS_write, SYS_writev, SYS_close, SYS_lseek, SYS_fstat,
    SYS_dup, SYS_getdents64, SYS_fadvise64,
#ifdef SYS_poll
    SYS_poll,
#endif
    SYS_ppoll,
    /* Looking at files and opening them. */
    SYS_openat, SYS_newfstatat, SYS_statx, SYS_faccessat, SYS_faccessat2, SYS_readlinkat, SYS_getcwd,
    SYS_statfs, SYS_fstatfs,
#ifdef SYS_open
    SYS_open, SYS_stat, SYS_lstat, SYS_access, SYS_readlink,
#endif
    /* Memory. */
    SYS_mmap, SYS_munmap, SYS_mremap, SYS_mprotect, SYS_madvise, SYS_brk, SYS_mincore,
    /* Threads of this process, and waiting for them. */
    SYS_futex, SYS_set_robust_list, SYS_get_robust_list, SYS_set_tid_address, SYS_rseq, SYS_membarrier,
    SYS_sched_yield, SYS_sched_getaffinity, SYS_getcpu, SYS_exit, SYS_exit_group, SYS_restart_syscall,
    /* Signals to itself. */
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_rt_sigpending, SYS_rt_sigtimedwait,
    SYS_sigaltstack,
    /* The clock, and what is known anyway. */
    SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep, SYS_gettimeofday,
#ifdef SYS_time
    SYS_time,
#endif
    SYS_getrandom, SYS_uname, SYS_sysinfo, SYS_getpid, SYS_gettid, SYS_getppid, SYS_getuid, SYS_geteuid,
    SYS_getgid, SYS_getegid, SYS_getrusage,
#ifdef SYS_getrlimit
    SYS_getrlimit,
#endif
};

enum { ALLOWED = sizeof allowed / sizeof *allowed, ROOM = 2 * ALLOWED + 64 };

#define ARGUMENT(row) ((uint32_t)(offsetof(struct seccomp_data, args) + 8 * (row)))
#define LOAD(where) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (where))
#define RETURN(what) BPF_STMT(BPF_RET | BPF_K, (what))
#define REFUSE(number) RETURN(SECCOMP_RET_ERRNO | (number))
/* Whether what was loaded is a number: else so many instructions are left out. */
#define IF(number, others) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, (others))
#define IF_NOT(number, others) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), (others), 0)

static const char *forbid_calls(void) {
#ifndef ARCHITECTURE
  errno = ENOSYS;
  return "seccomp isn't known for this kind of processor";
#else
  static struct sock_filter program[ROOM];
  unsigned short n = 0;
#define ADD(...) program[n++] = (struct sock_filter)__VA_ARGS__
  /* Numbers mean other calls to programs of another architecture. */
  ADD(LOAD(offsetof(struct seccomp_data, arch)));
  ADD(IF_NOT(ARCHITECTURE, 1));
  ADD(RETURN(SECCOMP_RET_KILL_PROCESS));
  ADD(LOAD(offsetof(struct seccomp_data, nr)));
  for (int i = 0; i < ALLOWED; i++) {
    ADD(IF((uint32_t)allowed[i], 1));
    ADD(RETURN(SECCOMP_RET_ALLOW));
  }
  /* Threads, but no processes. The newer call has its flags in memory, where a filter can't look: the C library
     takes the older one when the newer isn't there. */
  ADD(IF(SYS_clone3, 1));
  ADD(REFUSE(ENOSYS));
  ADD(IF(SYS_clone, 4));
  ADD(LOAD(ARGUMENT(0)));
  ADD(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1));
  ADD(RETURN(SECCOMP_RET_ALLOW));
  ADD(REFUSE(EPERM));
  /* Signals to itself, as abort() sends them. */
  ADD(IF(SYS_tgkill, 4));
  ADD(LOAD(ARGUMENT(0)));
  ADD(IF((uint32_t)getpid(), 1));
  ADD(RETURN(SECCOMP_RET_ALLOW));
  ADD(REFUSE(EPERM));
  /* Limits are looked at, never changed, and only its own: none is passed. */
  ADD(IF(SYS_prlimit64, 8));
  ADD(LOAD(ARGUMENT(0)));
  ADD(IF(0, 5));
  ADD(LOAD(ARGUMENT(2)));
  ADD(IF(0, 3));
  ADD(LOAD(ARGUMENT(2) + 4));
  ADD(IF(0, 1));
  ADD(RETURN(SECCOMP_RET_ALLOW));
  ADD(REFUSE(EPERM));
  /* Flags of what is open; not whom it sends signals to. */
  ADD(IF(SYS_fcntl, 12));
  ADD(LOAD(ARGUMENT(1)));
  const uint32_t commands[] = {F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC};
  for (int i = 0; i < 5; i++) {
    ADD(IF(commands[i], 1));
    ADD(RETURN(SECCOMP_RET_ALLOW));
  }
  ADD(REFUSE(EPERM));
  /* A thread's name. */
  ADD(IF(SYS_prctl, 4));
  ADD(LOAD(ARGUMENT(0)));
  ADD(IF(PR_SET_NAME, 1));
  ADD(RETURN(SECCOMP_RET_ALLOW));
  ADD(REFUSE(EPERM));
  /* No terminal, so that who asks for one is told the right thing. */
  ADD(IF(SYS_ioctl, 1));
  ADD(REFUSE(ENOTTY));
  /* All else: sockets, programs, other processes, changing files, and what nobody knows yet. */
  ADD(REFUSE(EPERM));
#undef ADD
  const struct sock_fprog filter = {.len = n, .filter = program};
  if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter) != 0)
    return "seccomp doesn't take its filter";
  return NULL;
#endif
}

/* MARK: Both */

const char *strokemill_sandbox_lack(void) {
#ifndef ARCHITECTURE
  return "this kind of processor isn't known to it";
#endif
  if (version() < 1) return "this system has no Landlock";
  const uint32_t action = SECCOMP_RET_KILL_PROCESS;
  if (syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) != 0)
    return "this system has no seccomp filters";
  return NULL;
}

int strokemill_sandbox_threads(void) {
  DIR *folder = opendir("/proc/self/task");
  if (folder == NULL) return 0;
  int count = 0;
  const struct dirent *entry;
  while ((entry = readdir(folder)) != NULL) count += entry->d_name[0] != '.';
  closedir(folder);
  return count;
}

const char *strokemill_sandbox_enter(const char *const *readable, size_t count, int *error) {
  const char *failure = NULL;
  /* Asked for by both: no program that is started may have more rights. */
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) failure = "rights can't be given up";
  if (failure == NULL) failure = forbid_files(readable, count);
  if (failure == NULL) failure = forbid_calls();
  *error = errno;
  return failure;
}

void strokemill_sandbox_encodings(char *folder, size_t size) {
  Dl_info facts;
  folder[0] = 0;
  /* Beside the C library itself. */
  if (dladdr((void *)&gnu_get_libc_version, &facts) == 0 || facts.dli_fname == NULL) return;
  const char *slash = strrchr(facts.dli_fname, '/');
  if (slash == NULL) return;
  snprintf(folder, size, "%.*s/gconv", (int)(slash - facts.dli_fname), facts.dli_fname);
}
