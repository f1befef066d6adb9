// Standing in front of the system's functions in a process under control, and in no other.
//
// A file of the process reaches the C library's functions by slots that hold their addresses. Under control, these are
// given other addresses, once, before the program's code runs: a process that is not under control has nothing in its
// way.

#ifndef C_TURN_SLOTS_H
#define C_TURN_SLOTS_H

#include "Turns.h"

#if HAS_TURNS

/// A function of the system's, and what stands in front of it.
typedef struct turn_function {
    const char *name;
    void *replacement;
    void **real;                  // takes the system's own
} turn_function;

/// Declares `real_name`, the system's function of that name.
#define REAL(result, name, ...) static result (*real_##name)(__VA_ARGS__)

#define STANDS_FOR(name) {#name, (void *)turned_##name, (void **)&real_##name}

/// Ended by one without a name.
extern const turn_function turn_thread_functions[], turn_lock_functions[], turn_condition_functions[],
    turn_semaphore_functions[], turn_futex_functions[], turn_descriptor_functions[], turn_timer_functions[],
    turn_clock_functions[], turn_process_functions[], turn_dispatch_functions[], turn_output_functions[];

/// Finds the system's functions. Returns whether all are there that a program waits by.
bool turn_find_functions(void);

/// Fills the slots of all files that are in the process now. Returns how many there were.
size_t turn_fill_slots(void);

/// The calling thread, at the start of a function that stands in front of another one.
#define ENTER() turn_enter_from(__builtin_frame_address(0))

#endif

#endif
