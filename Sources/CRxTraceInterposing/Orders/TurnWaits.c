// Waiting for an address, and waking who waits there.

#define _GNU_SOURCE
#include "TurnDescriptors.h"
#include "TurnLog.h"
#include "TurnOrder.h"
#include "TurnState.h"
#include "TurnSteps.h"
#include "TurnTime.h"

#if HAS_TURNS

// Who waits for a queue or a group waits within libdispatch, from where frame pointers do not lead to the program.
static const uintptr_t *frame_of_wait(const turn_thread *self, rxtrace_turn_kind kind) {
    if (self->hushed > 0) return self->whole_frame;
    return kind == TURN_SYNC && self->sync_frame != NULL ? self->sync_frame : self->frame;
}

bool turn_block(turn_thread *self, const void *key, uint64_t deadline, rxtrace_turn_kind kind) {
    // What the recorder itself does has no place in the program.
    if (!rxtrace_is_suppressed()) self->place = turn_place(self, frame_of_wait(self, kind));
    self->kind = self->hushed > 0 ? self->whole : kind;
    turn_is_owed = false;
    self->made_source = NULL;
    self->is_asked_by_runtime = self->hushed == 0 && turn_is_asked_by_runtime(self);
    turn_touch_key(self, key == NULL ? self : key);
    turn_take();
    self->key = key;
    self->deadline = deadline;
    self->since = ++turns.order;
    self->is_timed_out = false;
    self->state = TURN_BLOCKED;
    bool is_over_at_once = deadline <= turn_now();
    bool polls_for_time = self->is_asked_by_runtime && !turn_runtime_polls_others();
    if (is_over_at_once) {
        self->is_timed_out = true;
        turn_make_ready(self);
    }
    turn_pass(self, turn_choose_next());
    self->enabled_then = turns.enabled;
    turn_touch_entered(self);
    // What all had done by then may have led to that.
    bool polls_others = self->polled != NULL && !polls_for_time && self->entered != ENTERED_EVENTS;
    if (is_over_at_once || polls_others) turn_touch_all();
    self->key = NULL;
    self->deadline = TURN_NEVER;
    return !self->is_timed_out;
}

static turn_thread *first_waiting(const void *key, const turn_thread *after) {
    turn_thread *first = NULL;
    for (uint32_t index = 0; index < turns.thread_count; index++) {
        turn_thread *thread = &turns.threads[index];
        if (thread->state != TURN_BLOCKED || thread->key != key || (after != NULL && !turn_is_before(after, thread))) continue;
        if (first == NULL || turn_is_before(thread, first)) first = thread;
    }
    return first;
}

int turn_wake(const void *key, int count) {
    int woken = 0;
    if (turn_current != NULL) turn_touch_key(turn_current, key);
    turn_take();
    for (turn_thread *next; woken < count && (next = first_waiting(key, NULL)) != NULL; woken++) turn_make_ready(next);
    if (woken > 0) turns.progress++;
    if (woken > 0 && turns.holder == NULL && turns.outside_count > 0) turn_give(turn_choose_next());
    turn_release();
    return woken;
}

// Of the program's threads those that wait for the key, the longest waiting first. Returns how many.
static size_t find_all_waiting(const void *key, turn_thread **found) {
    size_t count = 0;
    for (turn_thread *next = first_waiting(key, NULL); next != NULL; next = first_waiting(key, next)) {
        if (!next->is_background && !next->is_asked_by_runtime) found[count++] = next;
    }
    return count;
}

bool turn_wake_one(const void *key) {
    turn_thread *found[TURN_THREADS];
    if (turn_current != NULL) turn_touch_key(turn_current, key);
    turn_take();
    turn_thread *woken = first_waiting(key, NULL);
    size_t count = woken == NULL || turns.varies != VARIES ? 0 : find_all_waiting(key, found);
    if (count > 1 && woken == found[0]) {
        size_t choice = turn_choose(found, count);
        turn_log_turn(found, count, choice, true);
        woken = found[choice];
    }
    if (woken != NULL) {
        turn_make_ready(woken);
        turns.progress++;
        if (turns.holder == NULL && turns.outside_count > 0) turn_give(turn_choose_next());
    }
    turn_release();
    return woken != NULL;
}

turn_thread *turn_wake_first(const void *key, bool *others) {
    if (turn_current != NULL) turn_touch_key(turn_current, key);
    turn_take();
    turn_thread *first = first_waiting(key, NULL);
    *others = first != NULL && first_waiting(key, first) != NULL;
    if (first != NULL) turn_make_ready(first);
    turns.progress++;
    turn_release();
    return first;
}

#endif
