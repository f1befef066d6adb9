// The end of a process under control in which no thread can go on.

#ifndef C_TURN_END_H
#define C_TURN_END_H

#include "Turns.h"

#if HAS_TURNS

/// The exit status of such a process.
enum { STATUS_OF_DEADLOCK = 86 };

/// Writes to the log which thread waits for what. Returns the thread that is to end the process.
turn_thread *turn_tell_deadlock(turn_thread *threads, uint32_t count);

bool turn_is_deadlock(void);

/// Notes that the main thread runs the main actor's queue until the process ends.
void turn_note_main_task(void);

/// Writes the rest of the output and the recording, and ends the process.
void turn_end_process(void) __attribute__((noreturn));

#endif

#endif
