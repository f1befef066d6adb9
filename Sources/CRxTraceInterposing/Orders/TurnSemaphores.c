#define _GNU_SOURCE
#include "TurnSlots.h"
#include "TurnSteps.h"
#include "TurnTime.h"

#if HAS_TURNS

#include <errno.h>
#include <semaphore.h>

REAL(int, sem_wait, sem_t *);
REAL(int, sem_trywait, sem_t *);
REAL(int, sem_timedwait, sem_t *, const struct timespec *);
REAL(int, sem_clockwait, sem_t *, clockid_t, const struct timespec *);
REAL(int, sem_post, sem_t *);

static int wait_for(turn_thread *self, sem_t *semaphore, uint64_t deadline) {
    int before = errno;
    // As for a lock, beginning to wait is no point (TurnLocks.c).
    int count = 0;
    bool waits = deadline == TURN_NEVER && sem_getvalue(semaphore, &count) == 0 && count == 0;
    if (!waits && turn_is_asked_by_program(self)) turn_point(self, TURN_SEMAPHORE);
    while (real_sem_trywait(semaphore) != 0) {
        if (errno != EAGAIN) return -1;
        if (turn_block(self, semaphore, deadline, TURN_SEMAPHORE)) continue;
        if (real_sem_trywait(semaphore) == 0) break;
        errno = ETIMEDOUT;
        return -1;
    }
    errno = before;
    return 0;
}

static int turned_sem_wait(sem_t *semaphore) {
    turn_thread *self = turn_enter_for(semaphore, __builtin_frame_address(0));
    return self == NULL ? real_sem_wait(semaphore) : wait_for(self, semaphore, TURN_NEVER);
}

static int turned_sem_timedwait(sem_t *semaphore, const struct timespec *time) {
    turn_thread *self = turn_enter_for(semaphore, __builtin_frame_address(0));
    if (self == NULL) return real_sem_timedwait(semaphore, time);
    return wait_for(self, semaphore, turn_deadline(time, CLOCK_REALTIME));
}

static int turned_sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *time) {
    turn_thread *self = turn_enter_for(semaphore, __builtin_frame_address(0));
    if (self == NULL) return real_sem_clockwait(semaphore, clock, time);
    return wait_for(self, semaphore, turn_deadline(time, clock));
}

static int turned_sem_trywait(sem_t *semaphore) {
    turn_thread *self = turn_enter_for(semaphore, __builtin_frame_address(0));
    if (self != NULL && turn_is_asked_by_program(self)) turn_point(self, TURN_SEMAPHORE);
    return real_sem_trywait(semaphore);
}

static int turned_sem_post(sem_t *semaphore) {
    turn_thread *self = turn_enter_for(semaphore, __builtin_frame_address(0));
    if (self != NULL && turn_is_asked_by_program(self)) turn_point(self, TURN_WAKE);
    int status = real_sem_post(semaphore);
    if (turns_on()) turn_wake_one(semaphore);
    return status;
}

const turn_function turn_semaphore_functions[] = {
    STANDS_FOR(sem_wait), STANDS_FOR(sem_trywait),   STANDS_FOR(sem_timedwait), STANDS_FOR(sem_clockwait),
    STANDS_FOR(sem_post), {NULL, NULL, NULL}};

#endif
