// The clock that stamps records, and its conversion to nanoseconds.

#ifndef C_TRACE_CLOCK_H
#define C_TRACE_CLOCK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#if !defined(__x86_64__) && !defined(__aarch64__)
#include <time.h>
#endif

/// The time of a process that has one of its own, in nanoseconds; 0 in any other.
extern _Atomic(uint64_t) rxtrace_virtual_time;

/// How many records such a process has stamped: its time stands still meanwhile, and no two records have the same one.
extern _Atomic(uint64_t) rxtrace_stamps;

static inline bool rxtrace_is_time_virtual(void) {
    return atomic_load_explicit(&rxtrace_virtual_time, memory_order_relaxed) != 0;
}

/// The clock that stamps records. Its unit is found by comparing it with the monotonic clock at both ends.
static inline uint64_t rxtrace_ticks(void) {
    if (__builtin_expect(rxtrace_is_time_virtual(), 0)) {
        uint64_t stamp = atomic_fetch_add_explicit(&rxtrace_stamps, 1, memory_order_relaxed) + 1;
        return atomic_load_explicit(&rxtrace_virtual_time, memory_order_relaxed) + stamp;
    }
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
