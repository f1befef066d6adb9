#ifndef C_TURN_WATCH_H
#define C_TURN_WATCH_H

#include "Turns.h"

#if HAS_TURNS

/// Starts the thread that watches. Before the slots are filled: it is none of those under control.
void turn_begin_watch(void);

#endif

#endif
