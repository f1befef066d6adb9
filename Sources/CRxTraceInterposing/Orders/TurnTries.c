// Locks that some thread tries to take without waiting, and points that are owed behind signals.

#define _GNU_SOURCE
#include "TurnState.h"
#include "TurnTries.h"

#if HAS_TURNS

static turn_addresses tried;

_Thread_local bool turn_is_owed;

// Before the first try, the thread stops in any case: what other threads do to the lock has more points from now on.
void turn_note_tried(turn_thread *self, const void *key) {
    if (turn_add_address(&tried, key)) self->unmerged = key;
}

bool turn_is_tried(const void *key) { return turn_has_address(&tried, key); }

bool turn_may_owe(const turn_thread *self) {
    return self != NULL && self->hushed == 0 && turn_program_steps > 0 && !turns.tries_semaphores;
}

void turn_owe(turn_thread *self) {
    self->kind = TURN_WAKE;
    turn_is_owed = true;
}

#endif
