// Hops by tasks.

#include "HopFunctions.h"
#include "InterposingParts.h"
#include "Orders/TurnHandOn.h"

void rxtrace_link_task_hops(void) {}

#if defined(__linux__)

#define SWIFT_CALL __attribute__((swiftcall))

typedef struct made_task {
    void *task;
    void *context;
} made_task;

// The flags of a task (TaskCreateFlags in Swift's MetadataValues.h): a priority in the lowest byte, and a bit each. The
// task that a program's main function runs in is not handed on, and takes nothing over from another; one that does is
// handed on, unless it begins at once on the thread that makes it. Where that is not so, or there is a bit that nobody
// knows, the bits mean something else by now.
enum { TAKES_OVER = 1 << 10 | 1 << 11, HANDED_ON = 1 << 12, IMMEDIATE = 1 << 16, KNOWN_FLAGS = 0x1fdff };

static bool is_handed_on(size_t flags) {
    bool is_known = (flags & ~(size_t)KNOWN_FLAGS) == 0 &&
                    ((flags & TAKES_OVER) == 0 || (flags & (HANDED_ON | IMMEDIATE)) != 0);
    return rxtrace_expect(TRACE_ASSUMES_TASK_FLAGS, is_known) && (flags & HANDED_ON) != 0;
}

typedef SWIFT_CALL made_task (*task_function)(size_t, void *, const void *, void *, void *);

static made_task create(const uintptr_t *frame, size_t flags, void *options, const void *type, void *function,
                        void *context) {
    static _Atomic(void *) known;
    task_function next = (task_function)rxtrace_needed_function(&known, "swift_task_create", NULL);
    if (!rxtrace_is_on() || !rxtrace_knows_tasks() || !is_handed_on(flags)) {
        return next(flags, options, type, function, context);
    }
    rxtrace_hop hop = rxtrace_record_hop(TRACE_HOP_TASK, frame);
    if (!hop.is_recorded) return next(flags, options, type, function, context);
    uint64_t outer = rxtrace_begin_making_task(hop.ticket);
    // To run the task, its executor, which may be the program's, hands it to a queue: that is no other hop.
    bool before = rxtrace_hand_on_own_work(true);
    made_task made = next(flags, options, type, function, context);
    rxtrace_hand_on_own_work(before);
    rxtrace_end_making_task(made.task, hop.ticket, outer);
    return made;
}

REPLACES_SYSTEM SWIFT_CALL made_task
swift_task_create(size_t flags, void *options, const void *type, void *function, void *context) {
    turn_thread *turn = turn_hand_on(__builtin_frame_address(0));
    made_task made = create(__builtin_frame_address(0), flags, options, type, function, context);
    turn_handed_on(turn);
    return made;
}

// What stands for an `async let` holds its task, and says where in it that is.
enum { WORDS_OF_LET = 80, TASK_IN_LET = 2 };

// All tasks are objects of one class, whose address each begins with: that of the one that runs tells that this is one.
// One that is too large to be held lies elsewhere, which the lowest bits say (AsyncLet.cpp): it is not looked for.
static void *task_of(void *const *let) {
    enum { FLAGS = 3 };
    void *const *task = let[TASK_IN_LET];
    void *const *current = rxtrace_current_task();
    if (((uintptr_t)task & FLAGS) != 0) return NULL;
    bool is_held = task > let && task < let + WORDS_OF_LET && (uintptr_t)task % sizeof(void *) == 0;
    bool is_task = is_held && current != NULL && *task == *current;
    return rxtrace_expect(TRACE_ASSUMES_LET, is_task) ? (void *)task : NULL;
}

typedef SWIFT_CALL void (*let_function)(void **, void *, const void *, void *, void *, void *);

REPLACES_SYSTEM SWIFT_CALL void
swift_asyncLet_begin(void **let, void *options, const void *type, void *function, void *context, void *result) {
    static _Atomic(void *) known;
    let_function next = (let_function)rxtrace_needed_function(&known, "swift_asyncLet_begin", NULL);
    rxtrace_hop hop = {false, 0};
    if (rxtrace_is_on() && rxtrace_knows_tasks() && rxtrace_holds(TRACE_ASSUMES_LET)) {
        hop = rxtrace_record_hop(TRACE_HOP_LET, __builtin_frame_address(0));
    }
    if (!hop.is_recorded) return next(let, options, type, function, context, result);
    uint64_t outer = rxtrace_begin_making_task(hop.ticket);
    bool before = rxtrace_hand_on_own_work(true);
    next(let, options, type, function, context, result);
    rxtrace_hand_on_own_work(before);
    rxtrace_end_making_task(task_of(let), hop.ticket, outer);
}

#endif
