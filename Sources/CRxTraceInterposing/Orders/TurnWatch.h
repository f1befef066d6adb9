#ifndef C_TURN_WATCH_H
#define C_TURN_WATCH_H

#include "Turns.h"

#if HAS_TURNS

/// Starts the watchdog thread. To be called before `turn_fill_slots`, so that the thread is not under control.
void turn_begin_watch(void);

/// Whether a thread that was to end is no more, or waits for others instead.
///
/// - Parameter number: the kernel's number of the thread.
bool turn_has_left(int number);

#endif

#endif
