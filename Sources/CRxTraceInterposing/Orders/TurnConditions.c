// Condition variables. They are emulated, because the C library's waits call the kernel directly.

#define _GNU_SOURCE
#include "TurnLocks.h"
#include "TurnOperations.h"
#include "TurnSlots.h"
#include "TurnState.h"
#include "TurnSteps.h"
#include "TurnTime.h"
#include "TurnVariables.h"

#if HAS_TURNS

#include <errno.h>

#define FRAME ((const uintptr_t *)__builtin_frame_address(0))

REAL(int, pthread_cond_wait, pthread_cond_t *, pthread_mutex_t *);
REAL(int, pthread_cond_timedwait, pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
REAL(int, pthread_cond_clockwait, pthread_cond_t *, pthread_mutex_t *, clockid_t, const struct timespec *);
REAL(int, pthread_cond_signal, pthread_cond_t *);
REAL(int, pthread_cond_broadcast, pthread_cond_t *);

// Conditions that a thread began to wait for without a point, and the locks that it had.
enum { LOCKED = 64 };

static struct {
    const pthread_cond_t *condition;
    const pthread_mutex_t *mutex;
} locked[LOCKED];
static size_t locked_count;

static bool note_locked(const pthread_cond_t *condition, const pthread_mutex_t *mutex) {
    size_t index = 0;
    while (index < locked_count && locked[index].condition != condition) index++;
    if (index == LOCKED) return false;
    if (index == locked_count) locked_count++;
    locked[index].condition = condition;
    locked[index].mutex = mutex;
    return true;
}

// A call to an operation or its queue waits until others are over, and then looks whether all are. If who wakes it has the lock that
// it waits with, nobody can wake it before it waits; and to give back a lock early is seen by nobody. So to begin to wait is no
// point, if the lock was one.
static bool waits_unseen(const turn_thread *self, const pthread_cond_t *condition, const pthread_mutex_t *mutex, uint64_t deadline) {
    if (deadline != TURN_NEVER || (turns.sees & SEES_READS) != 0 || !turn_is_within_call(self)) return false;
    return note_locked(condition, mutex);
}

// Notes that a thread wakes others. If it has not the lock, orders have been left out.
static void check_lock(const turn_thread *self, const pthread_cond_t *condition) {
    for (size_t index = 0; index < locked_count; index++) {
        bool is_locked = locked[index].mutex->__data.__owner == self->kernel_number;
        if (locked[index].condition == condition && !is_locked) turn_ask_for_each_read();
    }
}

// A wait touches the condition and the lock, before each point and behind it.
static void touch_both(const pthread_cond_t *condition, const pthread_mutex_t *mutex) {
    turn_touch(condition, true);
    turn_touch(mutex, true);
}

static int wait_for(turn_thread *self, pthread_cond_t *condition, pthread_mutex_t *mutex, uint64_t deadline) {
    bool is_programs = turn_is_asked_by_program(self);
    touch_both(condition, mutex);
    if (is_programs) {
        if (!waits_unseen(self, condition, mutex, deadline)) turn_point(self, TURN_CONDITION);
        if (deadline != TURN_NEVER) turn_expect_until(deadline);
    }
    touch_both(condition, mutex);
    int status = turn_let_go_of_mutex(mutex);
    if (status != 0) return status;
    turn_note_released(self, mutex);
    bool was_woken = turn_block(self, condition, deadline, TURN_CONDITION);
    status = turn_retake_mutex(self, mutex);
    touch_both(condition, mutex);
    if (status == 0 && is_programs) turn_note_held(self, mutex);
    return status != 0 ? status : was_woken ? 0 : ETIMEDOUT;
}

static int turned_pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
    turn_thread *self = turn_enter_told(FRAME);
    return self == NULL ? real_pthread_cond_wait(condition, mutex) : wait_for(self, condition, mutex, TURN_NEVER);
}

static clockid_t clock_of(const pthread_cond_t *condition) {
    // __PTHREAD_COND_CLOCK_MONOTONIC_MASK in glibc's nptl/pthreadP.h.
    return (condition->__data.__wrefs & 2) != 0 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
}

static int turned_pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                         const struct timespec *time) {
    turn_thread *self = turn_enter_told(FRAME);
    if (self == NULL) return real_pthread_cond_timedwait(condition, mutex, time);
    return wait_for(self, condition, mutex, turn_deadline(time, clock_of(condition)));
}

static int turned_pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
                                         const struct timespec *time) {
    turn_thread *self = turn_enter_told(FRAME);
    if (self == NULL) return real_pthread_cond_clockwait(condition, mutex, clock, time);
    return wait_for(self, condition, mutex, turn_deadline(time, clock));
}

static void wake(turn_thread *self, const pthread_cond_t *condition, int count) {
    check_lock(self, condition);
    turn_touch(condition, true);
    if (turn_is_asked_by_program(self)) turn_point(self, TURN_WAKE);
    turn_touch(condition, true);
    turn_wake(condition, count);
}

static int turned_pthread_cond_signal(pthread_cond_t *condition) {
    turn_thread *self = turn_enter_told(FRAME);
    if (self == NULL) return real_pthread_cond_signal(condition);
    wake(self, condition, 1);
    return 0;
}

static int turned_pthread_cond_broadcast(pthread_cond_t *condition) {
    turn_thread *self = turn_enter_told(FRAME);
    if (self == NULL) return real_pthread_cond_broadcast(condition);
    wake(self, condition, TURN_THREADS);
    return 0;
}

const turn_function turn_condition_functions[] = {
    STANDS_FOR(pthread_cond_wait),   STANDS_FOR(pthread_cond_timedwait), STANDS_FOR(pthread_cond_clockwait),
    STANDS_FOR(pthread_cond_signal), STANDS_FOR(pthread_cond_broadcast), {NULL, NULL, NULL}};

#endif
