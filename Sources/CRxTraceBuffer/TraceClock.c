#include "TraceClock.h"

#include <time.h>

rxtrace_clock rxtrace_read_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (rxtrace_clock){rxtrace_ticks(), (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec};
}
