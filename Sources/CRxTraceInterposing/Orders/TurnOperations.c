#include "TurnOperations.h"
#include "TurnNames.h"
#include "TurnState.h"
#include "TurnSteps.h"
#include "TurnVariables.h"

#if HAS_TURNS

// One call to an operation, or to its queue, takes a dozen locks of their own, which guard nothing that others see before it ends,
// hands on work or waits: the first is a point, and the first behind the handing on of work. Behind a wait it is none, if the wait
// began without one (TurnConditions.c): when it goes on is chosen. That it is the same call is known where the program tells what it
// does itself. A call that takes many more spins, until an operation has ended.
//
// `cancelAllOperations` cancels one operation after the other, and between two of them others see the first one cancelled alone. So
// the first lock of each is a point.
//
// Where Foundation runs an operation, others may see that it executes before its code does anything, that it is not finished yet when
// the code has ended, and that its queue still has it when it is finished. Nobody does who only waits for it. So these are points if
// the program calls what shows them. Until it does, it is taken not to (`turn_ask_to_be_seen`).
enum { MOST_LOCKS_OF_CALL = 64 };

// An operation's lock, and its queue's, guard all that these read and change (Operation.swift in swift-corelibs-foundation). Names,
// priorities, qualities of service and blocks that are to run at the end are not among it.
static const char *const guarded[] = {
    "$s10Foundation14OperationQueueCACycfC", "$s10Foundation14OperationQueueC4main", "$s10Foundation14OperationQueueC7current",
    "$s10Foundation14OperationQueueC03addB0", "$s10Foundation14OperationQueueC13addOperations",
    "$s10Foundation14OperationQueueC15addBarrierBlock", "$s10Foundation14OperationQueueC33waitUntilAllOperationsAreFinished",
    "$s10Foundation14OperationQueueC013maxConcurrentB5Count", "$s10Foundation14OperationQueueC11isSuspended",
    "$s10Foundation14OperationQueueC14operationCount", "$s10Foundation14OperationQueueC10operations",
    "$s10Foundation14OperationQueueC19cancelAllOperations",
    "$s10Foundation9OperationCACycfC", "$s10Foundation9OperationC10isFinished", "$s10Foundation9OperationC11isCancelled",
    "$s10Foundation9OperationC11isExecuting", "$s10Foundation9OperationC7isReady", "$s10Foundation9OperationC12dependencies",
    "$s10Foundation9OperationC13addDependency", "$s10Foundation9OperationC16removeDependency",
    "$s10Foundation9OperationC17waitUntilFinished", "$s10Foundation9OperationC5start", "$s10Foundation9OperationC6cancel",
    "$s10Foundation14BlockOperationC5block", NULL};

bool turn_is_about_operations(const char *name) { return turn_begins_with_one_of(name, guarded); }

static turn_operation_call call_of(rxtrace_program_call call, const turn_thread *self, const void *lock) {
    return (turn_operation_call){.frame = call.frame,
                                 .from = call.frame[1],
                                 .steps = turn_program_steps,
                                 .step = call.step,
                                 .step_frame = self->frame,
                                 .step_from = self->frame[1],
                                 .step_lock = lock,
                                 .runs = call.runs};
}

static bool is_same_call(const turn_operation_call *one, const turn_operation_call *other) {
    return one->frame != NULL && one->frame == other->frame && one->from == other->from && one->steps == other->steps;
}

// Whether the lock is the first one of the next operation that is cancelled, or of what is done when one is finished.
static bool begins_step(const turn_operation_call *now, const turn_operation_call *last) {
    if (now->step == NULL || now->step != last->step) return now->step != NULL;
    return now->step_frame == last->step_frame && now->step_from == last->step_from && now->step_lock != last->step_lock;
}

// Whether a point goes before the lock.
static bool is_at_point(const turn_operation_call *now, const turn_operation_call *last) {
    return !is_same_call(now, last) || begins_step(now, last);
}

static void keep(turn_thread *self, turn_operation_call now, const turn_operation_call *last, bool was_point) {
    if (!was_point) {
        now.locks = last->locks + 1;
        now.step = last->step;
        now.step_frame = last->step_frame;
        now.step_from = last->step_from;
        now.step_lock = last->step_lock;
    }
    self->call = now;
}

bool turn_reach_call_of_operations(turn_thread *self, const void *lock) {
    rxtrace_program_call call = rxtrace_call_of_program(self->frame);
    turn_ask_to_be_seen(call.sees);
    if (!call.is_of_operations || turn_program_steps == 0) return false;
    turn_operation_call now = call_of(call, self, lock), last = self->call;
    turn_touch_operations();
    bool is_point = is_at_point(&now, &last), spins = !is_point && last.locks + 1 == MOST_LOCKS_OF_CALL;
    if (is_point) turn_point(self, TURN_OPERATION);
    else if (spins) turn_yield(self);
    turn_touch_operations();
    keep(self, now, &last, is_point || spins);
    return true;
}

bool turn_reach_run_of_operation(turn_thread *self, const void *lock) {
    if (self->is_background || !(turns.sees & (SEES_BEGINS | SEES_ENDS | SEES_DROPS))) return false;
    rxtrace_program_call call = rxtrace_run_of_operation(self->frame);
    if (call.frame == NULL) return false;
    turn_operation_call now = call_of(call, self, lock), last = self->call;
    bool is_begun = self->kind == TURN_WORK && self->work_steps == turn_program_steps;
    // An operation without any code has run nevertheless.
    bool has_run_nothing = is_begun && last.runs && !now.runs;
    bool is_end = has_run_nothing || (!is_begun && !is_same_call(&now, &last)), is_drop = begins_step(&now, &last);
    if (is_begun && turns.sees & SEES_BEGINS) self->unmerged = self;
    if ((is_end && turns.sees & SEES_ENDS) || (is_drop && turns.sees & SEES_DROPS)) turn_point(self, TURN_OPERATION_END);
    keep(self, now, &last, is_end || is_drop);
    return true;
}

bool turn_is_within_call(const turn_thread *self) {
    rxtrace_program_call call = rxtrace_call_of_program(self->frame);
    if (!call.is_of_operations || turn_program_steps == 0) return false;
    turn_operation_call now = call_of(call, self, NULL);
    return is_same_call(&now, &self->call);
}

#endif
