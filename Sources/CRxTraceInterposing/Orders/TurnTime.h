// The time of a process under control. It is virtual, and stands still while any thread can go on, or it is the system's.

#ifndef C_TURN_TIME_H
#define C_TURN_TIME_H

#include "Turns.h"

#if HAS_TURNS

#include <time.h>

/// The time now, in nanoseconds of the monotonic clock.
uint64_t turn_now(void);

/// How many nanoseconds the wall clock is ahead of the monotonic clock.
uint64_t turn_calendar(void);

/// Begins virtual time, or the system's. To be called on the process's only thread.
void turn_begin_time(bool is_virtual);

/// Lets time pass until then, as no thread can go on: at once if it is virtual, otherwise by waiting. What is due is due then,
/// and not while threads go on, in either case.
void turn_await(uint64_t time);

/// Counts a reading of the clock. After many in a row, each lets some time pass, for a thread that polls the clock.
void turn_look_at_clock(void);

/// Lets virtual time pass; the system's passes by itself.
void turn_advance(uint64_t nanoseconds);

static inline uint64_t turn_nanoseconds(const struct timespec *time) {
    if (time->tv_sec < 0) return 0;
    if (time->tv_sec > 9000000000) return TURN_NEVER;
    return (uint64_t)time->tv_sec * 1000000000 + (uint64_t)time->tv_nsec;
}

/// The deadline, in time of `turn_now`, of an absolute time of a clock, and of a span from now.
uint64_t turn_deadline(const struct timespec *time, clockid_t clock);
uint64_t turn_deadline_in(const struct timespec *span);

/// The earliest time at which a timer's descriptor is due. TURN_NEVER if none is.
uint64_t turn_next_timer(void);

/// Makes the descriptors of due timers readable. Returns whether there were any.
bool turn_fire_timers(void);

int turn_make_timer(int flags, clockid_t clock);
/// Sets, or reads, a timer. Returns false if the descriptor is not a timer's.
bool turn_set_timer(int descriptor, int flags, const struct itimerspec *time, struct itimerspec *before);
bool turn_get_timer(int descriptor, struct itimerspec *time);
void turn_close_timer(int descriptor);

/// Notes that the program expects something at a time: until then, waiting is no deadlock.
void turn_expect_until(uint64_t time);

/// As `turn_expect_until`, for a `dispatch_time_t`.
void turn_expect_at(uint64_t time);
uint64_t turn_expected_until(void);

/// Notes that the program expects something again and again: for as long after what was done last, waiting is no deadlock.
void turn_expect_each(uint64_t interval);
uint64_t turn_longest_interval(void);

/// Forgets what was noted so.
void turn_expect_nothing(void);

#endif

#endif
