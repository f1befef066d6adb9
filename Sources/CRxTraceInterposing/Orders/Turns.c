#define _GNU_SOURCE
#include "RawCalls.h"
#include "TurnEnd.h"
#include "TurnLog.h"
#include "TurnOrder.h"
#include "TurnOwed.h"
#include "TurnState.h"
#include "TurnTime.h"

#if HAS_TURNS

// How many points a thread passes while others could go on before it has to give way, because it may spin and wait for
// them. After the first time there are fewer, in varying number: at one point of its loop it may hold a lock that they
// want.
enum { LONGEST_STREAK = 2000, LATER_STREAK = 50 };

static bool has_gone_on_for_long(turn_thread *self) {
    if (++self->streak <= (self->spins == 0 ? LONGEST_STREAK : LATER_STREAK + self->spins % LATER_STREAK)) return false;
    self->spins++;
    return true;
}

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

void turn_wait_for_turn(turn_thread *self) {
    atomic_store_explicit(&self->waits_for_turn, true, memory_order_relaxed);
    while (atomic_load_explicit(&self->go, memory_order_acquire) == 0) raw_wait(&self->go, 0);
    atomic_store_explicit(&self->waits_for_turn, false, memory_order_relaxed);
    self->like = 0;
    self->streak = 0;
    if (turn_is_deadlock() && turns.last_of_all == self) turn_end_process();
}

// Passes the turn to `next`. Called under the lock, which it releases.
static void pass(turn_thread *self, turn_thread *next) {
    turns.points++;
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
    turn_log *log = turn_get_log();
    if (log == NULL) return;
    log->out_of_sight++;
    if (thread == NULL) thread = find_waiting();
    if (thread != NULL) log->out_of_sight_place = thread->place;
}

static void come_back(turn_thread *self) {
    turn_take();
    if (self->state == TURN_OUTSIDE) {
        turns.outside_count--;
        atomic_store_explicit(&self->go, 0, memory_order_relaxed);
        turn_make_ready(self);
        if (turns.holder == NULL) turn_give(turn_choose_next());
        turn_release();
        turn_wait_for_turn(self);
        return;
    }
    turn_release();
}

turn_thread *turn_enter_from(const uintptr_t *frame) {
    turn_thread *self = turn_current;
    if (self == NULL || self->is_inside || !turns_on()) return NULL;
    if (self->state == TURN_OUTSIDE) come_back(self);
    self->frame = frame;
    return self;
}

void turn_go_outside(turn_thread *self) {
    turn_take();
    self->state = TURN_OUTSIDE;
    turns.outside_count++;
    turn_note_outside(self);
    turn_give(turn_choose_next());
    turn_release();
}

static void switch_at(turn_thread *self, rxtrace_turn_kind kind, bool is_last, uint32_t place) {
    turns.points++;
    self->dispose_frame = 0;
    self->unmerged = self->undescribed = NULL;
    turn_is_owed = false;
    self->call = (turn_operation_call){0};
    if (!self->is_background && !self->is_bystander) turns.progress++;
    if (turns.ready_count == 0 && !atomic_load_explicit(&turns.descriptors_changed, memory_order_relaxed)) {
        self->kind = kind;
        self->enabled_then = turns.enabled;
        return;
    }
    self->place = place != 0 ? place : turn_place(self, self->frame);
    self->kind = kind;
    turn_take();
    self->gives_way = has_gone_on_for_long(self) || is_last;
    turn_make_ready(self);
    pass(self, turn_choose_next());
    self->enabled_then = turns.enabled;
}

static bool is_hushed(const turn_thread *self) {
    return self->hushed > 0 || self->is_background || rxtrace_is_suppressed();
}

// Kinds of points after which a thread does nothing at first that others may see.
static bool only_goes_on(rxtrace_turn_kind kind) {
    return kind == TURN_WORK || kind == TURN_BEGINS || kind == TURN_HANDED_ON || kind == TURN_GROUP || kind == TURN_JOIN ||
           kind == TURN_SLEEP;
}

void turn_point(turn_thread *self, rxtrace_turn_kind kind) {
    if (is_hushed(self)) return;
    // Since its last point, the thread has neither done nor read what others may see or change, nor made or woken a thread.
    // So what others may do before this point, they could do before the last one. In the runtime's calls, that is not
    // known.
    bool only_goes_on_now = only_goes_on(self->kind) && self->unmerged == NULL && self->undescribed == NULL;
    if (only_goes_on_now && self->enabled_then == turns.enabled && !turn_is_asked_by_runtime(self)) {
        self->kind = kind;
        return;
    }
    switch_at(self, kind, false, 0);
}

void turn_point_of_work(turn_thread *self, uint32_t place) {
    if (!is_hushed(self)) switch_at(self, TURN_WORK, false, place);
}

void turn_point_behind_work(turn_thread *self, uint32_t place) {
    if (!is_hushed(self)) switch_at(self, TURN_HANDED_ON, false, place);
}

void turn_yield(turn_thread *self) { switch_at(self, TURN_YIELD, true, 0); }

void turn_begin_whole(turn_thread *self, rxtrace_turn_kind kind) {
    if (self == NULL) return;
    // Waiting for a group changes nothing, so it is no point.
    if (kind != TURN_GROUP) turn_point(self, kind);
    turn_hush(self, kind);
}

void turn_hush(turn_thread *self, rxtrace_turn_kind kind) {
    if (self->hushed++ > 0) return;
    self->whole_frame = self->frame;
    self->whole = (uint8_t)kind;
    self->enabled_before = turns.enabled;
}

// The work that was handed on may see what this thread does next, even without a switching point there. So this is one.
void turn_end_whole(turn_thread *self) {
    if (self == NULL || --self->hushed > 0 || turns.enabled == self->enabled_before) return;
    if (self->whole == TURN_HAND_ON && self->handed_at != 0 && !is_hushed(self)) turn_owe_for_work(self, self->handed_at);
}

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
    self->is_asked_by_runtime = self->hushed == 0 && turn_is_asked_by_runtime(self);
    turn_take();
    self->key = key;
    self->deadline = deadline;
    self->since = ++turns.order;
    self->is_timed_out = false;
    self->state = TURN_BLOCKED;
    if (deadline <= turn_now()) {
        self->is_timed_out = true;
        turn_make_ready(self);
    }
    pass(self, turn_choose_next());
    self->enabled_then = turns.enabled;
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
    turn_take();
    turn_thread *woken = first_waiting(key, NULL);
    size_t count = woken == NULL || turns.varies != VARIES ? 0 : find_all_waiting(key, found);
    if (count > 1 && woken == found[0]) {
        size_t choice = turn_choose(found, count);
        turn_log_turn(found[0], found[choice], count, choice);
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
    turn_take();
    turn_thread *first = first_waiting(key, NULL);
    *others = first != NULL && first_waiting(key, first) != NULL;
    if (first != NULL) turn_make_ready(first);
    turns.progress++;
    turn_release();
    return first;
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
