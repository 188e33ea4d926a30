/* Tells the thread sanitizer of the half of Swift's `Mutex` that it can't see.
 *
 * On Linux a `Mutex` (of Synchronization) that nobody else holds is taken and given back by an atomic operation in the
 * code that uses it, which is compiled with the sanitizer. One that somebody holds is taken and given back by two
 * functions of Swift's library, with the help of the kernel (FUTEX_LOCK_PI); the library isn't compiled with it, so
 * whatever two threads do one after the other under such a mutex looks like a race. It does also in a program of ten
 * lines: eight threads that append to and remove from a `Mutex<[Int]>`.
 *
 * This object is linked into the tests and the tool, where it comes before the library. Its functions do what they
 * stand for, and say what they do. So nothing has to be suppressed: what else two threads do is still found. Should
 * Swift call the two by other names one day, they do nothing here, and the races that are none come back. */
#include <dlfcn.h>
#include <sanitizer/tsan_interface.h>
#include <stdint.h>
#include <stdlib.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

/* _MutexHandle._lockSlow(_: UInt32), _MutexHandle._unlockSlow() */
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef SWIFT void lock_function(uint32_t thread, SELF void *mutex);
typedef SWIFT void unlock_function(SELF void *mutex);

static lock_function *real_lock;
static unlock_function *real_unlock;

/* Before there is a second thread. */
__attribute__((constructor)) static void find(void) {
  real_lock = (lock_function *)dlsym(RTLD_NEXT, LOCK);
  real_unlock = (unlock_function *)dlsym(RTLD_NEXT, UNLOCK);
}

SWIFT void lock_slowly(uint32_t thread, SELF void *mutex) __asm__(LOCK);
SWIFT void unlock_slowly(SELF void *mutex) __asm__(UNLOCK);

SWIFT void lock_slowly(uint32_t thread, SELF void *mutex) {
  if (real_lock == NULL) abort();
  real_lock(thread, mutex);
  __tsan_acquire(mutex);
}

SWIFT void unlock_slowly(SELF void *mutex) {
  if (real_unlock == NULL) abort();
  __tsan_release(mutex);
  real_unlock(mutex);
}
