// Points that are owed: a thread stops not at once, but before the first thing that it does then and others may see, or reads and
// others may change. Often there is none, and no point.

#ifndef C_TURN_OWED_H
#define C_TURN_OWED_H

#include "Turns.h"

#if HAS_TURNS

/// Whether the signal of a semaphore of Dispatch needs no point before it.
///
/// If no code of the program waits for one for a time only, a signal commutes with all that other threads do before it: it takes
/// nothing from them, and none sees that it was early (Lipton, Reduction: A Method of Proving Properties of Parallel Programs,
/// CACM 1975). So the point goes behind it, and is owed. A thread whose code does not tell what it does (`turn_program_steps`)
/// has its point before the signal.
bool turn_may_owe_signal(const turn_thread *self);

/// Whether handing on work needs a point behind it alone, if nobody sees that it was early: it commutes, as such a signal does.
bool turn_may_owe_for_work(const turn_thread *self);

/// The calling thread owes a point of a kind, at a place of the program; 0: where it is then.
void turn_owe(turn_thread *self, rxtrace_turn_kind kind, uint32_t place);

/// The calling thread has handed on work at a place, and owes a point for that. Where the program does not tell what it does, or
/// its calls into libraries are not seen, it stops at once.
void turn_owe_for_work(turn_thread *self, uint32_t place);

/// Stops, if a point is owed.
void turn_pay(const uintptr_t *frame);

/// The calling thread is about to do what others may see, or to see what they may do, without a point of its own.
void turn_begin_seen(const uintptr_t *frame);

/// As `turn_enter_dispatch`, for a function that does so.
turn_thread *turn_enter_dispatch_seen(const uintptr_t *frame);

#endif

#endif
