#define _GNU_SOURCE
#include "ProgramStack.h"
#include "HopSteps.h"

#include <string.h>

#if defined(__linux__)

#include <dlfcn.h>

extern char __start_rxtrace_locks[] __attribute__((weak, visibility("hidden")));
extern char __stop_rxtrace_locks[] __attribute__((weak, visibility("hidden")));

bool rxtrace_is_own_lock(const void *lock) {
    return (const char *)lock >= __start_rxtrace_locks && (const char *)lock < __stop_rxtrace_locks;
}

// Whether an address of Foundation's is in one of the classes by which a program locks. What is found is kept by address.
static bool is_of_lock(uintptr_t address) {
    enum { KEPT = 256 };
    static _Atomic(uintptr_t) kept[KEPT];
    _Atomic(uintptr_t) *known = &kept[(address * 0x9E3779B97F4A7C15ull >> 32) % KEPT];
    uintptr_t found = atomic_load_explicit(known, memory_order_relaxed);
    if (found >> 1 == address) return (found & 1) != 0;
    Dl_info info;
    static const char *const names[] = {"6NSLockC", "15NSConditionLockC", "11NSConditionC", "15NSRecursiveLockC"};
    bool is_lock = false;
    if (dladdr((const void *)(address - 1), &info) != 0 && info.dli_sname != NULL) {
        for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
            is_lock |= strstr(info.dli_sname, names[index]) != NULL;
        }
    }
    atomic_store_explicit(known, address << 1 | is_lock, memory_order_relaxed);
    return is_lock;
}

bool rxtrace_is_called_by_program(const uintptr_t *frame) {
    rxtrace_owner owner = rxtrace_owner_of(frame[1]);
    if (owner != OF_FOUNDATION) return owner == OF_PROGRAM;
    if (!is_of_lock(frame[1])) return false;
    const uintptr_t *caller = (const uintptr_t *)frame[0];
    // Where the register was used for something else, it need not lead anywhere.
    if (caller <= frame || (uintptr_t)caller - (uintptr_t)frame > 4096 || (uintptr_t)caller % sizeof *caller != 0) {
        return false;
    }
    return rxtrace_owner_of(caller[1]) == OF_PROGRAM;
}

bool rxtrace_is_called_by_runtime(const uintptr_t *frame) { return rxtrace_owner_of(frame[1]) == OF_RUNTIME; }

void rxtrace_find_system(void) { rxtrace_find_system_images(); }

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
    return count;
}
