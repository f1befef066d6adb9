// System calls that go around all functions of the C library and of the program.

#ifndef C_RAW_CALLS_H
#define C_RAW_CALLS_H

#include "Turns.h"

#if HAS_TURNS

#include <linux/futex.h>
#include <poll.h>
#include <sys/syscall.h>
#include <time.h>

static inline long raw_call(long number, long a, long b, long c, long d, long e, long f) {
#if defined(__x86_64__)
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;
    long result;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    return result;
#else
    register long x8 __asm__("x8") = number;
    register long x0 __asm__("x0") = a;
    register long x1 __asm__("x1") = b;
    register long x2 __asm__("x2") = c;
    register long x3 __asm__("x3") = d;
    register long x4 __asm__("x4") = e;
    register long x5 __asm__("x5") = f;
    __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
    return x0;
#endif
}

static inline void raw_wait(_Atomic(uint32_t) *word, uint32_t expected) {
    raw_call(SYS_futex, (long)word, FUTEX_WAIT_PRIVATE, expected, 0, 0, 0);
}

static inline void raw_wake(_Atomic(uint32_t) *word) {
    raw_call(SYS_futex, (long)word, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
}

static inline void raw_yield(void) { raw_call(SYS_sched_yield, 0, 0, 0, 0, 0, 0); }

static inline void raw_sleep(uint64_t nanoseconds) {
    struct timespec time = {(time_t)(nanoseconds / 1000000000), (long)(nanoseconds % 1000000000)};
    raw_call(SYS_nanosleep, (long)&time, 0, 0, 0, 0, 0);
}

/// How many of the descriptors are ready. Does not wait.
static inline long raw_poll(struct pollfd *descriptors, size_t count) {
    struct timespec none = {0, 0};
    return raw_call(SYS_ppoll, (long)descriptors, (long)count, (long)&none, 0, 8, 0);
}

#endif

#endif
