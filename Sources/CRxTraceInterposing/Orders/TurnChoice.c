#define _GNU_SOURCE
#include "RawCalls.h"
#include "TurnEnd.h"
#include "TurnLog.h"
#include "TurnOrder.h"
#include "TurnState.h"
#include "TurnSteps.h"
#include "TurnTime.h"

#if HAS_TURNS

// How often time may jump without progress before the process counts as idle. Otherwise it would never: libdispatch's
// own timer fires every second for good.
enum { IDLE_JUMPS = 200 };

static uint64_t progress_at_jump, idle_jumps, idle_since;

// Whether nothing that the program does can come any more.
static bool is_idle(void) {
    bool expects = turn_now() <= turn_expected_until() || turn_now() - idle_since <= turn_longest_interval();
    return idle_jumps > IDLE_JUMPS && !expects && turns.last_of_all == NULL;
}

// Whether a blocked thread waits for work, timers or queues' events. Up to the work that it finds it does nothing that
// others see, so it goes on to there at once, without a choice.
static bool is_of_pool(const turn_thread *thread) {
    if (thread->polls_inside) return false;
    return thread->kind == TURN_DESCRIPTORS || (thread->is_asked_by_runtime && thread->kind != TURN_SYNC);
}

// Whether others may cancel or change a timer before its handler begins: when it is due, libdispatch's manager looks which timers are,
// and has a thread of the pool look whether they still are to fire.
static bool finds_timer(const turn_thread *thread) {
    if (!(turns.sees & SEES_TIMERS)) return false;
    return turns.jumps ? thread->is_manager : turn_current != NULL && turn_current->is_manager;
}

void turn_make_ready(turn_thread *thread) {
    if (thread->state == TURN_READY) return;
    if (thread->state != TURN_RUNNING) turn_note_woken(thread);
    if (thread->state != TURN_RUNNING && !thread->is_background) turns.enabled++;
    thread->is_at_point = thread->state == TURN_RUNNING || turns.wakes_at_point || finds_timer(thread) || !is_of_pool(thread);
    thread->state = TURN_READY;
    thread->since = ++turns.order;
    if (!thread->is_background) turns.ready_count++;
}

void turn_make_running(turn_thread *thread) {
    if (thread->state == TURN_READY && !thread->is_background) turns.ready_count--;
    thread->state = TURN_RUNNING;
    thread->gives_way = false;
}

static bool may_run(const turn_thread *thread) {
    if (thread->state != TURN_READY) return false;
    return turns.last_of_all == NULL ? !thread->is_background : turns.last_of_all == thread;
}

// Makes the threads ready whose descriptors are ready. Returns whether there were any.
bool turn_look_at_descriptors(void) {
    bool is_any_ready = false;
    for (uint32_t index = 0; index < turns.thread_count; index++) {
        turn_thread *thread = &turns.threads[index];
        if (thread->state != TURN_BLOCKED || thread->polled == NULL) continue;
        if (raw_poll(thread->polled, thread->polled_count) <= 0) continue;
        thread->is_timed_out = false;
        turn_make_ready(thread);
        is_any_ready = true;
    }
    return is_any_ready;
}

static uint64_t next_deadline(void) {
    uint64_t next = turn_next_timer();
    for (uint32_t index = 0; index < turns.thread_count; index++) {
        if (turns.threads[index].state == TURN_BLOCKED && turns.threads[index].deadline < next) next = turns.threads[index].deadline;
    }
    return next;
}

bool turn_wake_due(void) {
    bool is_any_ready = false;
    // In the order of deadlines, and for equal ones in the order in which the threads began to wait.
    for (;;) {
        turn_thread *first = NULL;
        for (uint32_t index = 0; index < turns.thread_count; index++) {
            turn_thread *thread = &turns.threads[index];
            if (thread->state != TURN_BLOCKED || thread->deadline > turn_now()) continue;
            bool is_earlier = first == NULL || thread->deadline < first->deadline ||
                              (thread->deadline == first->deadline && thread->since < first->since);
            if (is_earlier) first = thread;
        }
        if (first == NULL) break;
        first->is_timed_out = true;
        if (!first->is_background && !first->is_bystander && first->polled == NULL) turns.progress++;
        turn_make_ready(first);
        is_any_ready = true;
    }
    if (turn_fire_timers()) is_any_ready |= turn_look_at_descriptors();
    return is_any_ready;
}

// Lets time pass until something is due. Returns false if nothing is, or if the process is idle.
static bool jump(void) {
    uint64_t next = next_deadline();
    if (next == TURN_NEVER) return false;
    idle_jumps = turns.progress == progress_at_jump ? idle_jumps + 1 : 0;
    if (idle_jumps == 0) idle_since = turn_now();
    progress_at_jump = turns.progress;
    if (is_idle()) return false;
    turn_await(next);
    turns.jumps = true;
    turn_wake_due();
    turns.jumps = false;
    return true;
}

// The threads that can go on, the usual one first: the one that was chosen last, then the others, the longest waiting
// first. Of those that give way the longest waiting is the usual one, so that two that spin until the other has done its part
// go on by turns. Returns how many.
static size_t find_ready(bool are_giving_way, turn_thread **found) {
    const turn_thread *first = are_giving_way ? NULL : turns.chosen_last;
    size_t count = 0;
    for (uint32_t index = 0; index < turns.thread_count; index++) {
        turn_thread *thread = &turns.threads[index];
        if (!may_run(thread) || thread->gives_way != are_giving_way) continue;
        size_t place = count++;
        while (place > 0 && found[place - 1] != first &&
               (thread == first || turn_is_before(thread, found[place - 1]))) {
            found[place] = found[place - 1];
            place--;
        }
        found[place] = thread;
    }
    // Only one of several interchangeable threads is a choice.
    size_t kept = 0;
    for (size_t index = 0; index < count; index++) {
        bool is_like_another = false;
        for (size_t other = 0; other < kept && found[index]->like != 0; other++) {
            is_like_another |= found[other]->like == found[index]->like;
        }
        if (!is_like_another) found[kept++] = found[index];
    }
    return kept;
}

static turn_thread *find_on_the_way(void) {
    turn_thread *first = NULL;
    for (uint32_t index = 0; index < turns.thread_count; index++) {
        turn_thread *thread = &turns.threads[index];
        if (!may_run(thread) || thread->is_at_point || thread->gives_way) continue;
        if (first == NULL || turn_is_before(thread, first)) first = thread;
    }
    return first;
}

static turn_thread *find_background(void) {
    turn_thread *first = NULL;
    for (uint32_t index = 0; index < turns.thread_count; index++) {
        turn_thread *thread = &turns.threads[index];
        if (thread->state != TURN_READY || !thread->is_background) continue;
        if (first == NULL || turn_is_before(thread, first)) first = thread;
    }
    return first;
}

turn_thread *turn_choose_next(void) {
    turn_thread *found[TURN_THREADS];
    for (;;) {
        if (atomic_exchange_explicit(&turns.descriptors_changed, false, memory_order_relaxed)) turn_look_at_descriptors();
        turn_thread *on_the_way = find_on_the_way();
        if (on_the_way != NULL) return on_the_way;
        size_t count = find_ready(false, found);
        if (count == 0) count = find_ready(true, found);
        if (count > 0) {
            bool is_chosen = count > 1 && turns.varies == VARIES;
            size_t choice = is_chosen ? turn_choose(found, count) : 0;
            if (is_chosen) turn_log_turn(found, count, choice, false);
            return turns.chosen_last = found[choice];
        }
        if (turn_look_at_descriptors()) continue;
        turn_thread *background = find_background();
        if (background != NULL) return background;
        if (turns.outside_count > 0) return NULL;
        // A timer that is due before the answer of a socket is none of its order: time passes as it does outside.
        if (turn_is_outside_watched() && turns.last_of_all == NULL) return NULL;
        if (jump()) continue;
        if (turns.last_of_all != NULL) {
            // The thread that ends the process waits for others.
            turns.last_of_all = NULL;
            continue;
        }
        turns.last_of_all = turn_tell_deadlock(turns.threads, turns.thread_count);
        if (turns.last_of_all->state == TURN_OUTSIDE || turns.last_of_all->state == TURN_ENDED) turn_end_process();
        return turns.last_of_all;
    }
}

#endif
