// Where in the program's code a function of the system's was called from.

#ifndef C_PROGRAM_STACK_H
#define C_PROGRAM_STACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The return addresses of the program's code, innermost first, that led to the function of the frame by way of the
/// system's libraries. Returns how many there are; none for a thread that takes no part in a recording.
size_t rxtrace_program_stack(const uintptr_t *frame, unsigned long *stack, size_t limit);

/// Whether the program called that function: by itself, or by one function of Foundation's.
bool rxtrace_is_called_by_program(const uintptr_t *frame);

/// Whether libdispatch, or the runtime of tasks, called it.
bool rxtrace_is_called_by_runtime(const uintptr_t *frame);

/// Finds out which of the process's files are the system's.
void rxtrace_find_system(void);

/// Has the calling thread take part in the recording. Returns whether it does.
bool rxtrace_joins_recording(void);

/// Whether the calling thread does something of the recorder's, of which nothing is recorded.
bool rxtrace_is_suppressed(void);

/// Marks the recorder's own locks: to take one is not the program's doing.
#if defined(__linux__)
#define OWN_LOCK __attribute__((section("rxtrace_locks")))
#else
#define OWN_LOCK
#endif

bool rxtrace_is_own_lock(const void *lock);

#endif
