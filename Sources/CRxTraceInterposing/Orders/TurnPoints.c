// Switching points: where a thread that could go on lets another one go first, if the order says so.

#define _GNU_SOURCE
#include "TurnLog.h"
#include "../HopFunctions.h"
#include "TurnObjects.h"
#include "TurnOwed.h"
#include "TurnQueues.h"
#include "TurnRaces.h"
#include "TurnState.h"
#include "TurnSteps.h"

#if HAS_TURNS

#include <dlfcn.h>

// How many points a thread passes while others could go on before it has to give way, because it may spin and wait for
// them. After the first time there are fewer, in varying number: at one point of its loop it may hold a lock that they
// want.
enum { LONGEST_STREAK = 2000, LATER_STREAK = 50 };

static bool has_gone_on_for_long(turn_thread *self) {
    if (++self->streak <= (self->spins == 0 ? LONGEST_STREAK : LATER_STREAK + self->spins % LATER_STREAK)) return false;
    self->spins++;
    turn_lose_steps();
    return true;
}

// Where a thread stands that comes to a point: at `place`, if that is known; at the step itself, if it owed the point.
static uint32_t place_of_point(turn_thread *self, uint32_t place, bool was_owed) {
    uint32_t step = self->resumes == NULL ? 0 : turn_place_at(self, self->resumes);
    if (step == 0 && was_owed) step = turn_place_within(self, self->frame, place);
    if (step != 0) return step | AT_STEP;
    if (place == 0) place = turn_place(self, self->frame);
    // The runtime's own code, at the end of a task or before an actor, is told by where the task was made.
    return place != 0 ? place : self->work_at;
}

// Kinds of points behind which others see what a thread does, or it sees what they do, without its own code telling of that.
static bool shows(rxtrace_turn_kind kind) {
    return kind == TURN_OUTPUT || kind == TURN_VALUE || kind == TURN_FLAG || kind == TURN_ATOMIC || kind == TURN_SHARED ||
           kind == TURN_OPERATION || kind == TURN_PLAIN_READ || kind == TURN_PLAIN_WRITE;
}

// What a thread has done since its last point, which is one of a kind: nothing yet.
static void begin_part(turn_thread *self, rxtrace_turn_kind kind) {
    self->has_shown = shows(kind);
    self->has_passed = false;
}

static void switch_at(turn_thread *self, rxtrace_turn_kind kind, bool is_last, uint32_t place, bool was_owed) {
    turns.points++;
    self->dispose = (turn_call){0};
    self->unmerged = self->undescribed = NULL;
    self->made_source = NULL;
    self->group = NULL;
    self->has_switched = false;
    begin_part(self, kind);
    turn_is_owed = false;
    self->call = (turn_operation_call){0};
    if (!self->is_background && !self->is_bystander) turns.progress++;
    if (turns.ready_count == 0 && !atomic_load_explicit(&turns.descriptors_changed, memory_order_relaxed)) {
        self->kind = kind;
        self->enabled_then = turns.enabled;
        turn_begin_step(self);
        turn_touch_entered(self);
        return;
    }
    self->place = place_of_point(self, place, was_owed);
    self->kind = kind;
    turn_take();
    self->gives_way = has_gone_on_for_long(self) || is_last;
    turn_make_ready(self);
    turn_pass(self, turn_choose_next());
    self->enabled_then = turns.enabled;
    turn_touch_entered(self);
}

static bool is_hushed(const turn_thread *self) {
    return self->hushed > 0 || self->is_background || rxtrace_is_suppressed();
}

// Kinds of points after which a thread does nothing at first that others may see.
static bool only_goes_on(rxtrace_turn_kind kind) {
    return kind == TURN_WORK || kind == TURN_BEGINS || kind == TURN_HANDED_ON || kind == TURN_GROUP || kind == TURN_JOIN ||
           kind == TURN_SLEEP;
}

// In the runtime's calls it is not known what the thread has done since its last point. But the lock of a group's task that ends
// comes behind the program's own code, unless the task has been on an actor.
static bool is_known(const turn_thread *self, rxtrace_turn_kind kind) {
    return (kind == TURN_SHARED && !self->has_switched) || !turn_is_asked_by_runtime(self);
}

// Whether the runtime hands a task to an actor that is not free, right behind the point before it was asked for.
static bool is_behind_switch(const turn_thread *self, rxtrace_turn_kind kind) {
    bool is_at_switch = self->kind == TURN_SHARED && self->has_switched && self->steps_at_switch == turn_program_steps;
    return kind == TURN_HAND_ON && is_at_switch && turn_is_asked_by_runtime(self);
}

// The first word is the actor, or what it hands its work to, and the second one the table of its functions (SerialExecutorRef in
// swift/include/swift/ABI/Executor.h).
typedef struct executor {
    uintptr_t identity, implementation;
} executor;

uintptr_t turn_current_actor(void) {
    static executor (*get)(void);
    if (get == NULL) get = (executor(*)(void))dlsym(RTLD_DEFAULT, "swift_task_getCurrentExecutor");
    return get == NULL ? UINTPTR_MAX : get().identity;
}

static executor main_executor(void) {
    static executor (*get)(void);
    static executor found;
    if (get == NULL) get = (executor(*)(void))dlsym(RTLD_DEFAULT, "swift_task_getMainExecutor");
    if (found.identity != 0 || get == NULL || turn_current == NULL) return found;
    // It may be made now.
    bool before = turn_current->is_inside;
    turn_current->is_inside = true;
    found = get();
    turn_current->is_inside = before;
    return found;
}

uintptr_t turn_main_actor(void) { return main_executor().identity; }

uintptr_t turn_functions_of_main_actor(void) {
    enum { FLAGS = 7 };
    return main_executor().implementation & ~(uintptr_t)FLAGS;
}

void turn_switch_actor(turn_thread *self, uintptr_t actor, const void *resumes) {
    if (is_hushed(self) || actor == turn_current_actor()) return;
    self->resumes = resumes;
    if (actor != 0) turn_point(self, TURN_SHARED);
    self->resumes = NULL;
    self->has_switched = true;
    self->steps_at_switch = turn_program_steps;
}

void turn_point(turn_thread *self, rxtrace_turn_kind kind) { turn_point_at(self, kind, 0); }

void turn_point_at(turn_thread *self, rxtrace_turn_kind kind, uint32_t place) {
    if (is_hushed(self)) return;
    if (is_behind_switch(self, kind)) {
        self->kind = kind;
        return;
    }
    // Since its last point, the thread has neither done nor read what others may see or change, nor made or woken a thread.
    // So what others may do before this point, they could do before the last one.
    bool only_goes_on_now = only_goes_on(self->kind) && self->unmerged == NULL && self->undescribed == NULL;
    if (only_goes_on_now && self->enabled_then == turns.enabled && is_known(self, kind)) {
        self->kind = kind;
        begin_part(self, kind);
        return;
    }
    switch_at(self, kind, false, place, false);
}

void turn_point_of_work(turn_thread *self, uint32_t place, turn_gift gift) {
    const void *queue_before = self->queue;
    self->work_at = turn_place_in(place);
    self->work_steps = turn_program_steps;
    turn_note_queue(self);
    if (is_hushed(self)) return;
    turn_touch_queue(self->queue);
    turn_note_taken(self, gift, queue_before);
    switch_at(self, TURN_WORK, false, place, false);
    // Behind it, Dispatch asks whether the item is cancelled that the work may be.
    if (turns.makes_items) self->unmerged = self;
}

void turn_point_behind_work(turn_thread *self, uint32_t place, bool was_owed) {
    if (!is_hushed(self)) switch_at(self, TURN_HANDED_ON, false, place, was_owed);
}

void turn_yield(turn_thread *self) {
    turn_lose_steps();
    switch_at(self, TURN_YIELD, true, 0, false);
}

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
    if (self == NULL || --self->hushed > 0) return;
    if (self->whole == TURN_GROUP) turn_come_behind_ends();
    // A thread that was made for other work may be the one that runs this.
    turn_share_objects(self);
    if (turns.enabled == self->enabled_before) return;
    if (self->whole == TURN_HAND_ON && self->handed_at != 0 && !is_hushed(self)) turn_owe_for_work(self, self->handed_at);
}

#endif
