// Walking up a stack through the system's libraries, which may lack frame pointers.

#ifndef C_HOP_STEPS_H
#define C_HOP_STEPS_H

#include "Hops.h"

/// Whose code an address belongs to. OF_RUNTIME is what runs work: libdispatch, the runtime of tasks, the C library.
typedef enum rxtrace_owner { OF_PROGRAM, OF_LIBRARY, OF_FOUNDATION, OF_RUNTIME } rxtrace_owner;

/// The most calls that a walk goes up.
enum { DEEPEST = 48 };

/// How to get from a call in a function to the function's own caller. Distances are in bytes.
typedef struct rxtrace_step {
    _Atomic(uintptr_t) address;   // the call's return address; 0 for none
    int32_t return_distance;      // to where the function's return address is kept; 0: by the frame pointer
    int32_t frame_distance;       // to where the caller's frame pointer is kept; 0: it is unchanged
    bool has_frame;               // whether the caller's frame pointer is known
    bool is_operation;            // whether the function belongs to OperationQueue
    _Atomic(uint32_t) uses;       // how many walks took the step
    _Atomic(bool) varies;         // whether the distances were seen to vary: walks then end here
} rxtrace_step;

rxtrace_owner rxtrace_owner_of(uintptr_t address);

/// Whether an address belongs to the runtime of tasks.
bool rxtrace_is_of_tasks(uintptr_t address);

/// The step at a return address. NULL if it has not been learned.
const rxtrace_step *rxtrace_known_step(uintptr_t address);

/// Counts a use of a step. Returns whether the step is to be verified now: at the first, second, fourth, eighth … use.
static inline bool rxtrace_is_to_be_looked_at(const rxtrace_step *step) {
    uint32_t uses = atomic_fetch_add_explicit(&((rxtrace_step *)step)->uses, 1, memory_order_relaxed) + 1;
    return (uses & (uses - 1)) == 0;
}

/// Learns or verifies all steps between the function with the frame and the program's code.
void rxtrace_learn_steps(const uintptr_t *frame);

#endif
