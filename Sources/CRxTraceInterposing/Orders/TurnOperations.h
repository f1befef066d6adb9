// Switching points in calls to operations and their queues, and where Foundation runs an operation. Both take a dozen locks.

#ifndef C_TURN_OPERATIONS_H
#define C_TURN_OPERATIONS_H

#include "Turns.h"

#if HAS_TURNS

/// The calling thread is about to take a lock. Returns whether it does so in a call of the program's to an operation or its queue, of
/// which not each lock is a point.
bool turn_reach_call_of_operations(turn_thread *self, const void *lock);

/// The calling thread is about to take a lock. Returns whether it does so while Foundation runs an operation.
bool turn_reach_run_of_operation(turn_thread *self, const void *lock);

/// Whether a function of Foundation's is about operations or their queues, and reads and changes only what their locks guard.
bool turn_is_about_operations(const char *name);

/// Whether a thread is in the call to an operation or its queue that its last point was in.
bool turn_is_within_call(const turn_thread *self);

#endif

#endif
