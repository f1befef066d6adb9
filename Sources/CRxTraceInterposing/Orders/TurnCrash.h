// Notes in the log where a process under control crashes.

#ifndef C_TURN_CRASH_H
#define C_TURN_CRASH_H

#include "Turns.h"

#if HAS_TURNS

/// To be called when the process begins to be controlled.
void turn_note_crashes(void);

#endif

#endif
