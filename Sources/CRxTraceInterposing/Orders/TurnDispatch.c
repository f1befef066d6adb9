// libdispatch's functions that wait or wake. Each is one switching point; the futex or semaphore inside is part of it.

#define _GNU_SOURCE
#include "TurnEnd.h"
#include "TurnHandOn.h"
#include "TurnOwed.h"
#include "TurnQueues.h"
#include "TurnRaces.h"
#include "TurnSlots.h"
#include "TurnState.h"
#include "TurnSteps.h"

#if HAS_TURNS

typedef void *object;
typedef void (*dispatched)(void *);
typedef void (*iterated)(void *, size_t);

// Blocks begin so (HopBlocks.h).
typedef struct iterated_block {
    void *isa;
    int flags;
    int reserved;
    iterated invoke;
} iterated_block;

REAL(void, dispatch_sync, object, object);
REAL(void, dispatch_barrier_sync, object, object);
REAL(void, dispatch_sync_f, object, void *, dispatched);
REAL(void, dispatch_barrier_sync_f, object, void *, dispatched);
REAL(void, dispatch_async_and_wait, object, object);
REAL(void, dispatch_apply, size_t, object, iterated_block *);
REAL(void, dispatch_apply_f, size_t, object, void *, iterated);
REAL(long, dispatch_group_wait, object, uint64_t);
REAL(void, dispatch_group_enter, object);
REAL(void, dispatch_group_leave, object);
REAL(long, dispatch_block_wait, object, uint64_t);
REAL(void, dispatch_block_cancel, object);
REAL(long, dispatch_block_testcancel, object);
REAL(long, dispatch_semaphore_wait, object, uint64_t);
REAL(long, dispatch_semaphore_signal, object);
REAL(void, swift_task_asyncMainDrainQueue, void);

// Enters a function, unless libdispatch itself calls it: that is part of a larger point.
static turn_thread *enter(const uintptr_t *frame) {
    turn_thread *self = turn_enter_from(frame);
    if (self == NULL || turn_is_asked_by_runtime(self)) return NULL;
    turn_use_more_than_queues();
    return self;
}

// The work runs on this thread within the call, and its own points count.
#define SYNC(call)                                                                                          \
    turn_thread *self = turn_enter_dispatch(__builtin_frame_address(0));                                    \
    if (self != NULL) turn_point(self, TURN_SYNC);                                                          \
    WITHIN_SYNC(self, queue, call)

#define WITHIN_SYNC(self, queue, call)                                                                      \
    sync_call before = begin_sync(self, queue, __builtin_frame_address(0));                                 \
    call;                                                                                                   \
    end_sync(self, before);

typedef struct sync_call {
    const uintptr_t *frame;
    const void *queue, *outer_queue;
} sync_call;

static sync_call begin_sync(turn_thread *self, const void *queue, const uintptr_t *frame) {
    if (self == NULL) return (sync_call){NULL, NULL, NULL};
    sync_call before = {self->sync_frame, self->sync_queue, self->outer_sync_queue};
    self->sync_frame = frame;
    self->outer_sync_queue = self->sync_queue;
    self->sync_queue = queue;
    return before;
}

static void end_sync(turn_thread *self, sync_call before) {
    if (self == NULL) return;
    turn_touch_dispatch();
    turn_come_behind_ends();
    self->sync_frame = before.frame;
    self->sync_queue = before.queue;
    self->outer_sync_queue = before.outer_queue;
}

extern object dispatch_get_current_queue(void) __attribute__((weak));

// The call is the control's own: no point that is owed comes before it.
void turn_note_queue(turn_thread *self) {
    if (dispatch_get_current_queue == NULL) return;
    bool before = self->is_inside;
    self->is_inside = true;
    self->queue = dispatch_get_current_queue();
    self->is_inside = before;
}

#define WHOLE(kind, call)                                                                                   \
    turn_thread *self = enter(__builtin_frame_address(0));                                                  \
    turn_begin_whole(self, kind);                                                                           \
    call;                                                                                                   \
    turn_end_whole(self);

static void turned_dispatch_sync(object queue, object work) { SYNC(real_dispatch_sync(queue, work)) }

static void turned_dispatch_barrier_sync(object queue, object work) {
    turn_note_held_back(queue);
    SYNC(real_dispatch_barrier_sync(queue, work))
}

static void turned_dispatch_sync_f(object queue, void *context, dispatched work) {
    SYNC(real_dispatch_sync_f(queue, context, work))
}

static void turned_dispatch_barrier_sync_f(object queue, void *context, dispatched work) {
    turn_note_held_back(queue);
    SYNC(real_dispatch_barrier_sync_f(queue, context, work))
}

static void turned_dispatch_async_and_wait(object queue, object work) {
    SYNC(real_dispatch_async_and_wait(queue, work))
}

typedef struct iterations {
    iterated work;
    void *context;
    uint32_t place;
} iterations;

// A thread takes an iteration as soon as it can, and may begin it later, after iterations that others have taken since.
static RUNS_WORK void run_iteration(void *context, size_t index) {
    const iterations *all = context;
    turn_begin_work(all->place, (turn_gift){0, 0});
    all->work(all->context, index);
}

static void apply(turn_thread *self, size_t count, object queue, void *context, iterated work) {
    iterations all = {work, context, turn_place(self, self->frame)};
    WITHIN_SYNC(self, NULL, real_dispatch_apply_f(count, queue, &all, run_iteration))
}

static void turned_dispatch_apply(size_t count, object queue, iterated_block *work) {
    turn_thread *self = enter(__builtin_frame_address(0));
    if (self == NULL) real_dispatch_apply(count, queue, work);
    else apply(self, count, queue, work, work->invoke);
}

static void turned_dispatch_apply_f(size_t count, object queue, void *context, iterated work) {
    turn_thread *self = enter(__builtin_frame_address(0));
    if (self == NULL) real_dispatch_apply_f(count, queue, context, work);
    else apply(self, count, queue, context, work);
}

// To wait without an end changes nothing and answers nothing. With one, the answer is what others may change.
static void end_wait(turn_thread *self, uint64_t time) {
    turn_end_whole(self);
    if (self != NULL && time != UINT64_MAX) self->unmerged = self;
}

static long turned_dispatch_group_wait(object group, uint64_t time) {
    const uintptr_t *frame = __builtin_frame_address(0);
    turn_thread *self = time == UINT64_MAX ? turn_enter_dispatch(frame) : turn_enter_dispatch_seen(frame);
    turn_begin_whole(self, TURN_GROUP);
    long status = real_dispatch_group_wait(group, time);
    end_wait(self, time);
    return status;
}

static void turned_dispatch_group_enter(object group) {
    turn_enter_dispatch_seen(__builtin_frame_address(0));
    real_dispatch_group_enter(group);
}

static void turned_dispatch_group_leave(object group) {
    turn_thread *self = turn_enter_dispatch(__builtin_frame_address(0));
    turn_begin_whole(self, TURN_WAKE);
    real_dispatch_group_leave(group);
    turn_end_whole(self);
}

static long turned_dispatch_block_wait(object item, uint64_t time) {
    turn_thread *self = enter(__builtin_frame_address(0));
    turn_begin_whole(self, TURN_GROUP);
    long status = real_dispatch_block_wait(item, time);
    end_wait(self, time);
    return status;
}

static void turned_dispatch_block_cancel(object item) { WHOLE(TURN_WAKE, real_dispatch_block_cancel(item)) }

static long turned_dispatch_block_testcancel(object item) {
    WHOLE(TURN_FLAG, long status = real_dispatch_block_testcancel(item))
    return status;
}

// Whether a wait for the semaphore, without an end, has to wait for another thread. As one thread runs at a time, the semaphore
// is the same afterwards.
static bool has_to_wait(turn_thread *self, object semaphore, uint64_t time) {
    enum { NOW = 0 };
    if (time != UINT64_MAX) return false;
    bool before = self->is_inside;
    self->is_inside = true;
    bool is_taken = real_dispatch_semaphore_wait(semaphore, NOW) == 0;
    if (is_taken) real_dispatch_semaphore_signal(semaphore);
    self->is_inside = before;
    return !is_taken;
}

static turn_thread *enter_semaphore(object semaphore, const uintptr_t *frame) {
    turn_thread *self = turn_enter_for(semaphore, frame);
    return self == NULL || turn_is_asked_by_runtime(self) ? NULL : self;
}

// As for a lock, beginning to wait is no point (TurnLocks.c).
static long turned_dispatch_semaphore_wait(object semaphore, uint64_t time) {
    turn_thread *self = enter_semaphore(semaphore, __builtin_frame_address(0));
    if (self != NULL && has_to_wait(self, semaphore, time)) turn_hush(self, TURN_SEMAPHORE);
    else turn_begin_whole(self, TURN_SEMAPHORE);
    long status = real_dispatch_semaphore_wait(semaphore, time);
    turn_end_whole(self);
    return status;
}

static long turned_dispatch_semaphore_signal(object semaphore) {
    turn_thread *self = enter_semaphore(semaphore, __builtin_frame_address(0));
    bool owes = turn_may_owe_signal(self);
    if (owes) turn_hush(self, TURN_WAKE);
    else turn_begin_whole(self, TURN_WAKE);
    long status = real_dispatch_semaphore_signal(semaphore);
    turn_end_whole(self);
    if (owes) turn_owe(self, TURN_WAKE, 0);
    else if (self != NULL) turn_show();
    return status;
}

// The main thread runs the main actor's queue from here on.
static void turned_swift_task_asyncMainDrainQueue(void) {
    turn_note_main_task();
    turn_use_more_than_queues();
    turn_touch_all();
    real_swift_task_asyncMainDrainQueue();
}

const turn_function turn_dispatch_functions[] = {
    STANDS_FOR(dispatch_sync),           STANDS_FOR(dispatch_barrier_sync),     STANDS_FOR(dispatch_sync_f),
    STANDS_FOR(dispatch_barrier_sync_f), STANDS_FOR(dispatch_async_and_wait),   STANDS_FOR(dispatch_apply),
    STANDS_FOR(dispatch_apply_f),        STANDS_FOR(dispatch_group_wait),       STANDS_FOR(dispatch_group_enter),
    STANDS_FOR(dispatch_group_leave),    STANDS_FOR(dispatch_block_wait),       STANDS_FOR(dispatch_block_cancel),
    STANDS_FOR(dispatch_semaphore_wait), STANDS_FOR(dispatch_semaphore_signal), STANDS_FOR(dispatch_block_testcancel),
    STANDS_FOR(swift_task_asyncMainDrainQueue),
    {NULL, NULL, NULL}};

#endif
