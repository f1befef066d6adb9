#define _GNU_SOURCE
#include "ProgramStack.h"
#include "HopSteps.h"

#include <string.h>

const uintptr_t *rxtrace_caller_of(const uintptr_t *frame) {
    const uintptr_t *caller = (const uintptr_t *)frame[0];
    bool leads = caller > frame && (uintptr_t)caller - (uintptr_t)frame <= 65536 && (uintptr_t)caller % sizeof *caller == 0;
    return leads ? caller : NULL;
}

#if defined(__linux__)

#include <dlfcn.h>

extern char __start_rxtrace_locks[] __attribute__((weak, visibility("hidden")));
extern char __stop_rxtrace_locks[] __attribute__((weak, visibility("hidden")));

bool rxtrace_is_own_lock(const void *lock) {
    return (const char *)lock >= __start_rxtrace_locks && (const char *)lock < __stop_rxtrace_locks;
}

// The witnesses by which `NSLocking` (as in `withLock`) locks and unlocks each of Foundation's locks. `dladdr` finds no
// name for them; they stand in the witness table, after the conformance descriptor.
enum { CLASSES = 4, REQUIREMENTS = 2, LONGEST_REQUIREMENT = 512 };
static uintptr_t requirements[CLASSES][REQUIREMENTS];

static void find_requirements(void) {
    static const char *const tables[CLASSES] = {
        "$s10Foundation6NSLockCAA9NSLockingAAWP", "$s10Foundation15NSConditionLockCAA9NSLockingAAWP",
        "$s10Foundation11NSConditionCAA9NSLockingAAWP", "$s10Foundation15NSRecursiveLockCAA9NSLockingAAWP"};
    for (size_t index = 0; index < CLASSES; index++) {
        const uintptr_t *table = dlsym(RTLD_DEFAULT, tables[index]);
        if (table != NULL) memcpy(requirements[index], table + 1, sizeof requirements[index]);
    }
}

static bool is_of_requirement(uintptr_t address) {
    for (size_t index = 0; index < CLASSES; index++) {
        for (size_t which = 0; which < REQUIREMENTS; which++) {
            uintptr_t start = requirements[index][which];
            if (start != 0 && address > start && address - start < LONGEST_REQUIREMENT) return true;
        }
    }
    return false;
}

// Foundation's classes of locks and of caches, which threads share by one lock; those of operations and their queues, whose locks
// guard what the program hands on; and of these the one that runs an operation's code, and those that do to one operation what their
// callers may do to several, or what comes behind its end.
typedef enum locking_class { NO_LOCKING_CLASS, CLASS_OF_LOCKS, CLASS_OF_OPERATIONS, RUN_OF_OPERATION, STEP_OF_OPERATIONS } locking_class;

static const struct {
    const char *name;
    locking_class class;
    rxtrace_seen shows;           // of what others do
} functions[] = {
    {"6NSLockC", CLASS_OF_LOCKS, SEES_NOTHING},
    {"15NSConditionLockC", CLASS_OF_LOCKS, SEES_NOTHING},
    {"11NSConditionC", CLASS_OF_LOCKS, SEES_NOTHING},
    {"15NSRecursiveLockC", CLASS_OF_LOCKS, SEES_NOTHING},
    {"7NSCacheC", CLASS_OF_LOCKS, SEES_NOTHING},
    {"14OperationQueueC", CLASS_OF_OPERATIONS, SEES_NOTHING},
    {"9OperationC", CLASS_OF_OPERATIONS, SEES_NOTHING},
    {"14BlockOperationC", CLASS_OF_OPERATIONS, SEES_NOTHING},
    {"9OperationC11isExecuting", CLASS_OF_OPERATIONS, SEES_BEGINS | SEES_ENDS},
    {"9OperationC10isFinished", CLASS_OF_OPERATIONS, SEES_ENDS},
    {"9OperationC11isCancelled", CLASS_OF_OPERATIONS, SEES_ENDS},
    {"9OperationC7isReady", CLASS_OF_OPERATIONS, SEES_ENDS},
    {"14OperationQueueC14operationCount", CLASS_OF_OPERATIONS, SEES_ENDS | SEES_DROPS},
    {"14OperationQueueC10operationsSay", CLASS_OF_OPERATIONS, SEES_ENDS | SEES_DROPS},
    {"14OperationQueueC19cancelAllOperations", CLASS_OF_OPERATIONS, SEES_BEGINS},
    {"9OperationC6cancelyyF", STEP_OF_OPERATIONS, SEES_BEGINS},
    {"14OperationQueueC8_execute", RUN_OF_OPERATION, SEES_NOTHING},
    {"14OperationQueueC18_operationFinished", STEP_OF_OPERATIONS, SEES_NOTHING}};

enum { FUNCTIONS = sizeof functions / sizeof *functions };

// Which of them an address in Foundation is in, counted from 1, the last one in question; OF_REQUIREMENT for how a lock is taken by
// the protocol; 0 for none. Results are kept by address.
enum { OF_REQUIREMENT = FUNCTIONS + 1, BITS_OF_FUNCTION = 6 };
_Static_assert(OF_REQUIREMENT < 1 << BITS_OF_FUNCTION, "a kept address leaves too few bits for a function");

static size_t function_at(uintptr_t address) {
    enum { KEPT = 4096 };
    static _Atomic(uintptr_t) kept[KEPT];
    _Atomic(uintptr_t) *known = &kept[(address * 0x9E3779B97F4A7C15ull >> 32) % KEPT];
    uintptr_t found = atomic_load_explicit(known, memory_order_relaxed);
    if (found >> BITS_OF_FUNCTION == address) return found & ((1 << BITS_OF_FUNCTION) - 1);
    Dl_info info;
    bool has_name = dladdr((const void *)(address - 1), &info) != 0 && info.dli_sname != NULL;
    size_t function = !has_name && is_of_requirement(address) ? OF_REQUIREMENT : 0;
    for (size_t index = 0; has_name && index < FUNCTIONS; index++) {
        if (strstr(info.dli_sname, functions[index].name) != NULL) function = index + 1;
    }
    atomic_store_explicit(known, address << BITS_OF_FUNCTION | function, memory_order_relaxed);
    return function;
}

static locking_class class_of(size_t function) {
    if (function == OF_REQUIREMENT) return CLASS_OF_LOCKS;
    return function == 0 ? NO_LOCKING_CLASS : functions[function - 1].class;
}

static rxtrace_seen shown_by(size_t function) {
    return function == 0 || function == OF_REQUIREMENT ? SEES_NOTHING : functions[function - 1].shows;
}

// Foundation's functions that lead to the one with a frame.
typedef struct foundation_way {
    const uintptr_t *frame;       // of the outermost of them; NULL if there are too many
    const uintptr_t *step;        // of the outermost one that is a STEP_OF_OPERATIONS; NULL for none
    size_t last;                  // the outermost one (`function_at`)
    bool has_operations, runs;    // whether one is of the class of operations, or runs an operation's code
} foundation_way;

static foundation_way way_through_foundation(const uintptr_t *frame) {
    enum { MOST_BETWEEN = 9 };
    foundation_way way = {.frame = NULL};
    for (int between = 0; between < MOST_BETWEEN && frame != NULL; between++) {
        if (rxtrace_owner_of(frame[1]) != OF_FOUNDATION) {
            way.frame = frame;
            return way;
        }
        way.last = function_at(frame[1]);
        locking_class class = class_of(way.last);
        frame = rxtrace_caller_of(frame);
        if (class == STEP_OF_OPERATIONS) way.step = frame;
        if (class >= CLASS_OF_OPERATIONS) way.has_operations = true;
        if (class == RUN_OF_OPERATION) way.runs = true;
    }
    return (foundation_way){.frame = NULL};
}

rxtrace_program_call rxtrace_call_of_program(const uintptr_t *frame) {
    const rxtrace_program_call none = {NULL, NULL, false, false, SEES_NOTHING};
    rxtrace_owner owner = rxtrace_owner_of(frame[1]);
    if (owner == OF_PROGRAM) return (rxtrace_program_call){frame, NULL, false, false, SEES_NOTHING};
    // Foundation has mutexes of its own. A call counts as the program's only if the program called a function of these classes.
    if (owner != OF_FOUNDATION || class_of(function_at(frame[1])) == NO_LOCKING_CLASS) return none;
    foundation_way way = way_through_foundation(frame);
    locking_class class = class_of(way.last);
    if (way.frame == NULL || rxtrace_owner_of(way.frame[1]) != OF_PROGRAM || class == NO_LOCKING_CLASS) return none;
    return (rxtrace_program_call){way.frame, way.step, class >= CLASS_OF_OPERATIONS, false, shown_by(way.last)};
}

rxtrace_program_call rxtrace_run_of_operation(const uintptr_t *frame) {
    const rxtrace_program_call none = {NULL, NULL, false, false, SEES_NOTHING};
    if (rxtrace_owner_of(frame[1]) != OF_FOUNDATION) return none;
    foundation_way way = way_through_foundation(frame);
    bool is_by_itself = way.frame != NULL && way.has_operations && rxtrace_owner_of(way.frame[1]) == OF_RUNTIME;
    return is_by_itself ? (rxtrace_program_call){way.frame, way.step, true, way.runs, SEES_NOTHING} : none;
}

bool rxtrace_is_called_by_runtime(const uintptr_t *frame) { return rxtrace_owner_of(frame[1]) == OF_RUNTIME; }

bool rxtrace_is_called_by_tasks(const uintptr_t *frame) { return rxtrace_is_of_tasks(frame[1]); }

bool rxtrace_is_programs(const void *address) { return rxtrace_owner_of((uintptr_t)address) == OF_PROGRAM; }

void rxtrace_find_system(void) {
    rxtrace_find_system_images();
    find_requirements();
}

#else

bool rxtrace_is_own_lock(const void *lock) {
    (void)lock;
    return false;
}

rxtrace_program_call rxtrace_call_of_program(const uintptr_t *frame) {
    (void)frame;
    return (rxtrace_program_call){NULL, NULL, false, false, SEES_NOTHING};
}

rxtrace_program_call rxtrace_run_of_operation(const uintptr_t *frame) {
    (void)frame;
    return (rxtrace_program_call){NULL, NULL, false, false, SEES_NOTHING};
}

bool rxtrace_is_called_by_runtime(const uintptr_t *frame) {
    (void)frame;
    return false;
}

bool rxtrace_is_called_by_tasks(const uintptr_t *frame) {
    (void)frame;
    return false;
}

bool rxtrace_is_programs(const void *address) {
    (void)address;
    return false;
}

void rxtrace_find_system(void) {}

#endif

bool rxtrace_joins_recording(void) { return rxtrace_joined_thread() != NULL; }

bool rxtrace_is_suppressed(void) { return rxtrace_current->suppressed > 0; }

static bool is_in_stack(const uintptr_t *frame) {
    bool is_aligned = (uintptr_t)frame % sizeof *frame == 0;
    return frame != NULL && is_aligned && (uintptr_t)(frame + 2) <= rxtrace_current->stack_high;
}

size_t rxtrace_program_stack(const uintptr_t *frame, unsigned long *stack, size_t limit) {
    if (rxtrace_joined_thread() == NULL || rxtrace_current->stack_high == 0) return 0;
    rxtrace_asker asker;
    rxtrace_find_asker(frame, &asker);
    size_t count = asker.count < limit ? asker.count : limit;
    memcpy(stack, asker.stack, count * sizeof *stack);
    if (count < HOP_STACK_LIMIT) return count;
    // The walk stopped at its limit within the library's frames, which count as the program's. Frame pointers lead on
    // from there.
    const uintptr_t *next = is_in_stack(asker.frame) ? asker.frame : NULL;
    for (; next != NULL && count < limit && next[1] != 0; next = rxtrace_caller_of(next)) {
        if (rxtrace_owner_of(next[1]) == OF_PROGRAM) stack[count++] = next[1];
    }
    return count;
}
