// Locks that some thread tries to take without waiting, and points that are owed behind signals.

#ifndef C_TURN_TRIES_H
#define C_TURN_TRIES_H

#include "Turns.h"

#if HAS_TURNS

/// Notes that the thread is about to try to take a lock without waiting, or for a time only.
void turn_note_tried(turn_thread *self, const void *key);

/// Whether some thread has tried to, so that others see when the lock is given back.
bool turn_is_tried(const void *key);

/// Whether the signal of a semaphore of Dispatch needs no point before it.
///
/// If no code of the program waits for one for a time only, a signal commutes with all that other threads do before it: it takes
/// nothing from them, and none sees that it was early (Lipton, Reduction: A Method of Proving Properties of Parallel Programs,
/// CACM 1975). So the point goes behind it, before the first thing that the program's code reads or writes then; often there is
/// none, and no point. A program that does not tell of that (`turn_program_steps`) has its point before the signal.
bool turn_may_owe(const turn_thread *self);

/// The calling thread has a point before what it reads or writes next.
void turn_owe(turn_thread *self);

#endif

#endif
