// The memory of tasks: what asynchronous functions keep there is their task's alone, as what others keep on the stack is the thread's.

#ifndef C_TURN_TASK_MEMORY_H
#define C_TURN_TASK_MEMORY_H

#include "Turns.h"

#if HAS_TURNS

/// Notes the record of an `async let`, of a size in bytes: it lies in the memory of the task that begins it, and has that of its own
/// task. NULL: it is not known where such memory is, and from now on none counts as a task's own.
void turn_note_let_memory(const void *let, size_t size);

/// Whether an address lies in such a record.
bool turn_is_of_let(uintptr_t address);

/// Whether memory is the current task's own. From then on it is watched.
bool turn_is_of_own_task(turn_thread *self, uintptr_t address, size_t size);

/// Whether an address lies in memory that was taken for another task's own.
bool turn_is_of_others_task(turn_thread *self, uintptr_t address);

#endif

#endif
