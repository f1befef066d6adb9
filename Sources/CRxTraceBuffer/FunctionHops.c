// Hops by functions with a context: handed to dispatch queues, and run as threads.

#include "HopFunctions.h"
#include "Hops.h"

void rxtrace_link_function_hops(void) {}

#if defined(__linux__)

#include <stdlib.h>

typedef void *object;

typedef struct handed_work {
    rxtrace_work work;
    void *context;
    uint64_t ticket;
} handed_work;

static void run(void *context) {
    handed_work handed = *(handed_work *)context;
    free(context);
    const void *outer = rxtrace_work_frame;
    rxtrace_work_frame = __builtin_frame_address(0);
    uint64_t call = rxtrace_begin_work_of_hop(handed.ticket);
    handed.work(handed.context);
    rxtrace_end_work_of_hop(call);
    rxtrace_work_frame = outer;
}

// Hands on `work` with `context`, the last arguments, by the system's function.
#define HAND_ON(label, name, ...)                                                                           \
    if (rxtrace_is_on() && work != NULL) {                                                                  \
        rxtrace_hop hop = rxtrace_record_hop(label, __builtin_frame_address(0));                            \
        handed_work *handed = hop.is_recorded ? malloc(sizeof *handed) : NULL;                              \
        if (handed != NULL) {                                                                               \
            *handed = (handed_work){work, context, hop.ticket};                                             \
            work = run;                                                                                     \
            context = handed;                                                                               \
        }                                                                                                   \
    }                                                                                                       \
    NEXT(name)(__VA_ARGS__, context, work);

REPLACE(void, dispatch_async_f, object queue, void *context, rxtrace_work work) {
    HAND_ON(TRACE_HOP_ASYNC, dispatch_async_f, queue)
}

REPLACE(void, dispatch_barrier_async_f, object queue, void *context, rxtrace_work work) {
    HAND_ON(TRACE_HOP_ASYNC, dispatch_barrier_async_f, queue)
}

REPLACE(void, dispatch_group_async_f, object group, object queue, void *context, rxtrace_work work) {
    HAND_ON(TRACE_HOP_ASYNC, dispatch_group_async_f, group, queue)
}

REPLACE(void, dispatch_after_f, uint64_t when, object queue, void *context, rxtrace_work work) {
    HAND_ON(TRACE_HOP_ASYNC_AFTER, dispatch_after_f, when, queue)
}

REPLACE(void, dispatch_group_notify_f, object group, object queue, void *context, rxtrace_work work) {
    HAND_ON(TRACE_HOP_GROUP_NOTIFY, dispatch_group_notify_f, group, queue)
}

typedef struct handed_thread {
    void *(*work)(void *);
    void *context;
    uint64_t ticket;
} handed_thread;

// A thread may end by `pthread_exit`, or be cancelled: its work then has no end, and the recording none for it.
static void *run_thread(void *context) {
    handed_thread handed = *(handed_thread *)context;
    free(context);
    rxtrace_work_frame = __builtin_frame_address(0);
    uint64_t call = rxtrace_begin_work_of_hop(handed.ticket);
    void *result = handed.work(handed.context);
    rxtrace_end_work_of_hop(call);
    return result;
}

REPLACE(int, pthread_create, pthread_t *thread, const pthread_attr_t *attributes, void *(*work)(void *), void *context) {
    handed_thread *handed = NULL;
    if (rxtrace_is_on()) {
        rxtrace_hop hop = rxtrace_record_hop(TRACE_HOP_PTHREAD, __builtin_frame_address(0));
        handed = hop.is_recorded ? malloc(sizeof *handed) : NULL;
        if (handed != NULL) *handed = (handed_thread){work, context, hop.ticket};
    }
    if (handed == NULL) return NEXT(pthread_create)(thread, attributes, work, context);
    int status = NEXT(pthread_create)(thread, attributes, run_thread, handed);
    if (status != 0) free(handed);
    return status;
}

#endif
