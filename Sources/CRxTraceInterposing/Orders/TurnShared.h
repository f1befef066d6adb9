// What libraries keep for all threads: whether a task or a thread is cancelled, who observes notifications, what a
// stream holds, and who is on an actor.

#ifndef C_TURN_SHARED_H
#define C_TURN_SHARED_H

#include "Turns.h"

#if HAS_TURNS

/// What a function uses. Of a flag or a notification center nothing is seen but the call, before which there is a point. A stream's
/// function comes to its point itself, by a lock of the runtime's, and what is about operations and their queues by locks of theirs
/// (TurnOperations.c). `swift_task_switch` takes an actor, if that is free, without a call that is seen. What waits for a task, is about
/// that of an `async let`, or stops one and has it go on by a continuation, needs no point of its own. Before what is untold there is no
/// point, but that may touch anything: files, the environment, random numbers of the C library, or whether an object is still there. The
/// last ones end the process, with a message before that (TurnCrash.c).
typedef enum turn_use {
    USES_NOTHING, USES_FLAG, USES_NOTIFICATIONS, USES_STREAM, USES_ACTOR, USES_TASK, USES_CONTINUATION, USES_LET,
    USES_OPERATIONS, USES_UNTOLD, USES_END
} turn_use;

turn_use turn_use_of(uintptr_t function, const char *name);

/// Notes what the function at an address uses. Returns false if there is no room for it.
bool turn_note_use(const void *function, turn_use use);

turn_use turn_noted_use(const void *function);

/// Whether there is a point of its own before such a function.
static inline bool turn_has_own_point(turn_use use) {
    return use == USES_FLAG || use == USES_NOTIFICATIONS || use == USES_STREAM || use == USES_ACTOR || use == USES_END;
}

#endif

#endif
