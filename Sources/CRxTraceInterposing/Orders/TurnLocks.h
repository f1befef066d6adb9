// The mutex operations that waiting for a condition needs.

#ifndef C_TURN_LOCKS_H
#define C_TURN_LOCKS_H

#include "Turns.h"

#if HAS_TURNS

/// Locks a mutex again that `turn_let_go_of_mutex` unlocked.
int turn_retake_mutex(turn_thread *self, pthread_mutex_t *mutex);
int turn_let_go_of_mutex(pthread_mutex_t *mutex);

#endif

#endif
