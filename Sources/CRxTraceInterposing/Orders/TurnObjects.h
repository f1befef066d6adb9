#ifndef C_TURN_OBJECTS_H
#define C_TURN_OBJECTS_H

#include "Turns.h"

#if HAS_TURNS

/// Whether memory is that of an object which the thread has made since it began to owe a point, and handed to nobody.
bool turn_is_own_object(const turn_thread *self, uintptr_t address, size_t size);

/// Whether a variable holds the task group that the thread, which owes a point for a task of that group, has handed it to: no task
/// but the group's own can name it (TaskGroup in swift/stdlib/public/Concurrency/TaskGroup.swift).
bool turn_is_own_group(const turn_thread *self, uintptr_t address);

/// Whether a word says how an asynchronous function returns: where its caller goes on, or what leads to that. It stays the same as long
/// as it is read.
bool turn_is_of_return(uintptr_t address, size_t size);

/// Others may know the thread's objects from now on: it has handed on work, or begins to owe another point.
static inline void turn_share_objects(turn_thread *self) { self->own_count = 0; }

#endif

#endif
