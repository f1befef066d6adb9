// Hops by C functions with a context: work for dispatch queues, and threads.

#include "HopFunctions.h"
#include "InterposingParts.h"
#include "Orders/TurnHandOn.h"
#include "Orders/TurnQueues.h"

void rxtrace_link_function_hops(void) {}

#if defined(__linux__)

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#if !defined(__ANDROID__)
#include <threads.h>
#endif

typedef void *object;
typedef void (*rxtrace_work)(void *context);

typedef struct handed_work {
    rxtrace_work work;
    void *context;
    uint64_t ticket;
    uint32_t place;
    turn_gift gift;
    const void *task;             // that the work goes on with; NULL if that is not known
} handed_work;

static RUNS_WORK void run(void *context) {
    handed_work handed = *(handed_work *)context;
    free(context);
    turn_begin_work(handed.place, handed.gift);
    turn_go_on_with(handed.task);
    uint64_t call = rxtrace_begin_work_of_hop(handed.ticket, false);
    handed.work(handed.context);
    rxtrace_end_work_of_hop(call);
}

// The number of the place at which work is handed on; of a task's job, the place at which the task was made.
static uint32_t place_of(const turn_thread *turn, const uintptr_t *frame, const void *context) {
    uint32_t place = turn_handed_at(turn);
    if (turn == NULL || place != 0) return place;
    if (!rxtrace_is_called_by_tasks(frame)) return turn_handed_within(turn);
    place = turn_let_at(turn);
    return place != 0 ? place : turn_place_of_job(context);
}

// Hands on `work` with `context`, the last arguments, through the system's function.
#define HAND_ON(label, name, ...)                                                                           \
    const uintptr_t *frame = __builtin_frame_address(0);                                                    \
    HAND_ON_IN_TURN(turn_hand_on(frame), label, name, __VA_ARGS__)

#define HAND_ON_IN_TURN(in_turn, label, name, ...)                                                          \
    turn_thread *turn = in_turn;                                                                            \
    if ((rxtrace_is_on() || turns_on()) && work != NULL) {                                                  \
        rxtrace_hop hop = rxtrace_record_hop(label, frame);                                                 \
        handed_work *handed = hop.is_recorded || turns_on() ? malloc(sizeof *handed) : NULL;                \
        if (handed != NULL) {                                                                               \
            const void *task = turn != NULL && rxtrace_is_called_by_tasks(frame) ? turn_task_of_job(context) : NULL; \
            *handed = (handed_work){work, context, hop.ticket, place_of(turn, frame, context), turn_gift_of(turn), task}; \
            work = run;                                                                                     \
            context = handed;                                                                               \
        }                                                                                                   \
    }                                                                                                       \
    NEXT(name)(__VA_ARGS__, context, work);                                                                 \
    turn_handed_on(turn);

// Whether a job does nothing but hand a task to the pool's threads, as `Task.yield` has it.
static bool only_hands_on(const uintptr_t *job) {
    uintptr_t executor;
    return turn_task_resumed_by(job, &executor) != NULL && executor == 0;
}

// Whether the runtime hands a task's work to the pool's threads.
static bool is_job(const uintptr_t *frame, object queue) {
    return turns_on() && rxtrace_is_called_by_runtime(frame) && rxtrace_is_of_pool(queue);
}

// The runtime hands on its tasks so.
REPLACE(void, dispatch_async_f, object queue, void *context, rxtrace_work work) {
    const uintptr_t *frame = __builtin_frame_address(0);
    bool is_of_task = is_job(frame, queue);
    if (is_of_task && only_hands_on(context)) return NEXT(dispatch_async_f)(queue, context, work);
    HAND_ON_IN_TURN(is_of_task ? turn_hand_on_job(frame) : turn_hand_on(frame), TRACE_HOP_ASYNC, dispatch_async_f, queue)
}

REPLACE(void, dispatch_barrier_async_f, object queue, void *context, rxtrace_work work) {
    turn_note_held_back(queue);
    HAND_ON(TRACE_HOP_ASYNC, dispatch_barrier_async_f, queue)
}

REPLACE(void, dispatch_group_async_f, object group, object queue, void *context, rxtrace_work work) {
    HAND_ON(TRACE_HOP_ASYNC, dispatch_group_async_f, group, queue)
}

// A task that sleeps is handed on so: that it will go on at a time is not seen before, as time stands still.
REPLACE(void, dispatch_after_f, uint64_t when, object queue, void *context, rxtrace_work work) {
    const uintptr_t *frame = __builtin_frame_address(0);
    turn_hand_on_at(when);
    HAND_ON_IN_TURN(is_job(frame, queue) ? turn_hand_on_job(frame) : turn_hand_on(frame), TRACE_HOP_ASYNC_AFTER,
                    dispatch_after_f, when, queue)
}

REPLACE(void, dispatch_group_notify_f, object group, object queue, void *context, rxtrace_work work) {
    HAND_ON(TRACE_HOP_GROUP_NOTIFY, dispatch_group_notify_f, group, queue)
}

typedef struct handed_thread {
    void *(*work)(void *);
    void *context;
    uint64_t ticket;
} handed_thread;

// A thread that ends by `pthread_exit` or is cancelled never closes its `invoke`.
static RUNS_WORK void *run_thread(void *context) {
    handed_thread handed = *(handed_thread *)context;
    free(context);
    uint64_t call = rxtrace_begin_work_of_hop(handed.ticket, false);
    void *result = handed.work(handed.context);
    rxtrace_end_work_of_hop(call);
    return result;
}

// A statically linked program reaches the C library's definition only by this name. Naming `thrd_create`, which calls
// the definition, has it linked.
extern int __pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) __attribute__((weak));
#if !defined(__ANDROID__)
static int (*const volatile brings_it_along)(thrd_t *, thrd_start_t, void *) __attribute__((used)) = thrd_create;
#endif

REPLACE(int, pthread_create, pthread_t *thread, const pthread_attr_t *attributes, void *(*work)(void *), void *context) {
    void *other = (void *)(__interceptor_pthread_create != NULL ? __interceptor_pthread_create : __pthread_create);
    function_pthread_create next = rxtrace_needed_function(&known_pthread_create, "pthread_create", other);
    handed_thread *handed = NULL;
    if (rxtrace_is_on()) {
        rxtrace_hop hop = rxtrace_record_hop(TRACE_HOP_PTHREAD, __builtin_frame_address(0));
        handed = hop.is_recorded ? malloc(sizeof *handed) : NULL;
        if (handed != NULL) *handed = (handed_thread){work, context, hop.ticket};
    }
    if (handed == NULL) return turn_create_thread(next, thread, attributes, work, context, __builtin_frame_address(0));
    int status = turn_create_thread(next, thread, attributes, run_thread, handed, __builtin_frame_address(0));
    if (status != 0) free(handed);
    return status;
}

#endif
