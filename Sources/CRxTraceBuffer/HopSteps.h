// The way up a stack through the system's libraries.

#ifndef C_HOP_STEPS_H
#define C_HOP_STEPS_H

#include "Hops.h"

/// Whose code an address is in.
typedef enum rxtrace_owner { OF_PROGRAM, OF_LIBRARY, OF_FOUNDATION, OF_RUNTIME } rxtrace_owner;

/// How many calls are gone up at most.
enum { DEEPEST = 48 };

/// The way from the return address of a function's call to that of the function.
typedef struct rxtrace_step {
    _Atomic(uintptr_t) address;   // the call's return address; 0 for none
    int32_t return_distance;      // from where that is kept to where the function's own is; 0 to go by the frame pointer
    int32_t frame_distance;       // likewise, where the caller's frame pointer is kept; 0 where it is as it was
    bool has_frame;               // whether the caller's frame pointer is known
    bool is_operation;            // whether the function is an operation queue's
    _Atomic(uint32_t) uses;       // how often it was gone
    _Atomic(bool) varies;         // whether it was seen to be another one at another time: then it is none
} rxtrace_step;

rxtrace_owner rxtrace_owner_of(uintptr_t address);

/// The step at a return address; NULL where it has not been learned.
const rxtrace_step *rxtrace_known_step(uintptr_t address);

/// Whether a step that is about to be gone is to be looked at again: at first often, then ever more seldom.
static inline bool rxtrace_is_to_be_looked_at(const rxtrace_step *step) {
    uint32_t uses = atomic_fetch_add_explicit(&((rxtrace_step *)step)->uses, 1, memory_order_relaxed) + 1;
    return (uses & (uses - 1)) == 0;
}

/// Learns the steps, and looks at those that are known, from the caller of the frame's function up to the program's code.
void rxtrace_learn_steps(const uintptr_t *frame);

#endif
