#define _GNU_SOURCE
#include "ProgramStack.h"
#include "HopSteps.h"

#include <string.h>

// The caller's frame, by the frame pointer. NULL if that leads nowhere: code without frame pointers may use the
// register for anything.
static const uintptr_t *caller_of(const uintptr_t *frame) {
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

// Foundation's classes of locks and of caches, which threads share by one lock, and those of operations and their queues, whose
// locks guard what the program hands on.
typedef enum locking_class { NO_LOCKING_CLASS, CLASS_OF_LOCKS, CLASS_OF_OPERATIONS } locking_class;

// The class that an address in Foundation belongs to. Results are kept by address.
static locking_class class_at(uintptr_t address) {
    enum { KEPT = 4096 };
    static _Atomic(uintptr_t) kept[KEPT];
    _Atomic(uintptr_t) *known = &kept[(address * 0x9E3779B97F4A7C15ull >> 32) % KEPT];
    uintptr_t found = atomic_load_explicit(known, memory_order_relaxed);
    if (found >> 2 == address) return (locking_class)(found & 3);
    Dl_info info;
    static const char *const names[] = {
        "6NSLockC", "15NSConditionLockC", "11NSConditionC", "15NSRecursiveLockC", "7NSCacheC", "14OperationQueueC",
        "9OperationC", "14BlockOperationC"};
    enum { NAMES = sizeof names / sizeof *names, NAMES_OF_LOCKS = 5 };
    bool has_name = dladdr((const void *)(address - 1), &info) != 0 && info.dli_sname != NULL;
    locking_class class = !has_name && is_of_requirement(address) ? CLASS_OF_LOCKS : NO_LOCKING_CLASS;
    for (size_t index = 0; has_name && index < NAMES; index++) {
        if (strstr(info.dli_sname, names[index]) == NULL) continue;
        class = index < NAMES_OF_LOCKS ? CLASS_OF_LOCKS : CLASS_OF_OPERATIONS;
    }
    atomic_store_explicit(known, address << 2 | class, memory_order_relaxed);
    return class;
}

rxtrace_program_call rxtrace_call_of_program(const uintptr_t *frame) {
    const rxtrace_program_call none = {NULL, false};
    rxtrace_owner owner = rxtrace_owner_of(frame[1]);
    if (owner == OF_PROGRAM) return (rxtrace_program_call){frame, false};
    // Foundation has mutexes of its own. A call counts as the program's only if the program called a function of these classes.
    if (owner != OF_FOUNDATION || class_at(frame[1]) == NO_LOCKING_CLASS) return none;
    enum { MOST_BETWEEN = 8 };
    for (int between = 0; between < MOST_BETWEEN; between++) {
        locking_class asked = class_at(frame[1]);
        frame = caller_of(frame);
        if (frame == NULL) return none;
        owner = rxtrace_owner_of(frame[1]);
        if (owner == OF_PROGRAM) {
            return asked == NO_LOCKING_CLASS ? none : (rxtrace_program_call){frame, asked == CLASS_OF_OPERATIONS};
        }
        if (owner != OF_FOUNDATION) return none;
    }
    return none;
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
    return (rxtrace_program_call){NULL, false};
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
    for (; next != NULL && count < limit && next[1] != 0; next = caller_of(next)) {
        if (rxtrace_owner_of(next[1]) == OF_PROGRAM) stack[count++] = next[1];
    }
    return count;
}
