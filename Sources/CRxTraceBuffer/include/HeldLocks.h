// The locks that a thread holds. A debug build checks that there are none before it calls foreign code.

#ifndef C_HELD_LOCKS_H
#define C_HELD_LOCKS_H

#include <stdint.h>

#define RXTRACE_HELD_LOCK_LIMIT 8

/// The source location at which a lock was taken.
typedef struct rxtrace_lock_place {
    const char *file;
    uint64_t line;
} rxtrace_lock_place;

typedef struct rxtrace_held_locks {
    uint32_t count;  // includes locks beyond the limit, whose places are not kept
    rxtrace_lock_place places[RXTRACE_HELD_LOCK_LIMIT];
} rxtrace_held_locks;

extern _Thread_local rxtrace_held_locks rxtrace_thread_held_locks;

static inline uint32_t rxtrace_held_lock_count(void) { return rxtrace_thread_held_locks.count; }

static inline void rxtrace_hold_lock(const void *file, uint64_t line) {
    uint32_t place = rxtrace_thread_held_locks.count++;
    if (place >= RXTRACE_HELD_LOCK_LIMIT) return;
    rxtrace_thread_held_locks.places[place].file = (const char *)file;
    rxtrace_thread_held_locks.places[place].line = line;
}

static inline void rxtrace_release_lock(void) { rxtrace_thread_held_locks.count--; }

/// The place of the lock that the calling thread took last. Only while it holds a lock.
static inline rxtrace_lock_place rxtrace_latest_held_lock(void) {
    uint32_t count = rxtrace_thread_held_locks.count;
    return rxtrace_thread_held_locks.places[(count < RXTRACE_HELD_LOCK_LIMIT ? count : RXTRACE_HELD_LOCK_LIMIT) - 1];
}

#endif
