// Hops by tasks: which hop began the task that runs.

#include "HopFunctions.h"
#include "Hops.h"

#include <sched.h>

#if defined(__linux__)

#define SWIFT_CALL __attribute__((swiftcall))

typedef struct made_task {
    void *task;
    void *context;
} made_task;

// Of the library for concurrency, which a program without tasks need not have.
extern SWIFT_CALL void *swift_task_getCurrent(void) __attribute__((weak));
extern SWIFT_CALL uint64_t swift_task_getJobTaskId(void *task) __attribute__((weak));

// A task has a number that no other has. The latest tasks are known by it: one that is so old that its place was taken
// has no hop.
enum { TASKS = 1 << 14 };

typedef struct known_task {
    _Atomic(uint64_t) number;
    _Atomic(uint64_t) ticket;
} known_task;

static known_task tasks[TASKS];
static _Atomic(bool) has_tasks;

// How many tasks are being made: they may run before it is known which they are.
static _Atomic(uint32_t) made_now;
static _Thread_local uint64_t ticket_of_made;

static void note_task(uint64_t number, uint64_t ticket) {
    known_task *known = &tasks[number % TASKS];
    atomic_store_explicit(&known->number, 0, memory_order_seq_cst);
    atomic_store_explicit(&known->ticket, ticket, memory_order_seq_cst);
    atomic_store_explicit(&known->number, number, memory_order_seq_cst);
}

static bool find_task(uint64_t number, uint64_t *ticket) {
    known_task *known = &tasks[number % TASKS];
    if (atomic_load_explicit(&known->number, memory_order_seq_cst) != number) return false;
    *ticket = atomic_load_explicit(&known->ticket, memory_order_seq_cst);
    return atomic_load_explicit(&known->number, memory_order_seq_cst) == number;
}

uint64_t rxtrace_ticket_of_task(void) {
    enum { TURNS = 1000 };
    if (!atomic_load_explicit(&has_tasks, memory_order_relaxed)) return 0;
    void *task = swift_task_getCurrent();
    if (task == NULL) return 0;
    uint64_t number = swift_task_getJobTaskId(task);
    uint64_t ticket = 0;
    if (find_task(number, &ticket)) return ticket;
    if (ticket_of_made != 0) return ticket_of_made;
    for (int turn = 0; turn < TURNS && atomic_load_explicit(&made_now, memory_order_seq_cst) > 0; turn++) {
        sched_yield();
        if (find_task(number, &ticket)) return ticket;
    }
    return find_task(number, &ticket) ? ticket : 0;
}

// A task is about to be made that the hop with the ticket begins. Returns the ticket for `end_making`.
static uint64_t begin_making(uint64_t ticket) {
    atomic_store_explicit(&has_tasks, true, memory_order_relaxed);
    atomic_fetch_add_explicit(&made_now, 1, memory_order_seq_cst);
    uint64_t outer = ticket_of_made;
    ticket_of_made = ticket;
    return outer;
}

static void end_making(void *task, uint64_t ticket, uint64_t outer) {
    ticket_of_made = outer;
    if (task != NULL) note_task(swift_task_getJobTaskId(task), ticket);
    atomic_fetch_sub_explicit(&made_now, 1, memory_order_seq_cst);
}

typedef SWIFT_CALL made_task (*task_function)(size_t, void *, const void *, void *, void *);

REPLACES_SYSTEM SWIFT_CALL made_task
swift_task_create(size_t flags, void *options, const void *type, void *function, void *context) {
    // The task that a program's main function runs in is not handed on.
    enum { IS_HANDED_ON = 1 << 12 };
    static _Atomic(void *) known;
    task_function next = (task_function)rxtrace_needed_function(&known, "swift_task_create", NULL);
    if (!rxtrace_is_on() || (flags & IS_HANDED_ON) == 0 || swift_task_getCurrent == NULL ||
        swift_task_getJobTaskId == NULL) {
        return next(flags, options, type, function, context);
    }
    rxtrace_hop hop = rxtrace_record_hop(TRACE_HOP_TASK, __builtin_frame_address(0));
    if (!hop.is_recorded) return next(flags, options, type, function, context);
    uint64_t outer = begin_making(hop.ticket);
    // To run the task, its executor, which may be the program's, hands it to a queue: that is no other hop.
    bool before = rxtrace_hand_on_own_work(true);
    made_task made = next(flags, options, type, function, context);
    rxtrace_hand_on_own_work(before);
    end_making(made.task, hop.ticket, outer);
    return made;
}

// What stands for an `async let` holds its task, and says where in it that is.
enum { WORDS_OF_LET = 80, TASK_IN_LET = 2 };

static void *task_of(void *const *let) {
    void *task = let[TASK_IN_LET];
    return task > (void *)let && task < (void *)(let + WORDS_OF_LET) ? task : NULL;
}

typedef SWIFT_CALL void (*let_function)(void **, void *, const void *, void *, void *, void *);

REPLACES_SYSTEM SWIFT_CALL void
swift_asyncLet_begin(void **let, void *options, const void *type, void *function, void *context, void *result) {
    static _Atomic(void *) known;
    let_function next = (let_function)rxtrace_needed_function(&known, "swift_asyncLet_begin", NULL);
    rxtrace_hop hop = {false, 0};
    if (rxtrace_is_on() && swift_task_getCurrent != NULL && swift_task_getJobTaskId != NULL) {
        hop = rxtrace_record_hop(TRACE_HOP_LET, __builtin_frame_address(0));
    }
    if (!hop.is_recorded) return next(let, options, type, function, context, result);
    uint64_t outer = begin_making(hop.ticket);
    bool before = rxtrace_hand_on_own_work(true);
    next(let, options, type, function, context, result);
    rxtrace_hand_on_own_work(before);
    end_making(task_of(let), hop.ticket, outer);
}

#else

uint64_t rxtrace_ticket_of_task(void) { return 0; }

#endif
