// Plain variables of the program: which of them a thread has for itself while it owes a point.

#ifndef C_TURN_VARIABLES_H
#define C_TURN_VARIABLES_H

#include "Turns.h"

#if HAS_TURNS

/// Finds where the program's file and the calling thread's stack lie.
void turn_begin_variables(turn_thread *self);

/// Notes where the calling thread's stack lies.
void turn_note_stack(turn_thread *self);

/// Where the program's file lies in memory.
uintptr_t turn_program_base(void);

/// How many bytes a variable of the program's file has from an address on; SIZE_MAX if the file does not tell.
size_t turn_bytes_of_variable(turn_thread *self, uintptr_t address);

/// Whether an address lies in the program's file.
bool turn_is_of_file(const volatile void *address);

/// Notes that something was taken for unseen that others may see: orders have been left out (`sees` in TurnLog.h).
void turn_ask_to_be_seen(rxtrace_seen seen);

static inline void turn_ask_for_each_read(void) { turn_ask_to_be_seen(SEES_READS); }

/// Notes that the calling thread reads or writes memory. Returns whether other threads may see that.
///
/// What lies on a thread's own stack nobody sees, and what is read in a variable of the program's file is the same at any time if
/// no other thread writes it. Both are taken as given, and watched. If another thread does look at that stack, or write that
/// variable, the log says so by `sees`: orders have been left out, and the program has to be asked for orders with a
/// point before each read.
///
/// - Parameter size: in bytes; SIZE_MAX: up to the end of a variable that is handed on to be changed.
bool turn_note_access(const volatile void *address, size_t size, bool is_write, const uintptr_t *frame);

#endif

#endif
