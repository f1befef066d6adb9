// Waiting for descriptors under control.

#ifndef C_TURN_DESCRIPTORS_H
#define C_TURN_DESCRIPTORS_H

#include "Turns.h"

#if HAS_TURNS

/// Waits until one of the descriptors is ready or the deadline has come. Returns whether one is ready. If `is_point`, another
/// thread may go on first, and may change what is ready: whoever comes back finds one ready then.
bool turn_await_ready(turn_thread *self, struct pollfd *descriptors, size_t count, uint64_t deadline, bool is_point);

/// Whether libdispatch waits for more than its own timers and events: for what the program has it watch.
bool turn_runtime_polls_others(void);

/// What threads wait for may come from outside from now on, though it did not when they began.
void turn_look_outside(void);

/// As `turn_enter_from`, for a function that is about a descriptor.
turn_thread *turn_enter_descriptor(int descriptor, const uintptr_t *frame);

#endif

#endif
