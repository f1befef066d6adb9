// The clock that stamps records, and its conversion to nanoseconds.

#ifndef C_TRACE_CLOCK_H
#define C_TRACE_CLOCK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#if !defined(__x86_64__) && !defined(__aarch64__)
#include <time.h>
#endif

/// The virtual time in nanoseconds, in a process whose threads are under control. 0 in any other process.
extern _Atomic(uint64_t) rxtrace_virtual_time;

/// How often virtual time was read: each reading adds one, so that no two records have the same time.
extern _Atomic(uint64_t) rxtrace_stamps;

static inline bool rxtrace_is_time_virtual(void) {
    return atomic_load_explicit(&rxtrace_virtual_time, memory_order_relaxed) != 0;
}

/// The time in ticks: of the processor's counter, or nanoseconds where the time is virtual. Comparing two readings of
/// `rxtrace_clock` tells how long a tick is.
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

/// Both clocks, read at one time: two such readings turn ticks into nanoseconds of the monotonic clock.
typedef struct rxtrace_clock {
    uint64_t ticks;
    uint64_t nanoseconds;
} rxtrace_clock;

rxtrace_clock rxtrace_read_clock(void);

/// The clocks when the process began.
extern rxtrace_clock rxtrace_process_clock;

#endif
