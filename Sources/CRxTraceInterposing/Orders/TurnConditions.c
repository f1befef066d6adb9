// Condition variables. They are emulated, because the C library's waits call the kernel directly.

#define _GNU_SOURCE
#include "TurnLocks.h"
#include "TurnSlots.h"
#include "TurnTime.h"

#if HAS_TURNS

#include <errno.h>

REAL(int, pthread_cond_wait, pthread_cond_t *, pthread_mutex_t *);
REAL(int, pthread_cond_timedwait, pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
REAL(int, pthread_cond_clockwait, pthread_cond_t *, pthread_mutex_t *, clockid_t, const struct timespec *);
REAL(int, pthread_cond_signal, pthread_cond_t *);
REAL(int, pthread_cond_broadcast, pthread_cond_t *);

static int wait_for(turn_thread *self, pthread_cond_t *condition, pthread_mutex_t *mutex, uint64_t deadline) {
    bool is_programs = turn_is_asked_by_program(self);
    if (is_programs) {
        turn_point(self, TURN_CONDITION);
        if (deadline != TURN_NEVER) turn_expect_until(deadline);
    }
    int status = turn_let_go_of_mutex(mutex);
    if (status != 0) return status;
    turn_note_released(self, mutex);
    bool was_woken = turn_block(self, condition, deadline, TURN_CONDITION);
    status = turn_retake_mutex(self, mutex);
    if (status == 0 && is_programs) turn_note_held(self, mutex);
    return status != 0 ? status : was_woken ? 0 : ETIMEDOUT;
}

static int turned_pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
    turn_thread *self = ENTER();
    return self == NULL ? real_pthread_cond_wait(condition, mutex) : wait_for(self, condition, mutex, TURN_NEVER);
}

static clockid_t clock_of(const pthread_cond_t *condition) {
    // __PTHREAD_COND_CLOCK_MONOTONIC_MASK in glibc's nptl/pthreadP.h.
    return (condition->__data.__wrefs & 2) != 0 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
}

static int turned_pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                         const struct timespec *time) {
    turn_thread *self = ENTER();
    if (self == NULL) return real_pthread_cond_timedwait(condition, mutex, time);
    return wait_for(self, condition, mutex, turn_deadline(time, clock_of(condition)));
}

static int turned_pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
                                         const struct timespec *time) {
    turn_thread *self = ENTER();
    if (self == NULL) return real_pthread_cond_clockwait(condition, mutex, clock, time);
    return wait_for(self, condition, mutex, turn_deadline(time, clock));
}

static void wake(turn_thread *self, const pthread_cond_t *condition, int count) {
    if (turn_is_asked_by_program(self)) turn_point(self, TURN_WAKE);
    turn_wake(condition, count);
}

static int turned_pthread_cond_signal(pthread_cond_t *condition) {
    turn_thread *self = ENTER();
    if (self == NULL) return real_pthread_cond_signal(condition);
    wake(self, condition, 1);
    return 0;
}

static int turned_pthread_cond_broadcast(pthread_cond_t *condition) {
    turn_thread *self = ENTER();
    if (self == NULL) return real_pthread_cond_broadcast(condition);
    wake(self, condition, TURN_THREADS);
    return 0;
}

const turn_function turn_condition_functions[] = {
    STANDS_FOR(pthread_cond_wait),   STANDS_FOR(pthread_cond_timedwait), STANDS_FOR(pthread_cond_clockwait),
    STANDS_FOR(pthread_cond_signal), STANDS_FOR(pthread_cond_broadcast), {NULL, NULL, NULL}};

#endif
