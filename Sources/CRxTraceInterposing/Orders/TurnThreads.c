// Making, joining and yielding of threads. `pthread_create` itself is defined among the functions that hand on work.

#define _GNU_SOURCE
#include "RawCalls.h"
#include "TurnLog.h"
#include "TurnOwed.h"
#include "TurnRaces.h"
#include "TurnSlots.h"

#if HAS_TURNS

#include <errno.h>
#include <sched.h>

REAL(int, pthread_join, pthread_t, void **);
REAL(int, sched_yield, void);

int turn_create_thread(int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *), pthread_t *handle,
                       const pthread_attr_t *attributes, void *(*work)(void *), void *context, const uintptr_t *frame) {
    turn_thread *self = turn_enter_from(frame);
    if (self == NULL) return create(handle, attributes, work, context);
    // libdispatch's pool makes its threads at times of its own, so making one is no switching point.
    bool is_of_pool = turn_is_asked_by_runtime(self);
    if (!is_of_pool) turn_vary_from_hand_on(self, frame);
    // Nobody sees that a thread was made early.
    if (!is_of_pool && !turn_may_owe_for_work(self)) turn_point(self, TURN_HAND_ON);
    turn_thread *made = turn_new_thread(work, context, is_of_pool);
    if (made == NULL) return EAGAIN;
    if (!is_of_pool) made->place = made->work_at = turn_place(self, frame);
    self->is_inside = true;
    int status = create(handle, attributes, turn_run_thread, made);
    self->is_inside = false;
    if (status != 0) turn_forget_thread(made);
    else made->handle = *handle;
    if (status == 0 && !is_of_pool) turn_owe_for_work(self, turn_place(self, frame));
    return status;
}

static int turned_pthread_join(pthread_t handle, void **result) {
    turn_thread *self = ENTER();
    turn_thread *other = self == NULL ? NULL : turn_find_thread(handle);
    if (other != NULL) {
        uint32_t number = other->number;
        while (other->state != TURN_ENDED && other->number == number) turn_block(self, other, TURN_NEVER, TURN_JOIN);
        turn_come_behind(other);
    }
    return real_pthread_join(handle, result);
}

static int turned_sched_yield(void) {
    turn_thread *self = ENTER();
    if (self == NULL) return real_sched_yield();
    turn_yield(self);
    return 0;
}

const turn_function turn_thread_functions[] = {
    STANDS_FOR(pthread_join), STANDS_FOR(sched_yield), {NULL, NULL, NULL}};

#endif
