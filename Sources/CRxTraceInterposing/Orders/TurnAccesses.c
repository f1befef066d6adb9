// Switching points at atomic operations, in a program that was compiled for the thread sanitizer but is linked without
// the sanitizer's runtime.
//
// A free `Mutex` of Swift is locked by one atomic operation in the program's own code, without a call of the system. So
// `rxtrace` has the compiler call these functions (llvm-project,
// compiler-rt/include/sanitizer/tsan_interface_atomic.h). They are weak: in a program with the sanitizer, the
// sanitizer's take precedence.

#define _GNU_SOURCE
#include "TurnFiles.h"
#include "TurnOwed.h"
#include "TurnRaces.h"
#include "TurnReleases.h"
#include "TurnState.h"
#include "TurnSteps.h"
#include "TurnTaskMemory.h"
#include "TurnVariables.h"

#if HAS_TURNS

#include <string.h>

#define ACCESS __attribute__((weak, visibility("default")))

// The addresses that were written to.
static turn_addresses written;

static void reach_as(rxtrace_turn_kind kind, const uintptr_t *frame) {
    turn_thread *self = turn_enter_told(frame);
    if (self != NULL) turn_point(self, kind);
}

static void reach(const uintptr_t *frame) { reach_as(TURN_ATOMIC, frame); }

// Whether a value may be the address of type metadata, which the program keeps in variables of its file. Every thread stores
// the same address there, so the order does not matter.
static bool is_description(const volatile void *address, uint64_t value) {
    return turn_is_of_file(address) && value > UINT32_MAX && value % sizeof(void *) == 0;
}

// Whether a variable of the program's file may be one for type metadata that is not made yet: it is 0, or has two distances,
// of which the upper one is negative (swift/lib/IRGen, __swift_instantiateConcreteTypeFromMangledName).
static bool may_become_description(uint64_t value) { return value == 0 || (int64_t)value < 0; }

// A read is a point, unless it may be one of type metadata: of a variable of the program's file that nobody is known to write
// to. If there is none yet, this thread either stores it there next, or it has read what others may change. Until that is
// known, its next point cannot be part of the last one.
static inline void reach_value(const volatile void *address, uint64_t value, size_t size, const uintptr_t *frame) {
    if (turn_has_address(&written, address) || size < sizeof(void *) || !turn_is_of_file(address)) return reach(frame);
    if (may_become_description(value)) {
        if (turn_current != NULL) turn_current->undescribed = address;
    } else if (!is_description(address, value)) {
        reach(frame);
    }
}

static inline void touch_atomic(const volatile void *address, size_t size, bool is_write) {
    turn_touch_bytes(address, size, is_write);
    turn_go_through(address, is_write);
}

static inline void reach_read(const volatile void *address, uint64_t value, size_t size, const uintptr_t *frame) {
    if (!turns_on()) return;
    reach_value(address, value, size, frame);
    touch_atomic(address, size, false);
}

// Notes that a thread stores what may be metadata. It is, if the thread has found none there, and it lies in a file: the standard library
// has room for what is made at run time.
static inline void describe(const volatile void *address, uint64_t value) {
    if (!turns_on()) return;
    bool is_missed = turn_current != NULL && turn_current->undescribed == address;
    if (!is_missed || !turn_is_of_a_file((uintptr_t)value)) touch_atomic(address, sizeof value, true);
    if (turn_current != NULL && turn_current->undescribed == address) turn_current->undescribed = NULL;
}

// Before the first write of a value, the thread stops in any case: from now on each read of it is a point of other threads.
static inline void reach_write(const volatile void *address, const uintptr_t *frame) {
    if (!turns_on()) return;
    if (turn_add_address(&written, address) && turn_current != NULL) turn_current->unmerged = address;
    turn_note_access(address, sizeof(uint64_t), true, frame);
    reach(frame);
    touch_atomic(address, sizeof(uint64_t), true);
}

// Stops before an operation that compares and writes. A `Mutex` is locked by writing the calling thread's number over 0, and
// unlocked the other way round. Nothing only reads it, and unlocking is seen by those alone who try to lock without waiting:
// waking a thread that waits is a point.
static inline void reach_exchange(const volatile void *address, uint64_t expected, uint64_t value, const uintptr_t *frame) {
    if (!turns_on()) return;
    uint64_t number = turn_current == NULL ? 0 : (uint64_t)turn_current->kernel_number;
    bool locks = expected == 0 && value == number, unlocks = expected == number && value == 0;
    if (number == 0 || (!locks && !unlocks)) return reach_write(address, frame);
    if (locks || turns.tries_mutexes) reach_as(locks ? TURN_LOCK : TURN_UNLOCK, frame);
    touch_atomic(address, sizeof(uint64_t), true);
}

#define FRAME ((const uintptr_t *)__builtin_frame_address(0))

// Sequential consistency costs little here, as only one thread runs at a time.
#define ATOMICS(bits, type)                                                                                              \
    ACCESS type __tsan_atomic##bits##_load(const volatile type *address, int order) {                                    \
        (void)order;                                                                                                     \
        reach_read(address, (uint64_t)__atomic_load_n(address, __ATOMIC_SEQ_CST), sizeof(type), FRAME);                 \
        return __atomic_load_n(address, __ATOMIC_SEQ_CST);                                                               \
    }                                                                                                                    \
    ACCESS void __tsan_atomic##bits##_store(volatile type *address, type value, int order) {                             \
        (void)order;                                                                                                     \
        if (sizeof value < sizeof(void *) || !is_description(address, value)) reach_write(address, FRAME);               \
        else describe(address, value);                                                                                   \
        __atomic_store_n(address, value, __ATOMIC_SEQ_CST);                                                              \
    }                                                                                                                    \
    ACCESS type __tsan_atomic##bits##_exchange(volatile type *address, type value, int order) {                          \
        (void)order;                                                                                                     \
        reach_write(address, FRAME);                                                                                     \
        return __atomic_exchange_n(address, value, __ATOMIC_SEQ_CST);                                                    \
    }                                                                                                                    \
    ACCESS type __tsan_atomic##bits##_compare_exchange_val(volatile type *address, type expected, type value, int order, \
                                                           int failure) {                                                \
        (void)order, (void)failure;                                                                                      \
        reach_exchange(address, expected, value, FRAME);                                                                 \
        __atomic_compare_exchange_n(address, &expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                   \
        return expected;                                                                                                 \
    }                                                                                                                    \
    ACCESS int __tsan_atomic##bits##_compare_exchange_strong(volatile type *address, type *expected, type value,         \
                                                             int order, int failure) {                                   \
        (void)order, (void)failure;                                                                                      \
        reach_write(address, FRAME);                                                                                     \
        return __atomic_compare_exchange_n(address, expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);             \
    }                                                                                                                    \
    ACCESS int __tsan_atomic##bits##_compare_exchange_weak(volatile type *address, type *expected, type value,           \
                                                           int order, int failure) {                                     \
        (void)order, (void)failure;                                                                                      \
        reach_write(address, FRAME);                                                                                     \
        return __atomic_compare_exchange_n(address, expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);             \
    }                                                                                                                    \
    CHANGE(bits, type, add)                                                                                              \
    CHANGE(bits, type, sub)                                                                                              \
    CHANGE(bits, type, and)                                                                                              \
    CHANGE(bits, type, or)                                                                                               \
    CHANGE(bits, type, xor)                                                                                              \
    CHANGE(bits, type, nand)

#define CHANGE(bits, type, name)                                                                                         \
    ACCESS type __tsan_atomic##bits##_fetch_##name(volatile type *address, type value, int order) {                      \
        (void)order;                                                                                                     \
        reach_write(address, FRAME);                                                                                     \
        return __atomic_fetch_##name(address, value, __ATOMIC_SEQ_CST);                                                  \
    }

ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)

ACCESS void __tsan_atomic_thread_fence(int order) { (void)order; }
ACCESS void __tsan_atomic_signal_fence(int order) { (void)order; }

_Thread_local uint32_t turn_program_steps;

// Where the program's own code lies that has run: its files are one after the other.
static uintptr_t code_start = UINTPTR_MAX, code_end;

bool turn_is_own_code(uintptr_t address) {
    enum { LONGEST_FUNCTION = 1 << 12 };
    return address >= code_start && address < code_end + LONGEST_FUNCTION;
}

static inline void count(uintptr_t code) {
    if (code < code_start) code_start = code;
    if (code > code_end) code_end = code;
    if (turn_program_steps++ == 0) atomic_store_explicit(&turns.tells_of_accesses, true, memory_order_relaxed);
}

// Whether the step touches what others may know.
static bool is_touched(const turn_thread *self, uintptr_t address, const uintptr_t *frame) {
    bool is_on_own_stack = self != NULL && address >= (uintptr_t)frame && address < self->stack_end;
    return self != NULL && (!is_on_own_stack || turns.sees & SEES_READS);
}

static void touch(const volatile void *address, size_t size, bool is_write, const uintptr_t *frame) {
    turn_thread *self = turn_current;
    if (!is_touched(self, (uintptr_t)address, frame)) return;
    if (turns.last_of_all != NULL) return turn_touch_at_end();
    bool may_be_class = !is_write && size == sizeof(void *);
    turn_read read = may_be_class ? turn_read_at(address) : READS_OWN;
    if (read == READS_OF_OTHERS) size = SIZE_MAX;
    if (read == READS_VALUES_OF_TASKS) turn_touch_end_for_tasks();
    if (read == READS_OPERATIONS) turn_touch_operations();
    turn_touch_accessed(address, size, is_write);
    turn_note_told(address, is_write);
    turn_note_plain(address, size, is_write, frame[1]);
}

// Counts a plain read or write. If others may see it, a point that is owed comes before it. Answers whether the process is under control.
static inline bool begin(const volatile void *address, size_t size, bool is_write, const uintptr_t *frame) {
    count(frame[1]);
    if (!turns_on()) return false;
    if (turn_note_access(address, size, is_write, frame)) turn_begin_seen(frame);
    return true;
}

// A variable is handed on to be changed. How large one of the program's file is, the symbols say.
static void begin_change(const volatile void *address, const uintptr_t *frame) {
    turn_thread *self = turn_current;
    if (!begin(address, SIZE_MAX, true, frame) || !is_touched(self, (uintptr_t)address, frame)) return;
    if (turns.last_of_all != NULL) return turn_touch_at_end();
    size_t size = turn_is_of_file(address) ? turn_bytes_of_variable(self, (uintptr_t)address) : SIZE_MAX;
    // What a task's functions have for themselves counts with the task.
    bool is_unseen = size == SIZE_MAX && (turns.sees & SEES_READS) == 0;
    if (is_unseen && turn_is_of_own_task(self, (uintptr_t)address, size)) return turn_touch_task(rxtrace_current_task());
    turn_begin_access(address, size, true, frame);
}

static inline void step(const volatile void *address, size_t size, bool is_write, const uintptr_t *frame) {
    if (!begin(address, size, is_write, frame)) return;
    turn_reach_plain(address, frame[1], is_write, frame);
    touch(address, size, is_write, frame);
}

#define READ(name, bytes) \
    ACCESS void name(const volatile void *address) { step(address, bytes, false, FRAME); }
#define WRITE(name, bytes) \
    ACCESS void name(volatile void *address) { step(address, bytes, true, FRAME); }
// Calls at the starts and ends of functions are only counted.
#define BOUND(name, ...) \
    ACCESS void name(__VA_ARGS__) { count((uintptr_t)__builtin_return_address(0)); }
#define NOTHING(name, ...) \
    ACCESS void name(__VA_ARGS__) {}

#define ACCESSES(bytes)                             \
    READ(__tsan_read##bytes, bytes)                 \
    WRITE(__tsan_write##bytes, bytes)               \
    READ(__tsan_unaligned_read##bytes, bytes)       \
    WRITE(__tsan_unaligned_write##bytes, bytes)     \
    READ(__tsan_volatile_read##bytes, bytes)        \
    WRITE(__tsan_volatile_write##bytes, bytes)      \
    WRITE(__tsan_read_write##bytes, bytes)          \
    WRITE(__tsan_unaligned_read_write##bytes, bytes)

#pragma clang diagnostic ignored "-Wunused-parameter"
ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)
NOTHING(__tsan_init, void)
BOUND(__tsan_func_entry, void *caller)
BOUND(__tsan_func_exit, void)
NOTHING(__tsan_ignore_thread_begin, void)
NOTHING(__tsan_ignore_thread_end, void)
ACCESS void __tsan_vptr_update(void **address, void *value) { step(address, sizeof *address, true, FRAME); }
ACCESS void __tsan_vptr_read(void **address) { step(address, sizeof *address, false, FRAME); }
ACCESS void __tsan_read_range(void *address, unsigned long count) { step(address, count, false, FRAME); }
ACCESS void __tsan_write_range(void *address, unsigned long count) { step(address, count, true, FRAME); }
ACCESS void __tsan_external_read(void *address, void *caller, void *tag) { step(address, 1, false, FRAME); }
ACCESS void __tsan_external_write(void *address, void *caller, void *tag) { begin_change(address, FRAME); }
ACCESS void *__tsan_memcpy(void *target, const void *source, unsigned long count) {
    step(source, count, false, FRAME);
    step(target, count, true, FRAME);
    return memcpy(target, source, count);
}
ACCESS void *__tsan_memmove(void *target, const void *source, unsigned long count) {
    step(source, count, false, FRAME);
    step(target, count, true, FRAME);
    return memmove(target, source, count);
}
ACCESS void *__tsan_memset(void *target, int byte, unsigned long count) {
    step(target, count, true, FRAME);
    return memset(target, byte, count);
}

#endif
