#define _GNU_SOURCE
#include "RawCalls.h"
#include "TurnFiles.h"
#include "TurnEnd.h"
#include "TurnLog.h"
#include "TurnState.h"
#include "TurnSteps.h"
#include "TurnTime.h"
#include "TurnWatch.h"

#if HAS_TURNS

_Atomic(bool) turns_are_on;
turn_shared turns;
_Thread_local turn_thread *turn_current;

static atomic_flag lock = ATOMIC_FLAG_INIT;

bool turn_is_any_ready(void) { return turns.ready_count > 0; }

void turn_take(void) {
    while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire)) raw_yield();
}

// Whoever is given the turn is woken behind the lock: it runs at once, on the same processor, and would find the lock taken by a
// thread that cannot let go of it meanwhile.
void turn_release(void) {
    turn_thread *given = turns.given;
    turns.given = NULL;
    atomic_flag_clear_explicit(&lock, memory_order_release);
    if (given != NULL) raw_wake(&given->go);
}

void turn_change_descriptors(void) { atomic_store_explicit(&turns.descriptors_changed, true, memory_order_relaxed); }

void turn_give(turn_thread *next) {
    turns.holder = next;
    if (next == NULL) return;
    turn_make_running(next);
    if (next->go != 0) return;
    atomic_store_explicit(&next->go, 1, memory_order_release);
    turns.given = next;
}

// Behind its last turn, a thread gives the C library its stack and what it kept of the heap. Until then the next thread waits:
// otherwise chance would decide at which addresses that one's memory lies.
static void wait_until_left(void) {
    int number = turns.leaving;
    if (number == 0) return;
    turns.leaving = 0;
    while (!turn_has_left(number)) raw_yield();
}

void turn_wait_for_turn(turn_thread *self) {
    atomic_store_explicit(&self->waits_for_turn, true, memory_order_relaxed);
    while (atomic_load_explicit(&self->go, memory_order_acquire) == 0) raw_wait(&self->go, 0);
    wait_until_left();
    atomic_store_explicit(&self->waits_for_turn, false, memory_order_relaxed);
    self->like = 0;
    self->streak = 0;
    if (turn_is_deadlock() && turns.last_of_all == self) turn_end_process();
}

void turn_pass(turn_thread *self, turn_thread *next) {
    turns.points++;
    turn_begin_step(next);
    if (next == self) {
        turn_make_running(self);
        turns.holder = self;
        turn_release();
        if (turn_is_deadlock() && turns.last_of_all == self) turn_end_process();
        return;
    }
    atomic_store_explicit(&self->go, 0, memory_order_relaxed);
    turn_give(next);
    turn_release();
    turn_wait_for_turn(self);
}

// Of the program's threads the one that waits for longest at a known place; NULL for none.
static const turn_thread *find_waiting(void) {
    const turn_thread *first = NULL;
    for (uint32_t index = 0; index < turns.thread_count; index++) {
        const turn_thread *thread = &turns.threads[index];
        if (thread->state != TURN_BLOCKED || thread->is_background || thread->place == 0) continue;
        if (first == NULL || turn_is_before(thread, first)) first = thread;
    }
    return first;
}

void turn_note_outside(const turn_thread *thread) {
    turn_lose_steps();
    turn_log *log = turn_get_log();
    if (log == NULL) return;
    log->out_of_sight++;
    if (thread == NULL) thread = find_waiting();
    if (thread != NULL) log->out_of_sight_place = turn_place_in(thread->place);
}

static void come_back(turn_thread *self) {
    turn_take();
    if (self->state == TURN_OUTSIDE) {
        turns.outside_count--;
        self->made_source = NULL;
        atomic_store_explicit(&self->go, 0, memory_order_relaxed);
        turn_make_ready(self);
        if (turns.holder == NULL) turn_give(turn_choose_next());
        turn_release();
        turn_wait_for_turn(self);
        return;
    }
    turn_release();
}

static turn_thread *enter(const uintptr_t *frame) {
    turn_thread *self = turn_current;
    if (self == NULL || self->is_inside || !turns_on()) return NULL;
    if (self->state == TURN_OUTSIDE) come_back(self);
    self->frame = frame;
    return self;
}

static turn_thread *enter_as(turn_entered entered, const void *lock, const uintptr_t *frame) {
    turn_thread *self = enter(frame);
    if (self == NULL || self->hushed > 0) return self;
    bool is_of_runtime = entered != ENTERED_TOLD && entered != ENTERED_LOCK && turn_is_asked_by_runtime(self);
    self->entered = (uint8_t)(is_of_runtime ? ENTERED_POOL : entered);
    self->entered_for = lock;
    turn_touch_entered(self);
    if (entered != ENTERED_TOLD && rxtrace_is_called_by_tasks(frame)) turn_use_more_than_queues();
    return self;
}

turn_thread *turn_enter_told(const uintptr_t *frame) { return enter_as(ENTERED_TOLD, NULL, frame); }

turn_thread *turn_enter_events(const uintptr_t *frame) { return enter_as(ENTERED_EVENTS, NULL, frame); }

// What libdispatch and the runtime of tasks do by themselves, to their queues and tasks, is theirs alone.
turn_thread *turn_enter_from(const uintptr_t *frame) { return enter_as(ENTERED_ANYTHING, NULL, frame); }

turn_thread *turn_enter_dispatch(const uintptr_t *frame) {
    turn_thread *self = enter_as(ENTERED_DISPATCH, NULL, frame);
    return self == NULL || turn_is_asked_by_runtime(self) ? NULL : self;
}

// Locks of the standard library guard what it finds out about types, which is the same whoever does first.
turn_thread *turn_enter_for(const void *lock, const uintptr_t *frame) {
    bool shows = !rxtrace_is_own_lock(lock) && !turn_is_of_quiet_file(frame[1]);
    return enter_as(shows ? ENTERED_LOCK : ENTERED_TOLD, lock, frame);
}

void turn_go_outside(turn_thread *self) {
    turn_take();
    self->state = TURN_OUTSIDE;
    turns.outside_count++;
    turn_note_outside(self);
    turn_give(turn_choose_next());
    turn_release();
}

turn_thread *turn_holder(uint64_t *count) {
    *count = turns.points;
    return turns.holder;
}

void turn_take_from(turn_thread *thread, uint64_t count) {
    turn_take();
    // A thread that has been given the turn may not have woken up yet.
    if (turns.holder == thread && turns.points == count && !atomic_load(&thread->waits_for_turn)) {
        thread->state = TURN_OUTSIDE;
        turns.outside_count++;
        turn_note_outside(thread);
        turn_give(turn_choose_next());
    }
    turn_release();
}

void turn_pass_time(uint64_t nanoseconds) {
    turn_take();
    if (turns.holder == NULL) {
        turn_advance(nanoseconds);
        turn_wake_due();
        turn_look_at_descriptors();
        turn_give(turn_choose_next());
    }
    turn_release();
}

bool turn_is_asked_by_program(const turn_thread *self) {
    return !self->is_background && rxtrace_call_of_program(self->frame).frame != NULL;
}

bool turn_is_asked_by_runtime(const turn_thread *self) { return rxtrace_is_called_by_runtime(self->frame); }

void turn_note_held(turn_thread *self, const void *key) {
    for (int index = 0; index < HELD_LOCKS; index++) {
        if (self->held[index].key != NULL) continue;
        self->held[index] = (turn_lock_held){key, turn_place(self, self->frame)};
        return;
    }
}

void turn_note_released(turn_thread *self, const void *key) {
    for (int index = HELD_LOCKS - 1; index >= 0; index--) {
        if (self->held[index].key != key) continue;
        self->held[index].key = NULL;
        return;
    }
}

#endif
