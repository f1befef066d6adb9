// libdispatch's sources: timers among them, and what queues have in common with them.

#define _GNU_SOURCE
#include "TurnHandOn.h"
#include "TurnOwed.h"
#include "TurnQueues.h"
#include "TurnSlots.h"
#include "TurnState.h"
#include "TurnSteps.h"
#include "TurnTime.h"
#include "TurnVariables.h"

#if HAS_TURNS

typedef void *object;

REAL(void, dispatch_resume, object);
REAL(void, dispatch_suspend, object);
REAL(void, dispatch_activate, object);
REAL(object, dispatch_source_create, const void *, uintptr_t, unsigned long, object);
REAL(void, dispatch_source_cancel, object);
REAL(long, dispatch_source_testcancel, object);
REAL(void, dispatch_source_merge_data, object, unsigned long);
REAL(void, dispatch_source_set_timer, object, uint64_t, uint64_t, uint64_t);

static object turned_dispatch_source_create(const void *type, uintptr_t handle, unsigned long mask, object queue) {
    object source = real_dispatch_source_create(type, handle, mask, queue);
    turn_thread *self = turn_enter_told(__builtin_frame_address(0));
    if (self == NULL || turn_is_asked_by_runtime(self)) return source;
    self->made_source = source;
    return source;
}

// Whether the program's own code asks for it, directly or by libdispatch's functions for Swift. The library's own timers look whether
// they are disposed of once their handler has begun.
static bool is_of_own_code(const uintptr_t *frame) {
    enum { CALLERS = 3 };
    for (int caller = 0; caller < CALLERS && frame != NULL; caller++, frame = rxtrace_caller_of(frame)) {
        if (turn_is_of_file((const void *)frame[1])) return turn_is_own_code(frame[1]);
    }
    return false;
}

// The program stops or changes a source, whose timer may be due by then.
static void note_change(turn_thread *self) {
    if (is_of_own_code(self->frame)) turn_ask_to_be_seen(SEES_TIMERS);
}

static turn_thread *begin(rxtrace_turn_kind kind, const uintptr_t *frame) {
    turn_thread *self = turn_enter_dispatch(frame);
    turn_begin_whole(self, kind);
    return self;
}

static turn_thread *begin_change(const uintptr_t *frame) {
    turn_thread *self = begin(TURN_WAKE, frame);
    if (self != NULL) note_change(self);
    return self;
}

// A source that the thread has made runs from now on.
static turn_thread *begin_run(const void *run, const uintptr_t *frame) {
    turn_thread *self = turn_current;
    if (turns_on() && self != NULL && self->made_source == run) self->made_source = NULL;
    return begin(TURN_WAKE, frame);
}

static void turned_dispatch_resume(object resumed) {
    turn_thread *self = begin_run(resumed, __builtin_frame_address(0));
    real_dispatch_resume(resumed);
    turn_end_whole(self);
}

static void turned_dispatch_activate(object activated) {
    turn_thread *self = begin_run(activated, __builtin_frame_address(0));
    real_dispatch_activate(activated);
    turn_end_whole(self);
}

static void turned_dispatch_suspend(object suspended) {
    turn_note_held_back(suspended);
    turn_thread *self = begin_change(__builtin_frame_address(0));
    real_dispatch_suspend(suspended);
    turn_end_whole(self);
}

static void turned_dispatch_source_cancel(object source) {
    turn_thread *self = begin_change(__builtin_frame_address(0));
    real_dispatch_source_cancel(source);
    turn_end_whole(self);
}

static long turned_dispatch_source_testcancel(object source) {
    turn_thread *self = begin(TURN_FLAG, __builtin_frame_address(0));
    long status = real_dispatch_source_testcancel(source);
    turn_end_whole(self);
    return status;
}

// The control looks by itself, which is no point. Behind it, the handler has begun: so the next point is no part of the last one.
bool turn_is_cancelled(void *source) {
    turn_thread *self = turns_on() ? turn_current : NULL;
    if (self == NULL || source == NULL || (turns.sees & SEES_TIMERS) == 0) return false;
    self->unmerged = self;
    bool before = self->is_inside;
    self->is_inside = true;
    bool is_cancelled = real_dispatch_source_testcancel(source) != 0;
    self->is_inside = before;
    return is_cancelled;
}

// Data that is merged before the handler has begun is handled in one run. So the thread that runs the handler may be chosen to go on at
// once or later; and before this thread, if it is one of the pool's, goes on with the handler itself, others may merge more.
static void turned_dispatch_source_merge_data(object source, unsigned long data) {
    turn_thread *turn = turn_hand_on(__builtin_frame_address(0));
    turns.wakes_at_point = true;
    real_dispatch_source_merge_data(source, data);
    turns.wakes_at_point = false;
    turn_handed_on(turn);
    if (turn != NULL) turn_point_behind_work(turn, turn->handed_at, false);
}

static void turned_dispatch_source_set_timer(object source, uint64_t start, uint64_t interval, uint64_t leeway) {
    turn_expect_at(start);
    // libdispatch takes INT64_MAX and more for a timer that is due once, and half the interval for the longest leeway (src/source.c).
    if (interval < INT64_MAX) turn_expect_each(interval + (leeway < interval / 2 ? leeway : interval / 2));
    bool is_seen = turns_on() && (turn_current == NULL || turn_current->made_source != source);
    turn_thread *self = is_seen ? turn_enter_dispatch_seen(__builtin_frame_address(0)) : NULL;
    if (self != NULL) note_change(self);
    real_dispatch_source_set_timer(source, start, interval, leeway);
}

const turn_function turn_source_functions[] = {
    STANDS_FOR(dispatch_resume),            STANDS_FOR(dispatch_suspend),
    STANDS_FOR(dispatch_activate),          STANDS_FOR(dispatch_source_create),
    STANDS_FOR(dispatch_source_cancel),     STANDS_FOR(dispatch_source_testcancel),
    STANDS_FOR(dispatch_source_merge_data), STANDS_FOR(dispatch_source_set_timer),
    {NULL, NULL, NULL}};

#endif
