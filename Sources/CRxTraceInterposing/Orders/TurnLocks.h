// Locks under control, for who waits with one.

#ifndef C_TURN_LOCKS_H
#define C_TURN_LOCKS_H

#include "Turns.h"

#if HAS_TURNS

/// Takes a mutex that the thread let go of by the other function.
int turn_retake_mutex(turn_thread *self, pthread_mutex_t *mutex);
int turn_let_go_of_mutex(pthread_mutex_t *mutex);

#endif

#endif
