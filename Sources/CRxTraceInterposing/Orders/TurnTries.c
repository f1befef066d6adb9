#define _GNU_SOURCE
#include "TurnTries.h"
#include "TurnState.h"

#if HAS_TURNS

static turn_addresses tried;

// Before the first try, the thread stops in any case: what other threads do to the lock has more points from now on.
void turn_note_tried(turn_thread *self, const void *key) {
    if (turn_add_address(&tried, key)) self->unmerged = key;
}

bool turn_is_tried(const void *key) { return turn_has_address(&tried, key); }

#endif
