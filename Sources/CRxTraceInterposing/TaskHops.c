// Hops by starting tasks.

#define _GNU_SOURCE
#include "HopFunctions.h"
#include "InterposingParts.h"
#include "Orders/TurnHandOn.h"

void rxtrace_link_task_hops(void) {}

#if defined(__linux__)

#include <dlfcn.h>

#define SWIFT_CALL __attribute__((swiftcall))

typedef struct made_task {
    void *task;
    void *context;
} made_task;

// The flags of a new task (TaskCreateFlags in Swift's MetadataValues.h): a priority in the lowest byte, then single
// bits. A task that copies task locals or inherits a context (TAKES_OVER) is enqueued (HANDED_ON), unless it starts at
// once on the calling thread (IMMEDIATE), or is that of an asynchronous main function: this one inherits a context, and
// main() itself runs it, outside of all tasks (emitAsyncMainThreadStart in Swift's SILGen.cpp). Other combinations, or
// an unknown bit, show that the bits have changed their meaning.
enum {
    PRIORITY = 0xff,
    INHERITS = 1 << 11,
    TAKES_OVER = 1 << 10 | INHERITS,
    HANDED_ON = 1 << 12,
    IMMEDIATE = 1 << 16,
    KNOWN_FLAGS = 0x1fdff
};

static bool is_main_functions(size_t flags) {
    return (flags & ~(size_t)PRIORITY) == INHERITS && rxtrace_current_task() == NULL;
}

static bool is_handed_on(size_t flags) {
    bool is_known = (flags & ~(size_t)KNOWN_FLAGS) == 0 &&
                    ((flags & TAKES_OVER) == 0 || (flags & (HANDED_ON | IMMEDIATE)) != 0 || is_main_functions(flags));
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
    // The task's executor, which may be the program's, hands the task to a queue, which is not another hop.
    bool before = rxtrace_hand_on_own_work(true);
    made_task made = next(flags, options, type, function, context);
    rxtrace_hand_on_own_work(before);
    rxtrace_end_making_task(made.task, hop.ticket, outer);
    return made;
}

// The options of a new task are a list of records (TaskOptionRecord in swift/include/swift/ABI/TaskOptions.h).
typedef struct task_option {
    size_t kind;
    const struct task_option *next;
    const void *group;            // of a record of that kind
} task_option;

enum { KIND_OF_OPTION = 0xff, OF_GROUP = 1 };

// Whether a task begins on any thread of the pool, not at once, and not on an actor, whose tasks begin in the order in which they
// were handed on. Of its options, only that of a task group is known to change nothing.
static bool begins_anywhere(size_t flags, const task_option *options) {
    for (; options != NULL; options = options->next) {
        if ((options->kind & KIND_OF_OPTION) != OF_GROUP) return false;
    }
    return (flags & IMMEDIATE) == 0;
}

static const void *group_of(const task_option *options) {
    while (options != NULL && (options->kind & KIND_OF_OPTION) != OF_GROUP) options = options->next;
    return options == NULL ? NULL : options->group;
}

// Whether nothing tells the tasks of a group apart by what they answer: they answer `Void`. A task of a group that discards results is
// asked about by `isEmpty`, as soon as it has ended. The flag is one of TaskCreateFlags.
static bool answers_nothing(size_t flags, const void *type) {
    enum { IS_DISCARDED = 1 << 14 };
    static const char *nothing;
    if (nothing == NULL) nothing = dlsym(RTLD_DEFAULT, "$sytN");
    // The metadata stands behind the type's functions.
    return nothing != NULL && type == nothing + sizeof(void *) && (flags & IS_DISCARDED) == 0;
}

REPLACES_SYSTEM SWIFT_CALL made_task
swift_task_create(size_t flags, void *options, const void *type, void *function, void *context) {
    const uintptr_t *frame = __builtin_frame_address(0);
    turn_thread *turn = turns_on() && begins_anywhere(flags, options) ? turn_hand_on_unseen(frame) : turn_hand_on(frame);
    made_task made = create(frame, flags, options, type, function, context);
    turn_made_task(turn, made.task, is_main_functions(flags));
    turn_handed_on(turn);
    turn_note_group(turn, frame, group_of(options), turn != NULL && answers_nothing(flags, type));
    return made;
}

// The record of an `async let` has 80 words and contains the task. Its third word points to the task.
enum { WORDS_OF_LET = 80, TASK_IN_LET = 2 };

// It is verified by its class, which all tasks have in common, the current one included. One that is too large for the record lies
// elsewhere, as the lowest bits say (AsyncLet.cpp).
void *rxtrace_task_of_let(void *const *let) {
    enum { FLAGS = 3 };
    void *const *task = let[TASK_IN_LET];
    void *const *current = rxtrace_current_task();
    if (((uintptr_t)task & FLAGS) != 0) return NULL;
    bool is_held = task > let && task < let + WORDS_OF_LET && (uintptr_t)task % sizeof(void *) == 0;
    bool is_task = is_held && current != NULL && *task == *current;
    return rxtrace_expect(TRACE_ASSUMES_LET, is_task) ? (void *)task : NULL;
}

typedef SWIFT_CALL void (*let_function)(void **, void *, const void *, void *, void *, void *);

static void begin_let(const uintptr_t *frame, void **let, void *options, const void *type, void *function, void *context,
                      void *result) {
    static _Atomic(void *) known;
    let_function next = (let_function)rxtrace_needed_function(&known, "swift_asyncLet_begin", NULL);
    rxtrace_hop hop = {false, 0};
    if (rxtrace_is_on() && rxtrace_knows_tasks() && rxtrace_holds(TRACE_ASSUMES_LET)) {
        hop = rxtrace_record_hop(TRACE_HOP_LET, frame);
    }
    if (!hop.is_recorded) return next(let, options, type, function, context, result);
    uint64_t outer = rxtrace_begin_making_task(hop.ticket);
    bool before = rxtrace_hand_on_own_work(true);
    next(let, options, type, function, context, result);
    rxtrace_hand_on_own_work(before);
    rxtrace_end_making_task(rxtrace_task_of_let(let), hop.ticket, outer);
}

REPLACES_SYSTEM SWIFT_CALL void
swift_asyncLet_begin(void **let, void *options, const void *type, void *function, void *context, void *result) {
    turn_thread *turn = turn_begin_let(__builtin_frame_address(0), let, WORDS_OF_LET * sizeof *let);
    begin_let(__builtin_frame_address(0), let, options, type, function, context, result);
    turn_end_let(turn, turn != NULL && rxtrace_holds(TRACE_ASSUMES_LET) ? rxtrace_task_of_let(let) : NULL);
}

#endif
