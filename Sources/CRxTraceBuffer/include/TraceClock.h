// The clock that stamps records, and its conversion to nanoseconds.

#ifndef C_TRACE_CLOCK_H
#define C_TRACE_CLOCK_H

#include <stdint.h>
#if !defined(__x86_64__) && !defined(__aarch64__)
#include <time.h>
#endif

/// The clock that stamps records. Its unit is found by comparing it with the monotonic clock at both ends.
static inline uint64_t rxtrace_ticks(void) {
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
    uint64_t ticks;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks;
#else
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
#endif
}

/// The clock pair that turns ticks into nanoseconds.
typedef struct rxtrace_clock {
    uint64_t ticks;
    uint64_t nanoseconds;
} rxtrace_clock;

rxtrace_clock rxtrace_read_clock(void);

/// The clocks when the process began.
extern rxtrace_clock rxtrace_process_clock;

#endif
