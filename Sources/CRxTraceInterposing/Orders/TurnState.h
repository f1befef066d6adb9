// The state of a process under control. All of it is under one lock (`turn_take`), unless a comment says otherwise.

#ifndef C_TURN_STATE_H
#define C_TURN_STATE_H

#include "Turns.h"

#if HAS_TURNS

/// Whether the order may vary: not before a mark, not before the library's first call, from now on, or no more.
typedef enum turn_variation { NOT_YET_FROM_MARK, NOT_YET_FROM_CALL, VARIES, NO_MORE } turn_variation;

typedef struct turn_shared {
    turn_thread threads[TURN_THREADS + 1];
    uint32_t thread_count;
    turn_thread *holder;          // has the turn; NULL while all wait for a thread that is outside
    turn_thread *given;           // to be woken when the lock is released; NULL for none
    turn_thread *chosen_last;
    turn_thread *last_of_all;     // the thread that ends the process; NULL until one does
    int leaving;                  // the kernel's number of a thread that has given up its last turn; 0 for none
    uint64_t order;               // counts the changes of threads to TURN_READY and TURN_BLOCKED
    uint64_t points;              // switching points passed so far
    uint64_t seen_steps;          // how many steps have begun of threads that were not on their way from the pool to work
    uint64_t progress;            // counts what the program's threads did; used to detect idling
    uint32_t ready_count, outside_count;
    uint8_t varies;               // a turn_variation
    uint64_t varies_since;        // the value of `order` when `varies` changed last
    bool jumps;                   // time passes, as nobody can go on
    bool wakes_at_point;          // a thread that becomes ready now is about to do something visible
    uint32_t enabled;             // counts the program's threads that were made or woken
    _Atomic(bool) descriptors_changed; // not under the lock
    _Atomic(bool) tells_of_accesses; // the program's code was compiled to tell what it reads and writes; not under the lock
    uint64_t disposes_parts, shows_parts; // the threads that disposed of several things together, and that did what shows it: bits
    bool uses_library;            // the program has called the library
    uint32_t sees;                // what others may see of a thread: any of `rxtrace_seen` (TurnVariables.h)
    bool tries_mutexes, tries_semaphores; // the program may try to take one without waiting, or for a time; set before its code runs
    bool makes_items;             // the program may make items of work, which can be cancelled; set before its code runs
    bool throws_in_groups;        // its task groups may throw; set before its code runs
    bool makes_barriers;          // it may make barriers; set before its code runs, or with the first one
} turn_shared;

extern turn_shared turns;

/// The calling thread's entry. NULL if the thread is not under control.
extern _Thread_local turn_thread *turn_current;

/// Whether the program's code was compiled to tell what it reads and writes.
static inline bool turn_program_tells(void) {
    return atomic_load_explicit(&turns.tells_of_accesses, memory_order_relaxed);
}

/// The calling thread has done in the program's own code what others may see, or seen what they may do.
static inline void turn_show(void) {
    if (turn_current != NULL) turn_current->has_shown = true;
}

void turn_take(void);
void turn_release(void);

static inline bool turn_is_before(const turn_thread *left, const turn_thread *right) {
    return left->since < right->since;
}

// To be called under the lock.

void turn_make_ready(turn_thread *thread);
void turn_make_running(turn_thread *thread);
bool turn_wake_due(void);
bool turn_look_at_descriptors(void);

/// Chooses the thread that goes on. NULL if all wait for a thread that is outside.
turn_thread *turn_choose_next(void);

/// Notes that a thread waits outside; NULL: what the longest waiting thread of the program waits for is outside.
void turn_note_outside(const turn_thread *thread);

/// Gives a thread the turn; `turn_release` wakes it. Nobody has the turn if `next` is NULL.
void turn_give(turn_thread *next);

/// Passes the turn to `next`. Releases the lock.
void turn_pass(turn_thread *self, turn_thread *next);

// To be called without the lock.

void turn_wait_for_turn(turn_thread *self);
void turn_reach(rxtrace_turn_kind kind);
void turn_point_within_dispose(turn_thread *self, rxtrace_turn_kind kind);

#endif

#endif
