// Concurrent queues of the program's: which of them begin their work in any order, as the system's queues do.

#ifndef C_TURN_QUEUES_H
#define C_TURN_QUEUES_H

#include "Turns.h"

#if HAS_TURNS

/// Whether nobody sees that work was handed on to a queue early. That holds for a concurrent queue that hands all it is given to the
/// pool's threads at once: each of them may begin its work later, whoever came first. From then on the queue is watched. If it is
/// suspended then, gets another target or a barrier, the log says that orders have been left out (`sees`).
bool turn_begins_in_any_order(const void *queue);

/// The step that is under way hands on work to a queue, or takes it from there; NULL: from one that is not known. A queue of which
/// the order shows in which it is given its work is touched.
void turn_touch_queue(const void *queue);

/// Whether a queue runs its work one by one: the main queue, or one that the program has made so.
bool turn_is_serial(const void *queue);

/// A queue may hold work back from now on.
void turn_note_held_back(const void *queue);

/// So may any queue: an item of work was made that is a barrier.
void turn_note_barrier(void);

#else

static inline bool turn_begins_in_any_order(const void *queue) {
    (void)queue;
    return false;
}
static inline void turn_note_held_back(const void *queue) { (void)queue; }
static inline void turn_note_barrier(void) {}

#endif

#endif
