// Steps: what a thread does from one point to the next, and what it reads and writes there.
//
// Two neighbouring steps of different threads can be swapped, and nothing differs, if neither writes what the other reads or writes
// (OrderStep.swift, OrderRun.swift). What is told: the program's own accesses, in a program that was compiled for that; the library's locks and
// atomic values, which guard all that its threads share; and who waits, wakes and hands on work. A step of
// which anything else may be true touches everything.

#ifndef C_TURN_STEPS_H
#define C_TURN_STEPS_H

#include "Turns.h"

#if HAS_TURNS

/// Whether what the calling thread does is a part of the step that is under way, and none of the recorder's.
bool turn_is_noted(void);

/// The step that is under way reads, or writes, what is known by an address; several bytes count by words.
void turn_touch(const volatile void *what, bool is_write);
void turn_touch_bytes(const volatile void *start, size_t size, bool is_write);

/// It lets go of a lock.
void turn_touch_let_go(const volatile void *lock, bool is_write);

/// So does the program's code; also that which the recorder runs to describe a value.
///
/// - Parameter size: in bytes; SIZE_MAX: unknown, so it counts as everything.
void turn_touch_accessed(const volatile void *start, size_t size, bool is_write);

/// Whether code is the program's own, and none of this library's, which has told already what it does. Code before that which has run
/// by then, and far behind it, is none.
bool turn_is_own_code(uintptr_t address);

/// It may read and write anything.
void turn_touch_all(void);

/// It hands on work to the threads of libdispatch's pool, or takes it from there. Which thread takes which work is the same to all, as
/// long as each is taken as soon as it can begin (`turn_note_taken`): a work comes behind the step that handed it on then, and not behind
/// what its thread did before. Otherwise steps that hand on can be swapped with each other alone, and steps that take; and if it is not
/// only the program that hands on work, none of them.
typedef enum turn_pool_use { POOL_IS_GIVEN, POOL_IS_TAKEN } turn_pool_use;
void turn_touch_pool(turn_pool_use use);

/// The step that is under way hands on work.
turn_gift turn_note_gift(void);

/// The calling thread has taken work from a queue, which is to begin with the next step; before it, it had some of another one. Notes
/// whether the work had to wait for other work.
void turn_note_taken(turn_thread *self, turn_gift gift, const void *queue_before);

/// Something other than the program hands on work: libdispatch, at a time or behind a group or an item, or the runtime of tasks.
void turn_use_more_than_queues(void);

/// It goes on with a task, which may end with it, or waits for it, or is about what only tasks have: known by an address.
void turn_touch_task(const void *task);

/// Tasks meet at what is not seen. So all steps of the run that touch one touch everything.
void turn_use_more_than_tasks(void);

/// It reads or changes what libdispatch keeps of its queues, groups and sources. What comes of that, others come to as they hand on work,
/// take some, or do the same.
void turn_touch_dispatch(void);

/// It changes events or timers, asks for them, or waits for some: descriptors that are no files. All of them are one thing.
void turn_touch_events(void);

/// It reads or changes what the locks of operations and their queues guard.
void turn_touch_operations(void);

/// It waits for an address, or wakes who waits for it.
void turn_touch_key(turn_thread *self, const void *key);

/// It does what is told of an order: it writes, or runs a closure of a subscription. The end of the process keeps the steps from
/// coming that others would do next; only of such steps that is seen.
void turn_touch_outside(bool is_end);

/// The code of the program's that ends the process reads or writes memory.
void turn_touch_at_end(void);

/// Ends the step that is under way; another one begins, of `next`. To be called under the lock, or by the only thread that runs.
void turn_begin_step(turn_thread *next);

/// The step that is under way has made a thread, or woken it.
void turn_note_woken(turn_thread *thread);

/// A thread does something that is not seen, from now on: all steps of the run touch everything.
void turn_lose_steps(void);

/// An object ends whose end may show. Which thread lets go of it last depends on the order, and that no step tells. So all steps of the
/// run touch everything.
void turn_lose_steps_of_end(void);

/// Has the library tell what it touches. To be called before the process has threads.
void turn_ask_for_touches(void);

typedef enum turn_entered { ENTERED_TOLD, ENTERED_POOL, ENTERED_DISPATCH, ENTERED_EVENTS, ENTERED_LOCK, ENTERED_ANYTHING } turn_entered;

/// The step that is under way touches what the function of ours does that the thread is in: before a point of it, and behind it.
void turn_touch_entered(turn_thread *self);

/// As `turn_enter_from`, for a function of a lock or a semaphore: what it guards is touched by those alone who have it.
turn_thread *turn_enter_for(const void *lock, const uintptr_t *frame);

/// As `turn_enter_from`, for a function of libdispatch's that reads or changes no more than what that keeps. NULL also if libdispatch
/// itself calls it: that is part of a larger point.
turn_thread *turn_enter_dispatch(const uintptr_t *frame);

/// As `turn_enter_from`, for a function that touches events and timers alone.
turn_thread *turn_enter_events(const uintptr_t *frame);

/// As `turn_enter_from`, for a function that says itself what it touches.
turn_thread *turn_enter_told(const uintptr_t *frame);

#endif

#endif
