// The end of a process in which nobody can go on.

#ifndef C_TURN_END_H
#define C_TURN_END_H

#include "Turns.h"

#if HAS_TURNS

/// The status of a process that was ended so.
enum { STATUS_OF_DEADLOCK = 86 };

/// Writes who waits for what. Returns the thread that is to end the process.
turn_thread *turn_tell_deadlock(turn_thread *threads, uint32_t count);

bool turn_is_deadlock(void);

/// The main thread runs the main task: it then waits for nothing else.
void turn_note_main_task(void);

/// Writes what is left of the output and the recording, and ends the process.
void turn_end_process(void) __attribute__((noreturn));

#endif

#endif
