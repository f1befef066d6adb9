// Where tasks were made: what the runtime hands on is told by that place.

#ifndef C_TURN_TASKS_H
#define C_TURN_TASKS_H

#include "Turns.h"

#if HAS_TURNS

/// Notes the number of the place at which a task was made; OF_MAIN_TASK for that of an asynchronous main function.
void turn_note_task(const void *task, uint32_t place);

/// The number of the place at which the task was made that a job of the runtime goes on with, with OF_LATER_PART; OF_ACTOR for an
/// actor's job; 0 if unknown.
uint32_t turn_place_of_job(const uintptr_t *job);

/// Notes that a task was added to a group, and whether it answers nothing.
void turn_note_answers(const void *group, bool answers_nothing);

/// Whether a lock is that of a group whose tasks all answer nothing: which of them ended first does not show.
bool turn_is_of_answers_alike(const void *lock);

/// The task that a job does nothing but hand to an executor; NULL for any other job. Sets `executor` to its identity, 0 for that of
/// the pool's threads.
const uintptr_t *turn_task_resumed_by(const uintptr_t *job, uintptr_t *executor);

/// The task that a job goes on with; NULL if that is not known.
const void *turn_task_of_job(const uintptr_t *job);

/// The step that is under way has a task stop until somebody resumes it, or resumes one.
void turn_touch_continuations(void);

/// The calling thread is about to wait for a task, or to end it: it comes behind all that the task has done, and touches it. Anything,
/// if it is no task.
void turn_touch_awaited(const void *task);

/// Its task is about to go on on an actor, or on none (0). From the main actor, to that, and on the pool's threads it is handed on as
/// any work. Other actors have a queue of their own, which is not seen, so that all steps of the run touch everything that have to do
/// with tasks.
void turn_touch_switch(uintptr_t actor);

#endif

#endif
