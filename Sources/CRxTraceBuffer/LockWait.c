#include "LockWait.h"

#if defined(__linux__)
#include <errno.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

// A lock must not change its caller's errno.

void rxtrace_lock_wait(const void *word, uint32_t expected) {
    int error = errno;
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, expected, 0, 0, 0);
    errno = error;
}

void rxtrace_lock_wake(const void *word) {
    int error = errno;
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
    errno = error;
}
#endif
