// Locks that some thread tries to take without waiting.

#ifndef C_TURN_TRIES_H
#define C_TURN_TRIES_H

#include "Turns.h"

#if HAS_TURNS

/// Notes that the thread is about to try to take a lock without waiting, or for a time only.
void turn_note_tried(turn_thread *self, const void *key);

/// Whether some thread has tried to, so that others see when the lock is given back.
bool turn_is_tried(const void *key);

#endif

#endif
