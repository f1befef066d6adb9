#define _GNU_SOURCE
#include "TurnOwed.h"
#include "TurnCalls.h"
#include "TurnObjects.h"
#include "TurnState.h"
#include "TurnSteps.h"

#if HAS_TURNS

_Thread_local bool turn_is_owed;

bool turn_may_owe_signal(const turn_thread *self) {
    return self != NULL && self->hushed == 0 && turn_program_steps > 0 && !turns.tries_semaphores && turn_sees_calls();
}

void turn_owe(turn_thread *self, rxtrace_turn_kind kind, uint32_t place) {
    // Of no kind behind which a point is part of the last one: there was none.
    self->kind = kind == TURN_HANDED_ON ? TURN_HAND_ON : kind;
    self->owed = kind;
    self->owed_at = place;
    self->looked_up = 0;
    turn_share_objects(self);
    turn_is_owed = true;
}

static bool is_all_seen(void) {
    return turn_program_tells() && turn_sees_calls();
}

bool turn_may_owe_for_work(const turn_thread *self) { return self->hushed == 0 && is_all_seen(); }

void turn_owe_for_work(turn_thread *self, uint32_t place) {
    if (is_all_seen()) turn_owe(self, TURN_HANDED_ON, place);
    else turn_point_behind_work(self, place, false);
}

void turn_pay(const uintptr_t *frame) {
    if (!turn_is_owed) return;
    turn_thread *self = turn_enter_told(frame);
    if (self == NULL) return;
    if (self->owed == TURN_HANDED_ON) turn_point_behind_work(self, self->owed_at, true);
    else turn_point(self, (rxtrace_turn_kind)self->owed);
}

void turn_begin_seen(const uintptr_t *frame) {
    turn_pay(frame);
    turn_show();
}

turn_thread *turn_enter_dispatch_seen(const uintptr_t *frame) {
    if (turn_enter_dispatch(frame) == NULL) return NULL;
    turn_begin_seen(frame);
    // Behind the point that was owed, another step does it.
    return turn_enter_dispatch(frame);
}

#endif
