// What the recorder assumes about the toolchain's libraries although no interface promises it. Each assumption is
// checked before it is relied on; where it does not hold, the features that need it are off.

#ifndef C_RX_TRACE_ASSUMPTIONS_H
#define C_RX_TRACE_ASSUMPTIONS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/// The assumptions. RecorderAssumption.swift has a text for each, in this order.
enum {
    TRACE_ASSUMES_TASK_FLAGS,     // which bits `swift_task_create` takes, and which of them enqueues the task
    TRACE_ASSUMES_LET,            // where the record of an `async let` holds its task
    TRACE_ASSUMES_ITEMS,          // that a work item keeps the block that it was made of
    TRACE_ASSUMES_FRAMES,         // that the unwinder tells where return addresses are kept
    TRACE_ASSUMES_STEPS,          // that a function's return address is at the same distance each time
    TRACE_ASSUMES_DEINITS,        // where a class's metadata holds its deallocating deinit
    TRACE_ASSUMPTIONS,
};

/// One bit per assumption: those that were found not to hold, and those that a test declares not to hold.
extern _Atomic(uint32_t) rxtrace_broken_assumptions;
extern _Atomic(uint32_t) rxtrace_refuted_assumptions;

static inline uint32_t rxtrace_broken(void) {
    return atomic_load_explicit(&rxtrace_broken_assumptions, memory_order_relaxed);
}

/// Whether an assumption has held so far.
static inline bool rxtrace_holds(uint32_t assumption) { return (rxtrace_broken() & 1u << assumption) == 0; }

/// Notes the result of a check of an assumption. Returns whether every check of it has succeeded so far.
static inline bool rxtrace_expect(uint32_t assumption, bool is_so) {
    bool is_refuted = (atomic_load_explicit(&rxtrace_refuted_assumptions, memory_order_relaxed) & 1u << assumption) != 0;
    if (__builtin_expect(is_refuted || !is_so, 0)) {
        atomic_fetch_or_explicit(&rxtrace_broken_assumptions, 1u << assumption, memory_order_relaxed);
    }
    return rxtrace_holds(assumption);
}

/// For tests: makes the next check of an assumption fail.
static inline void rxtrace_refute(uint32_t assumption) {
    atomic_fetch_or_explicit(&rxtrace_refuted_assumptions, 1u << assumption, memory_order_relaxed);
}

#endif
