// The lives of the threads under control, from the process's first thread on.

#define _GNU_SOURCE
#include "RawCalls.h"
#include "TurnEnd.h"
#include "TurnInside.h"
#include "TurnLog.h"
#include "TurnOrder.h"
#include "TurnRaces.h"
#include "TurnState.h"
#include "TurnSteps.h"
#include "TurnVariables.h"

#if HAS_TURNS

static uint32_t next_number, next_background = 1 << 15;
static pthread_key_t end_key;

turn_thread *turn_all(void) { return turns.threads; }

turn_thread *turn_new_thread(void *(*work)(void *), void *context, bool is_of_pool) {
    turn_take();
    uint32_t index = 0;
    while (index < turns.thread_count && turns.threads[index].state != TURN_FREE && turns.threads[index].state != TURN_ENDED) index++;
    // A thread that joins an ended one knows it by its entry, so entries are reused only when half of them are taken.
    if (index < turns.thread_count && turns.thread_count < TURN_THREADS / 2) index = turns.thread_count;
    turn_thread *made = index == TURN_THREADS ? NULL : &turns.threads[index];
    if (made != NULL) {
        if (index == turns.thread_count) turns.thread_count++;
        bool is_background = rxtrace_makes_own_threads();
        uint32_t number = is_background ? next_background++ : next_number++;
        *made = (turn_thread){.number = number, .work = work, .context = context, .deadline = TURN_NEVER};
        made->is_asked_by_runtime = is_of_pool;
        made->is_background = is_background;
        made->like = context == NULL ? 0 : (uintptr_t)work * 31 + (uintptr_t)context;
        turn_make_ready(made);
        turns.progress++;
    }
    turn_release();
    return made;
}

void turn_forget_thread(turn_thread *thread) {
    turn_take();
    if (thread->state == TURN_READY && !thread->is_background) turns.ready_count--;
    thread->state = TURN_FREE;
    turn_release();
}

// A key's destructor that sets its key again runs again, four times in all. In the last round all others have run.
static void end_thread(void *pointer) {
    turn_thread *self = pointer;
    if (++self->rounds < 4) {
        pthread_setspecific(end_key, self);
        return;
    }
    if (turn_enter_from(__builtin_frame_address(0)) == NULL) return;
    turn_wake(self, TURN_THREADS);
    turn_end_part();
    turn_take();
    self->state = TURN_ENDED;
    turns.leaving = self->kernel_number;
    turns.progress++;
    turn_current = NULL;
    turn_give(turn_choose_next());
    turn_begin_step(turns.holder);
    turn_release();
    if (turn_is_deadlock() && turns.last_of_all == self) turn_end_process();
}

void *turn_run_thread(void *pointer) {
    turn_thread *self = pointer;
    self->kernel_number = (int)raw_call(SYS_gettid, 0, 0, 0, 0, 0, 0);
    turn_current = self;
    self->is_inside = true;
    pthread_setspecific(end_key, self);
    self->is_inside = false;
    turn_wait_for_turn(self);
    turn_note_stack(self);
    self->enabled_then = turns.enabled;
    return self->work(self->context);
}

turn_thread *turn_find_thread(pthread_t handle) {
    turn_thread *found = NULL;
    for (uint32_t index = 0; index < turns.thread_count; index++) {
        turn_thread *thread = &turns.threads[index];
        if (thread->state == TURN_FREE || !pthread_equal(thread->handle, handle)) continue;
        if (found == NULL || thread->number > found->number) found = thread;
    }
    return found;
}

// A forked child has one thread and is not under control.
static void let_go(void) {
    atomic_store(&turns_are_on, false);
    atomic_store(&rxtrace_switching_point, NULL);
    turn_current = NULL;
}

void turn_begin(const char *wanted) {
    turn_thread *self = turn_new_thread(NULL, NULL, false);
    self->kernel_number = (int)raw_call(SYS_gettid, 0, 0, 0, 0, 0, 0);
    self->handle = pthread_self();
    self->like = 0;
    atomic_store(&self->go, 1);
    turn_make_running(self);
    turns.holder = self;
    turn_current = self;
    pthread_key_create(&end_key, end_thread);
    pthread_setspecific(end_key, self);
    pthread_atfork(turn_share_descriptors, NULL, let_go);
    turn_begin_variables(self);
    turn_begin_races();
    turn_read_order(wanted);
    turn_ask_for_touches();
    if (turn_get_log() != NULL) turn_get_log()->wanted_left = turn_wanted_left();
    turn_begin_step(self);
    atomic_store(&turns_are_on, true);
    atomic_store(&rxtrace_switching_point, turn_reach);
}

#endif
