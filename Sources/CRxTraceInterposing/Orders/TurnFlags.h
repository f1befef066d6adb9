// Flags that libraries keep for all threads without a lock: whether a task or a thread is cancelled.

#ifndef C_TURN_FLAGS_H
#define C_TURN_FLAGS_H

#include "Turns.h"

#if HAS_TURNS

/// Whether a function with the name reads or sets such a flag, and comes to no point by itself.
bool turn_is_of_flag(const char *name);

/// Notes the address of such a function. Returns false if there is no room for it.
bool turn_note_flag(const void *function);

/// Whether a function was noted: each call of the program's is a point.
bool turn_has_flag(const void *function);

#endif

#endif
