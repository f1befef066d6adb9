// Notes in the log where a process under control crashes.

#ifndef C_TURN_CRASH_H
#define C_TURN_CRASH_H

#include "Turns.h"

#if HAS_TURNS

/// To be called when the process begins to be controlled.
void turn_note_crashes(void);

/// The point before a crash: the calling thread is about to call what ends the process.
void turn_reach_crash(turn_thread *self);

#endif

#endif
