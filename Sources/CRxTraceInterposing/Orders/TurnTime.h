// The time that a process under control has: it stands still while anyone can go on.

#ifndef C_TURN_TIME_H
#define C_TURN_TIME_H

#include "Turns.h"

#if HAS_TURNS

#include <time.h>

/// Now, in nanoseconds of the monotonic clock.
uint64_t turn_now(void);

/// What the calendar's clock is ahead of it.
uint64_t turn_calendar(void);

void turn_begin_time(void);

/// Later, for who waits for time to pass by looking at the clock.
void turn_look_at_clock(void);

void turn_advance(uint64_t nanoseconds);

static inline uint64_t turn_nanoseconds(const struct timespec *time) {
    if (time->tv_sec < 0) return 0;
    if (time->tv_sec > 9000000000) return TURN_NEVER;
    return (uint64_t)time->tv_sec * 1000000000 + (uint64_t)time->tv_nsec;
}

/// A deadline that is told by a clock; by none, a span from now.
uint64_t turn_deadline(const struct timespec *time, clockid_t clock);
uint64_t turn_deadline_in(const struct timespec *span);

/// The earliest time that a timer's descriptor is due; TURN_NEVER for none.
uint64_t turn_next_timer(void);

/// Makes the descriptors ready whose time has come. Returns whether there were any.
bool turn_fire_timers(void);

int turn_make_timer(int flags, clockid_t clock);
/// Whether the descriptor is a timer's: it is set then.
bool turn_set_timer(int descriptor, int flags, const struct itimerspec *time, struct itimerspec *before);
bool turn_get_timer(int descriptor, struct itimerspec *time);
void turn_close_timer(int descriptor);

/// Something was asked for at that time: until then, waiting is no deadlock.
void turn_expect_until(uint64_t time);

/// The same with a time of libdispatch's.
void turn_expect_at(uint64_t time);
uint64_t turn_expected_until(void);

/// What was expected so far is not waited for any more.
void turn_expect_nothing(void);

#endif

#endif
