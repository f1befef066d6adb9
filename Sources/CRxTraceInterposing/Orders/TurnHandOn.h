// The switching points around work that is handed on. Nothing in a process that is not under control.

#ifndef C_TURN_HAND_ON_H
#define C_TURN_HAND_ON_H

#include "TurnLog.h"
#include "TurnObjects.h"
#include "TurnOwed.h"
#include "TurnQueues.h"
#include "TurnSteps.h"
#include "TurnTaskMemory.h"
#include "TurnTasks.h"
#include "TurnTime.h"
#include "TurnVariables.h"

#if HAS_TURNS

static inline turn_thread *turn_hand_on(const uintptr_t *frame) {
    turn_thread *self = turns_on() ? turn_enter_told(frame) : NULL;
    if (self == NULL) return NULL;
    turn_vary_from_hand_on(self, frame);
    turn_begin_whole(self, TURN_HAND_ON);
    turn_touch_pool(POOL_IS_GIVEN);
    turn_use_more_than_queues();
    // A function that hands on work may call another one that does. The outermost one counts.
    if (self->hushed == 1) self->handed_at = turn_place(self, frame);
    return self;
}

/// The same for work that is handed to a queue.
static inline turn_thread *turn_hand_on_to_queue(const uintptr_t *frame, const void *queue) {
    turn_thread *self = turns_on() ? turn_enter_told(frame) : NULL;
    if (self == NULL) return NULL;
    turn_vary_from_hand_on(self, frame);
    turn_touch_queue(queue);
    turn_begin_whole(self, TURN_HAND_ON);
    turn_touch_pool(POOL_IS_GIVEN);
    turn_touch_queue(queue);
    if (self->hushed == 1) self->handed_at = turn_place(self, frame);
    return self;
}

/// The same where nobody sees that the work was handed on early: to a new thread, or to the threads of a pool, which may begin it
/// later. So there is no point before it (TurnOwed.h).
static inline turn_thread *turn_hand_on_unseen(const uintptr_t *frame) {
    turn_thread *self = turns_on() ? turn_enter_told(frame) : NULL;
    if (self == NULL || !turn_may_owe_for_work(self)) return turn_hand_on(frame);
    turn_touch_pool(POOL_IS_GIVEN);
    turn_vary_from_hand_on(self, frame);
    turn_hush(self, TURN_HAND_ON);
    self->kind = TURN_HAND_ON;
    self->handed_at = turn_place(self, frame);
    return self;
}

/// The same for a handler of a source of Dispatch. If the thread has made the source since its last point, and nobody runs it yet,
/// nobody sees that the handler is set, and there is no point.
static inline turn_thread *turn_hand_on_to_source(const uintptr_t *frame, const void *source) {
    turn_thread *self = turns_on() ? turn_enter_told(frame) : NULL;
    if (self == NULL || self->made_source != source) return turn_hand_on(frame);
    turn_hush(self, TURN_HAND_ON);
    if (self->hushed == 1) self->handed_at = turn_place(self, frame);
    return self;
}

/// The same for a task that the runtime hands to the pool's threads, which is no switching point: the thread that takes a task
/// may begin it later.
static inline turn_thread *turn_hand_on_job(const uintptr_t *frame) {
    turn_thread *self = turns_on() ? turn_enter_from(frame) : NULL;
    turn_use_more_than_queues();
    if (self == NULL) return NULL;
    turn_hush(self, TURN_HAND_ON);
    self->kind = TURN_HAND_ON;
    if (self->hushed == 1) self->handed_at = 0;
    return self;
}

/// The program is about to begin an `async let`, which has a record of a size in bytes, and which the runtime hands to the pool's
/// threads.
static inline turn_thread *turn_begin_let(const uintptr_t *frame, const void *let, size_t size) {
    turn_thread *self = turns_on() ? turn_enter_told(frame) : NULL;
    turn_use_more_than_queues();
    if (self == NULL) return NULL;
    turn_note_let_memory(let, size);
    turn_vary_from_hand_on(self, frame);
    self->let_at = turn_place(self, frame);
    return self;
}

/// The program has begun it, as a task, which may see what this thread does next.
static inline void turn_end_let(turn_thread *turn, const void *task) {
    if (turn == NULL) return;
    turn_share_objects(turn);
    if (turn->hushed == 0) turn_owe_for_work(turn, turn->let_at);
    if (task != NULL) turn_note_task(task, turn->let_at);
    else turn_note_let_memory(NULL, 0);
    turn->let_at = 0;
}

/// Notes the task group to which `turn` has handed on a task, and whether the task answers nothing; NULL for none. It counts as
/// answering if the program's file did not make it, by the function with the frame.
static inline void turn_note_group(turn_thread *turn, const uintptr_t *frame, const void *group, bool answers_nothing) {
    if (turn == NULL) return;
    turn->group = group;
    if (group != NULL) turn_note_answers(group, answers_nothing && turn_is_of_file((const void *)frame[1]));
}

/// `turn` has handed on a task that it has made; of an asynchronous main function, or another one.
static inline void turn_made_task(const turn_thread *turn, const void *task, bool is_of_main_function) {
    if (turn != NULL) turn_note_task(task, is_of_main_function ? OF_MAIN_TASK : turn->handed_at);
}

/// The number of the place in the program at which `turn` hands on work.
static inline uint32_t turn_handed_at(const turn_thread *turn) { return turn == NULL ? 0 : turn->handed_at; }

/// The same; or, where that is no code of the program's, of the place at which the work was handed on that it runs.
static inline uint32_t turn_handed_within(const turn_thread *turn) {
    if (turn == NULL) return 0;
    return turn->handed_at != 0 ? turn->handed_at : turn->work_at;
}

/// The switching point at the start of work that was handed on at a place.
static inline void turn_begin_work(uint32_t place, turn_gift gift) {
    turn_thread *self = turns_on() ? turn_enter_told(__builtin_frame_address(0)) : NULL;
    if (self == NULL) return;
    turn_touch_pool(POOL_IS_TAKEN);
    turn_point_of_work(self, place, gift);
}

/// `turn` hands on work now.
static inline turn_gift turn_gift_of(const turn_thread *turn) {
    return turn == NULL ? (turn_gift){0, 0} : turn_note_gift();
}

/// Whether a source is cancelled by now whose handler of events is about to run. False for NULL, and where nobody sees that it is due.
bool turn_is_cancelled(void *source);

/// The work that has begun goes on with a task; NULL for none that is known.
static inline void turn_go_on_with(const void *task) {
    if (turns_on()) turn_touch_task(task);
}

/// The number of the place in the program at which `turn` begins an `async let`; 0 if it does not.
static inline uint32_t turn_let_at(const turn_thread *turn) { return turn->let_at; }

static inline void turn_handed_on(turn_thread *turn) { turn_end_whole(turn); }

/// Notes that work was handed on for a time, a `dispatch_time_t`.
static inline void turn_hand_on_at(uint64_t time) {
    if (turns_on()) turn_expect_at(time);
}

#else

typedef struct turn_thread turn_thread;
typedef struct turn_gift {
    uint32_t step;
} turn_gift;
static inline turn_gift turn_gift_of(const turn_thread *turn) {
    (void)turn;
    return (turn_gift){0};
}
static inline bool turns_on(void) { return false; }
static inline turn_thread *turn_hand_on(const uintptr_t *frame) {
    (void)frame;
    return 0;
}
static inline turn_thread *turn_hand_on_to_queue(const uintptr_t *frame, const void *queue) {
    (void)frame, (void)queue;
    return 0;
}
static inline turn_thread *turn_hand_on_unseen(const uintptr_t *frame) {
    (void)frame;
    return 0;
}
static inline turn_thread *turn_hand_on_job(const uintptr_t *frame) {
    (void)frame;
    return 0;
}
static inline turn_thread *turn_hand_on_to_source(const uintptr_t *frame, const void *source) {
    (void)frame, (void)source;
    return 0;
}
static inline turn_thread *turn_begin_let(const uintptr_t *frame, const void *let, size_t size) {
    (void)frame, (void)let, (void)size;
    return 0;
}
static inline void turn_end_let(turn_thread *turn, const void *task) { (void)turn, (void)task; }
static inline void turn_made_task(const turn_thread *turn, const void *task, bool is_of_main_function) {
    (void)turn, (void)task, (void)is_of_main_function;
}
static inline void turn_note_group(turn_thread *turn, const uintptr_t *frame, const void *group, bool answers_nothing) {
    (void)turn, (void)frame, (void)group, (void)answers_nothing;
}
static inline void turn_handed_on(turn_thread *turn) { (void)turn; }
static inline void turn_hand_on_at(uint64_t time) { (void)time; }
static inline uint32_t turn_handed_at(const turn_thread *turn) {
    (void)turn;
    return 0;
}
static inline uint32_t turn_handed_within(const turn_thread *turn) {
    (void)turn;
    return 0;
}
static inline uint32_t turn_let_at(const turn_thread *turn) {
    (void)turn;
    return 0;
}
static inline void turn_begin_work(uint32_t place, turn_gift gift) { (void)place, (void)gift; }
static inline void turn_go_on_with(const void *task) { (void)task; }
static inline bool turn_is_cancelled(void *source) {
    (void)source;
    return false;
}
static inline uint32_t turn_place_of_job(const uintptr_t *job) {
    (void)job;
    return 0;
}
static inline const void *turn_task_of_job(const uintptr_t *job) {
    (void)job;
    return 0;
}
static inline const uintptr_t *turn_task_resumed_by(const uintptr_t *job, uintptr_t *executor) {
    (void)job, (void)executor;
    return 0;
}

#if defined(__linux__)

#include <pthread.h>

static inline int turn_create_thread(int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *),
                                     pthread_t *handle, const pthread_attr_t *attributes, void *(*work)(void *),
                                     void *context, const uintptr_t *frame) {
    (void)frame;
    return create(handle, attributes, work, context);
}

#endif

#endif

#endif
