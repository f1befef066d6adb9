#define _GNU_SOURCE
#include "TurnTime.h"
#include "RawCalls.h"

#if HAS_TURNS

#include <fcntl.h>
#include <sys/eventfd.h>

// Fixed start times, so that an order prints the same dates each time: 2026-01-01 for the wall clock, 1,000 seconds for
// the monotonic clock.
static const uint64_t CALENDAR = 1767225600ull * 1000000000, START = 1000ull * 1000000000;

enum { LOOKS_BEFORE_TIME_PASSES = 1000, TIMERS = 256 };
static const uint64_t LOOK = 100000;

static uint64_t expected_until, longest_interval;
static _Atomic(uint32_t) looks;
// Set before there is a second thread.
static bool is_real;

static uint64_t real_time(clockid_t clock) {
    struct timespec time;
    raw_call(SYS_clock_gettime, clock, (long)&time, 0, 0, 0, 0);
    return turn_nanoseconds(&time);
}

uint64_t turn_now(void) {
    if (is_real) return real_time(CLOCK_MONOTONIC);
    return atomic_load_explicit(&rxtrace_virtual_time, memory_order_relaxed);
}

uint64_t turn_calendar(void) {
    return is_real ? real_time(CLOCK_REALTIME) - real_time(CLOCK_MONOTONIC) : CALENDAR - START;
}

void turn_begin_time(bool is_virtual) {
    is_real = !is_virtual;
    if (is_virtual) atomic_store(&rxtrace_virtual_time, START);
}

void turn_await(uint64_t time) {
    uint64_t now = turn_now();
    if (time <= now) return;
    if (is_real) raw_sleep(time - now);
    else turn_advance(time - now);
}

void turn_advance(uint64_t nanoseconds) {
    if (is_real) return;
    atomic_store_explicit(&looks, 0, memory_order_relaxed);
    atomic_fetch_add_explicit(&rxtrace_virtual_time, nanoseconds, memory_order_relaxed);
}

void turn_look_at_clock(void) {
    if (is_real) return;
    if (atomic_fetch_add_explicit(&looks, 1, memory_order_relaxed) < LOOKS_BEFORE_TIME_PASSES) return;
    atomic_fetch_add_explicit(&rxtrace_virtual_time, LOOK, memory_order_relaxed);
}

uint64_t turn_deadline(const struct timespec *time, clockid_t clock) {
    uint64_t at = turn_nanoseconds(time);
    if (at == TURN_NEVER || clock != CLOCK_REALTIME) return at;
    return at > turn_calendar() ? at - turn_calendar() : 0;
}

uint64_t turn_deadline_in(const struct timespec *span) {
    uint64_t length = turn_nanoseconds(span);
    return length > TURN_NEVER - turn_now() ? TURN_NEVER : turn_now() + length;
}

void turn_expect_until(uint64_t time) {
    if (time != TURN_NEVER && time > expected_until) expected_until = time;
}

void turn_expect_at(uint64_t time) {
    // libdispatch tells its clocks apart by the two highest bits of a time (src/shims/time.h).
    const uint64_t later = 1ull << 63, by_calendar = 1ull << 62;
    if (time == UINT64_MAX) return;
    bool is_by_calendar = (time & later) != 0 && (time & by_calendar) != 0;
    uint64_t value = is_by_calendar ? 0 - time : time & ~later;
    if (is_by_calendar) value = value > turn_calendar() ? value - turn_calendar() : 0;
    turn_expect_until(value);
}

void turn_expect_each(uint64_t interval) {
    if (interval > longest_interval) longest_interval = interval;
}

void turn_expect_nothing(void) { expected_until = longest_interval = 0; }

uint64_t turn_expected_until(void) { return expected_until; }

uint64_t turn_longest_interval(void) { return longest_interval; }

// A timer's descriptor is an eventfd, which is written to when the timer is due. A timerfd is read and polled alike.
typedef struct timer {
    bool is_made;
    int descriptor;
    clockid_t clock;
    uint64_t deadline;
    uint64_t interval;
} timer;

static timer timers[TIMERS];

static timer *find(int descriptor) {
    for (int index = 0; index < TIMERS; index++) {
        if (timers[index].is_made && timers[index].descriptor == descriptor) return &timers[index];
    }
    return NULL;
}

int turn_make_timer(int flags, clockid_t clock) {
    int kinds = ((flags & O_NONBLOCK) != 0 ? EFD_NONBLOCK : 0) | ((flags & O_CLOEXEC) != 0 ? EFD_CLOEXEC : 0);
    int descriptor = eventfd(0, kinds);
    if (descriptor < 0) return descriptor;
    for (int index = 0; index < TIMERS; index++) {
        if (timers[index].is_made && timers[index].descriptor != descriptor) continue;
        timers[index] = (timer){true, descriptor, clock, TURN_NEVER, 0};
        break;
    }
    return descriptor;
}

void turn_close_timer(int descriptor) {
    timer *closed = find(descriptor);
    if (closed != NULL) closed->is_made = false;
}

static struct timespec span(uint64_t nanoseconds) {
    return (struct timespec){(time_t)(nanoseconds / 1000000000), (long)(nanoseconds % 1000000000)};
}

bool turn_get_timer(int descriptor, struct itimerspec *time) {
    timer *asked = find(descriptor);
    if (asked == NULL) return false;
    uint64_t left = asked->deadline == TURN_NEVER ? 0 : asked->deadline > turn_now() ? asked->deadline - turn_now() : 1;
    *time = (struct itimerspec){span(asked->interval), span(left)};
    return true;
}

bool turn_set_timer(int descriptor, int flags, const struct itimerspec *time, struct itimerspec *before) {
    timer *set = find(descriptor);
    if (set == NULL) return false;
    if (before != NULL) turn_get_timer(descriptor, before);
    struct pollfd ready = {descriptor, POLLIN, 0};
    uint64_t count;
    if (raw_poll(&ready, 1) > 0) raw_call(SYS_read, descriptor, (long)&count, sizeof count, 0, 0, 0);
    bool is_off = time->it_value.tv_sec == 0 && time->it_value.tv_nsec == 0;
    set->interval = turn_nanoseconds(&time->it_interval);
    if (is_off) set->deadline = TURN_NEVER;
    else if ((flags & 1) != 0) set->deadline = turn_deadline(&time->it_value, set->clock);
    else set->deadline = turn_deadline_in(&time->it_value);
    return true;
}

uint64_t turn_next_timer(void) {
    uint64_t next = TURN_NEVER;
    for (int index = 0; index < TIMERS; index++) {
        if (timers[index].is_made && timers[index].deadline < next) next = timers[index].deadline;
    }
    return next;
}

bool turn_fire_timers(void) {
    bool has_fired = false;
    for (int index = 0; index < TIMERS; index++) {
        timer *due = &timers[index];
        if (!due->is_made || due->deadline > turn_now()) continue;
        uint64_t one = 1;
        raw_call(SYS_write, due->descriptor, (long)&one, sizeof one, 0, 0, 0);
        due->deadline = due->interval == 0 ? TURN_NEVER : turn_now() + due->interval;
        has_fired = true;
    }
    return has_fired;
}

#endif
