// Locks that some thread tries to take without waiting, and points that are owed behind signals.

#define _GNU_SOURCE
#include "TurnState.h"
#include "TurnTries.h"

#if HAS_TURNS

enum { REMEMBERED = 1 << 10 };
static uintptr_t tried[REMEMBERED];

_Thread_local bool turn_is_owed;

static uintptr_t *entry_of(const void *key) {
    return &tried[((uintptr_t)key >> 3) * 0x9E3779B97F4A7C15ull >> 54 & (REMEMBERED - 1)];
}

// Before the first try, the thread stops in any case: what other threads do to the lock has more points from now on.
void turn_note_tried(turn_thread *self, const void *key) {
    uintptr_t *entry = entry_of(key);
    if (*entry != (uintptr_t)key) self->unmerged = key;
    *entry = (uintptr_t)key;
}

bool turn_is_tried(const void *key) { return *entry_of(key) == (uintptr_t)key; }

bool turn_may_owe(const turn_thread *self) {
    return self != NULL && self->hushed == 0 && turn_program_steps > 0 && !turns.tries_semaphores;
}

void turn_owe(turn_thread *self) {
    self->kind = TURN_WAKE;
    turn_is_owed = true;
}

#endif
