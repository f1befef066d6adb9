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

// Whether an address in Foundation belongs to a lock's class, or to an operation's or its queue's, whose locks guard
// what the program hands on. Results are kept by address.
static bool is_of_lock(uintptr_t address) {
    enum { KEPT = 4096 };
    static _Atomic(uintptr_t) kept[KEPT];
    _Atomic(uintptr_t) *known = &kept[(address * 0x9E3779B97F4A7C15ull >> 32) % KEPT];
    uintptr_t found = atomic_load_explicit(known, memory_order_relaxed);
    if (found >> 1 == address) return (found & 1) != 0;
    Dl_info info;
    static const char *const names[] = {"6NSLockC", "15NSConditionLockC", "11NSConditionC",
                                        "15NSRecursiveLockC", "14OperationQueueC", "9OperationC", "14BlockOperationC"};
    bool has_name = dladdr((const void *)(address - 1), &info) != 0 && info.dli_sname != NULL;
    bool is_lock = !has_name && is_of_requirement(address);
    for (size_t index = 0; has_name && index < sizeof names / sizeof *names; index++) {
        is_lock |= strstr(info.dli_sname, names[index]) != NULL;
    }
    atomic_store_explicit(known, address << 1 | is_lock, memory_order_relaxed);
    return is_lock;
}

bool rxtrace_is_called_by_program(const uintptr_t *frame) {
    rxtrace_owner owner = rxtrace_owner_of(frame[1]);
    if (owner != OF_FOUNDATION) return owner == OF_PROGRAM;
    // Foundation has mutexes of its own. A call counts as the program's only if the program called a lock or an
    // operation.
    if (!is_of_lock(frame[1])) return false;
    enum { MOST_BETWEEN = 8 };
    for (int between = 0; between < MOST_BETWEEN; between++) {
        uintptr_t asked = frame[1];
        frame = caller_of(frame);
        if (frame == NULL) return false;
        owner = rxtrace_owner_of(frame[1]);
        if (owner == OF_PROGRAM) return is_of_lock(asked);
        if (owner != OF_FOUNDATION) return false;
    }
    return false;
}

bool rxtrace_is_called_by_runtime(const uintptr_t *frame) { return rxtrace_owner_of(frame[1]) == OF_RUNTIME; }

void rxtrace_find_system(void) {
    rxtrace_find_system_images();
    find_requirements();
}

#else

bool rxtrace_is_own_lock(const void *lock) {
    (void)lock;
    return false;
}

bool rxtrace_is_called_by_program(const uintptr_t *frame) {
    (void)frame;
    return false;
}

bool rxtrace_is_called_by_runtime(const uintptr_t *frame) {
    (void)frame;
    return false;
}

void rxtrace_find_system(void) {}

#endif

bool rxtrace_joins_recording(void) { return rxtrace_joined_thread() != NULL; }

bool rxtrace_is_suppressed(void) { return rxtrace_current->suppressed > 0; }

size_t rxtrace_program_stack(const uintptr_t *frame, unsigned long *stack, size_t limit) {
    if (rxtrace_joined_thread() == NULL || rxtrace_current->stack_high == 0) return 0;
    rxtrace_asker asker;
    rxtrace_find_asker(frame, &asker);
    size_t count = asker.count < limit ? asker.count : limit;
    memcpy(stack, asker.stack, count * sizeof *stack);
    if (count < HOP_STACK_LIMIT) return count;
    // The walk stopped at its limit within the library's frames, which count as the program's. Frame pointers lead on
    // from there.
    const uintptr_t *next = frame;
    while (next != NULL && next[1] != stack[count - 1]) next = caller_of(next);
    while (next != NULL && count < limit && (next = caller_of(next)) != NULL && next[1] != 0) {
        if (rxtrace_owner_of(next[1]) == OF_PROGRAM) stack[count++] = next[1];
    }
    return count;
}
