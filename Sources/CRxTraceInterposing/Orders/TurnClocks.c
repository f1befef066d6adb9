// Clocks and sleeps.

#define _GNU_SOURCE
#include "TurnSlots.h"
#include "TurnSteps.h"
#include "TurnTime.h"

#if HAS_TURNS

#include <errno.h>
#include <sys/time.h>
#include <unistd.h>

REAL(int, clock_gettime, clockid_t, struct timespec *);
REAL(int, gettimeofday, struct timeval *, void *);
REAL(time_t, time, time_t *);
REAL(int, nanosleep, const struct timespec *, struct timespec *);
REAL(int, clock_nanosleep, clockid_t, int, const struct timespec *, struct timespec *);
REAL(int, usleep, useconds_t);
REAL(unsigned, sleep, unsigned);

static bool is_wall_clock(clockid_t clock) { return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE; }

// CPU time clocks are not virtual: a program does not wait for them.
static bool is_of_processor(clockid_t clock) {
    return clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID || clock < 0;
}

static struct timespec now_by(clockid_t clock) {
    uint64_t now = turn_now() + (is_wall_clock(clock) ? turn_calendar() : 0);
    return (struct timespec){(time_t)(now / 1000000000), (long)(now % 1000000000)};
}

// The time is the same to all, as long as one of them can go on.
static int turned_clock_gettime(clockid_t clock, struct timespec *time) {
    turn_thread *self = turn_enter_told(__builtin_frame_address(0));
    if (!turns_on() || is_of_processor(clock)) return real_clock_gettime(clock, time);
    if (self != NULL && !self->is_background) turn_look_at_clock();
    *time = now_by(clock);
    return 0;
}

static int turned_gettimeofday(struct timeval *time, void *zone) {
    turn_enter_told(__builtin_frame_address(0));
    if (!turns_on()) return real_gettimeofday(time, zone);
    struct timespec now = now_by(CLOCK_REALTIME);
    *time = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
    return 0;
}

static time_t turned_time(time_t *time) {
    turn_enter_told(__builtin_frame_address(0));
    if (!turns_on()) return real_time(time);
    time_t now = now_by(CLOCK_REALTIME).tv_sec;
    if (time != NULL) *time = now;
    return now;
}

static void sleep_until(turn_thread *self, uint64_t deadline) {
    turn_expect_until(deadline);
    // A sleep of no length is a yield.
    if (deadline <= turn_now()) turn_yield(self);
    else turn_block(self, NULL, deadline, TURN_SLEEP);
}

static int turned_nanosleep(const struct timespec *span, struct timespec *left) {
    turn_thread *self = turn_enter_told(__builtin_frame_address(0));
    if (self == NULL) return real_nanosleep(span, left);
    sleep_until(self, turn_deadline_in(span));
    return 0;
}

static int turned_clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *left) {
    turn_thread *self = turn_enter_told(__builtin_frame_address(0));
    if (self == NULL) return real_clock_nanosleep(clock, flags, time, left);
    sleep_until(self, (flags & TIMER_ABSTIME) != 0 ? turn_deadline(time, clock) : turn_deadline_in(time));
    return 0;
}

static int turned_usleep(useconds_t microseconds) {
    turn_thread *self = turn_enter_told(__builtin_frame_address(0));
    if (self == NULL) return real_usleep(microseconds);
    sleep_until(self, turn_now() + (uint64_t)microseconds * 1000);
    return 0;
}

static unsigned turned_sleep(unsigned seconds) {
    turn_thread *self = turn_enter_told(__builtin_frame_address(0));
    if (self == NULL) return real_sleep(seconds);
    sleep_until(self, turn_now() + (uint64_t)seconds * 1000000000);
    return 0;
}

const turn_function turn_clock_functions[] = {
    STANDS_FOR(clock_gettime),   STANDS_FOR(gettimeofday), STANDS_FOR(time),  STANDS_FOR(nanosleep),
    STANDS_FOR(clock_nanosleep), STANDS_FOR(usleep),       STANDS_FOR(sleep), {NULL, NULL, NULL}};

#endif
