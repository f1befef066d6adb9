#define _GNU_SOURCE
#include "TurnEnd.h"
#include "RawCalls.h"
#include "TurnLog.h"
#include "TurnOrder.h"
#include "TurnState.h"

#if HAS_TURNS

#include <linux/futex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_over, has_main_task;

void turn_note_main_task(void) { has_main_task = true; }

bool turn_is_deadlock(void) { return is_over; }

static void write_name(const turn_thread *thread) {
    if (thread->number == 0) return turn_write_text("main");
    turn_write_text("thread ");
    turn_write_number(thread->number);
}

// Writes the number of a place, for which the reader of the log finds the source line.
static void write_place(uint32_t place) {
    place = turn_place_in(place);
    if (place == 0) return;
    turn_write_text(" at @");
    turn_write_number(place);
    turn_write_text(";");
}

static bool is_stuck(const turn_thread *thread);

static const turn_thread *holder_of(const turn_thread *threads, uint32_t count, const turn_thread *waiting,
                                    uint32_t *place) {
    for (uint32_t index = 0; index < count; index++) {
        for (int held = 0; held < HELD_LOCKS; held++) {
            if (threads[index].held[held].key != waiting->key || waiting->key == NULL) continue;
            *place = threads[index].held[held].place;
            return &threads[index];
        }
    }
    *place = 0;
    if (waiting->kind != TURN_FUTEX || waiting->key == NULL) return NULL;
    // The word of a `Mutex` holds the number of the thread that has locked it.
    uint32_t word = *(const uint32_t *)waiting->key & FUTEX_TID_MASK;
    for (uint32_t index = 0; index < count && word != 0; index++) {
        if ((uint32_t)threads[index].kernel_number == word) return &threads[index];
    }
    return NULL;
}

// The stuck thread that runs work of a queue.
static const turn_thread *thread_on(const void *queue, const turn_thread *threads, uint32_t count, const turn_thread *waiting) {
    for (uint32_t index = 0; index < count && queue != NULL; index++) {
        const turn_thread *thread = &threads[index];
        bool waits = thread->kind == TURN_SYNC;
        bool is_within = queue == (waits ? thread->outer_sync_queue : thread->sync_queue);
        if (thread != waiting && is_stuck(thread) && (thread->queue == queue || is_within)) return thread;
    }
    return NULL;
}

extern const char *dispatch_queue_get_label(const void *queue) __attribute__((weak));

// The reader of the log takes an at sign for a place.
static bool may_be_written(const char *label) {
    if (label == NULL || *label == 0) return false;
    for (; *label != 0; label++) {
        if (*label < ' ' || *label > '~' || *label == '@' || *label == '"') return false;
    }
    return true;
}

static void write_queue(const void *queue) {
    const char *label = queue == NULL || dispatch_queue_get_label == NULL ? NULL : dispatch_queue_get_label(queue);
    if (!may_be_written(label)) return turn_write_text(" waits for a queue");
    turn_write_text(" waits for queue \"");
    turn_write_text(label);
    turn_write_text("\"");
}

static const char *wanted(const turn_thread *thread) {
    switch (thread->kind) {
    case TURN_LOCK: return " waits for a lock";
    case TURN_CONDITION: return " waits for a condition that nobody signals";
    case TURN_SEMAPHORE: return " waits for a semaphore that nobody signals";
    case TURN_SYNC: return " waits for a queue";
    case TURN_GROUP: return " waits for a group or an item that does not end";
    case TURN_JOIN: return " waits for a thread that does not end";
    case TURN_FUTEX: return " waits for a lock or a task";
    case TURN_DESCRIPTORS:
        if (!thread->polls_inside) return NULL;
        return (thread->polled->events & POLLOUT) != 0 ? " waits for room that nobody makes" : " waits for bytes that nobody writes";
    case TURN_OUTPUT: return " waits for a stream that another thread prints to";
    default: return NULL;
    }
}

// Whether a thread is part of the deadlock. A pool's thread that waits for work is not, nor one that waits for timers
// or queues' events. Nor is one that waited before the order began to vary: it waits for the end of what is explored.
static bool is_stuck(const turn_thread *thread) {
    if (thread->since < turns.varies_since) return false;
    if (thread->state != TURN_BLOCKED || thread->is_background || (thread->polled != NULL && !thread->polls_inside)) return false;
    return thread->deadline == TURN_NEVER && wanted(thread) != NULL;
}

static void tell(const turn_thread *threads, uint32_t count, const turn_thread *thread) {
    write_name(thread);
    if (thread->kind == TURN_SYNC) write_queue(thread->sync_queue);
    else turn_write_text(wanted(thread));
    write_place(thread->place);
    const turn_thread *runner = thread->kind == TURN_SYNC ? thread_on(thread->sync_queue, threads, count, thread) : NULL;
    if (runner != NULL) {
        turn_write_text(", which ");
        write_name(runner);
        turn_write_text(" runs");
    }
    uint32_t place;
    const turn_thread *other = holder_of(threads, count, thread, &place);
    if (other != NULL) {
        turn_write_text(", which ");
        if (other == thread) turn_write_text("it");
        else write_name(other);
        turn_write_text(place != 0 ? " took" : " has");
        if (other == thread) turn_write_text(" itself");
        write_place(place);
    }
    turn_write_text("\n");
}

turn_thread *turn_tell_deadlock(turn_thread *threads, uint32_t count) {
    is_over = true;
    turn_log *log = turn_get_log();
    turn_thread *last = NULL;
    for (uint32_t index = 0; index < count; index++) {
        turn_thread *thread = &threads[index];
        if (is_stuck(thread)) tell(threads, count, thread);
        bool is_there = thread->state == TURN_BLOCKED && !thread->is_background;
        if (is_there && last == NULL) last = thread;
    }
    if (has_main_task && log != NULL && log->text_count == 0) {
        turn_write_text("the main task waits for a continuation or a task that nobody resumes\n");
    }
    if (log != NULL) log->ending = log->text_count > 0 ? ENDED_IN_DEADLOCK : ENDED_IDLE;
    return last == NULL ? threads : last;
}

void turn_end_process(void) {
    // A thread that never goes on may hold the stream's lock.
    if (ftrylockfile(stdout) == 0) {
        fflush(stdout);
        funlockfile(stdout);
    }
    rxtrace_write_before_ending();
    for (;;) raw_call(SYS_exit_group, STATUS_OF_DEADLOCK, 0, 0, 0, 0, 0);
}

#endif
