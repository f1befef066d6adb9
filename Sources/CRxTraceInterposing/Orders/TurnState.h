// What the control of turns knows, all of it under one lock but where it says so.

#ifndef C_TURN_STATE_H
#define C_TURN_STATE_H

#include "Turns.h"

#if HAS_TURNS

// The order varies from the start on, or from a mark or the first call of the library on.
typedef enum turn_variation { NOT_YET_FROM_MARK, NOT_YET_FROM_CALL, VARIES, NO_MORE } turn_variation;

typedef struct turn_shared {
    turn_thread threads[TURN_THREADS + 1];
    uint32_t thread_count;
    turn_thread *holder;          // who has the turn; NULL where all wait for one that is out of sight
    turn_thread *given;           // whom to wake once the lock is let go of; NULL for nobody
    turn_thread *chosen_last;
    turn_thread *last_of_all;     // the thread that ends the process; NULL before
    uint64_t order;               // counts the times that a thread became ready, or began to wait
    uint64_t points;              // how many were passed
    uint64_t progress;            // counts what the program's threads did
    uint32_t ready_count, outside_count;
    uint8_t varies;               // whether the order may differ from the usual one: a turn_variation
    uint64_t varies_since;        // the order at which that began
    bool wakes_at_point;          // who is made ready now is about to do what others may see
    uint32_t enabled;             // counts the threads that were made or woken
    _Atomic(bool) descriptors_changed; // not under the lock
} turn_shared;

extern turn_shared turns;

/// The calling thread; NULL for one that is not under control.
extern _Thread_local turn_thread *turn_current;

void turn_take(void);
void turn_release(void);

static inline bool turn_is_before(const turn_thread *left, const turn_thread *right) {
    return left->since < right->since;
}

// Under the lock.

void turn_make_ready(turn_thread *thread);
void turn_make_running(turn_thread *thread);
bool turn_wake_due(void);
bool turn_look_at_descriptors(void);

/// Who goes on. NULL where all wait for one that is out of sight.
turn_thread *turn_choose_next(void);

/// Gives a thread the turn, which it then waits for no more: `turn_release` wakes it.
void turn_give(turn_thread *next);

// Not under the lock.

void turn_wait_for_turn(turn_thread *self);
void turn_reach(rxtrace_turn_kind kind);

#endif

#endif
