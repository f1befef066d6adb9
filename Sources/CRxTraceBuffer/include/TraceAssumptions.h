// What the recorder takes for granted of the toolchain's libraries although no interface promises it: each is looked at
// before it is relied on, and what needs it is off where it does not hold.

#ifndef C_RX_TRACE_ASSUMPTIONS_H
#define C_RX_TRACE_ASSUMPTIONS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/// Swift's words for what is off without them are in RecorderAssumption.swift, in this order.
enum {
    TRACE_ASSUMES_TASK_FLAGS,     // which bit of a task's flags says that it is handed on, and which bits there are
    TRACE_ASSUMES_LET,            // where what stands for an `async let` has its task
    TRACE_ASSUMES_ITEMS,          // that a work item keeps the block it was made of
    TRACE_ASSUMES_FRAMES,         // that unwinding tells where return addresses are kept
    TRACE_ASSUMES_STEPS,          // that a function of the system's libraries keeps its return address in one place
    TRACE_ASSUMES_DEINITS,        // where a class's metadata has its deallocating deinit
    TRACE_ASSUMPTIONS,
};

/// The assumptions that did not hold, a bit each; and those that tests say do not.
extern _Atomic(uint32_t) rxtrace_broken_assumptions;
extern _Atomic(uint32_t) rxtrace_refuted_assumptions;

static inline uint32_t rxtrace_broken(void) {
    return atomic_load_explicit(&rxtrace_broken_assumptions, memory_order_relaxed);
}

/// Whether an assumption has held so far.
static inline bool rxtrace_holds(uint32_t assumption) { return (rxtrace_broken() & 1u << assumption) == 0; }

/// Takes in what a look at an assumption has shown. Returns whether it holds, now and before.
static inline bool rxtrace_expect(uint32_t assumption, bool is_so) {
    bool is_refuted = (atomic_load_explicit(&rxtrace_refuted_assumptions, memory_order_relaxed) & 1u << assumption) != 0;
    if (__builtin_expect(is_refuted || !is_so, 0)) {
        atomic_fetch_or_explicit(&rxtrace_broken_assumptions, 1u << assumption, memory_order_relaxed);
    }
    return rxtrace_holds(assumption);
}

/// For tests: the next look at an assumption shows that it does not hold.
static inline void rxtrace_refute(uint32_t assumption) {
    atomic_fetch_or_explicit(&rxtrace_refuted_assumptions, 1u << assumption, memory_order_relaxed);
}

#endif
