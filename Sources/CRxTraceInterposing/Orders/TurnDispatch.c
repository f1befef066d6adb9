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
#include "TurnTime.h"

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
REAL(void, dispatch_resume, object);
REAL(void, dispatch_suspend, object);
REAL(void, dispatch_activate, object);
REAL(object, dispatch_source_create, const void *, uintptr_t, unsigned long, object);
REAL(void, dispatch_source_cancel, object);
REAL(long, dispatch_source_testcancel, object);
REAL(void, dispatch_source_merge_data, object, unsigned long);
REAL(void, swift_task_asyncMainDrainQueue, void);
REAL(void, dispatch_source_set_timer, object, uint64_t, uint64_t, uint64_t);

// Enters a function, unless libdispatch itself calls it: that is part of a larger point.
static turn_thread *enter(const uintptr_t *frame) {
    turn_thread *self = turn_enter_from(frame);
    if (self == NULL || turn_is_asked_by_runtime(self)) return NULL;
    turn_use_more_than_queues();
    return self;
}

// The work runs on this thread within the call, and its own points count.
#define SYNC(call)                                                                                          \
    turn_thread *self = enter(__builtin_frame_address(0));                                                  \
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
    turn_touch_all();
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
    turn_begin_work(all->place);
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

static long turned_dispatch_group_wait(object group, uint64_t time) {
    WHOLE(TURN_GROUP, long status = real_dispatch_group_wait(group, time))
    return status;
}

static void turned_dispatch_group_enter(object group) {
    turn_touch_all();
    turn_use_more_than_queues();
    real_dispatch_group_enter(group);
}

static void turned_dispatch_group_leave(object group) { WHOLE(TURN_WAKE, real_dispatch_group_leave(group)) }

static long turned_dispatch_block_wait(object item, uint64_t time) {
    WHOLE(TURN_GROUP, long status = real_dispatch_block_wait(item, time))
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

static object turned_dispatch_source_create(const void *type, uintptr_t handle, unsigned long mask, object queue) {
    object source = real_dispatch_source_create(type, handle, mask, queue);
    turn_thread *self = ENTER();
    if (self == NULL || turn_is_asked_by_runtime(self)) return source;
    self->made_source = source;
    turn_use_more_than_queues();
    return source;
}

// A source runs once it has been resumed or activated.
static void note_run(const void *source) {
    if (turns_on() && turn_current != NULL && turn_current->made_source == source) turn_current->made_source = NULL;
}

static void turned_dispatch_resume(object resumed) {
    note_run(resumed);
    WHOLE(TURN_WAKE, real_dispatch_resume(resumed))
}

static void turned_dispatch_activate(object activated) {
    note_run(activated);
    WHOLE(TURN_WAKE, real_dispatch_activate(activated))
}

static void turned_dispatch_suspend(object suspended) {
    turn_note_held_back(suspended);
    WHOLE(TURN_WAKE, real_dispatch_suspend(suspended))
}

static void turned_dispatch_source_cancel(object source) { WHOLE(TURN_WAKE, real_dispatch_source_cancel(source)) }

static long turned_dispatch_source_testcancel(object source) {
    WHOLE(TURN_FLAG, long status = real_dispatch_source_testcancel(source))
    return status;
}

// Data that is merged before the handler has begun is handled in one run. So the thread that runs the handler may be
// chosen to go on at once or later.
static void turned_dispatch_source_merge_data(object source, unsigned long data) {
    turn_thread *turn = turn_hand_on(__builtin_frame_address(0));
    turns.wakes_at_point = true;
    real_dispatch_source_merge_data(source, data);
    turns.wakes_at_point = false;
    turn_handed_on(turn);
}

// The main thread runs the main actor's queue from here on.
static void turned_swift_task_asyncMainDrainQueue(void) {
    turn_note_main_task();
    turn_use_more_than_queues();
    turn_touch_all();
    real_swift_task_asyncMainDrainQueue();
}

static void turned_dispatch_source_set_timer(object source, uint64_t start, uint64_t interval, uint64_t leeway) {
    turn_expect_at(start);
    // libdispatch takes INT64_MAX and more for a timer that is due once, and half the interval for the longest leeway (src/source.c).
    if (interval < INT64_MAX) turn_expect_each(interval + (leeway < interval / 2 ? leeway : interval / 2));
    turn_touch_all();
    real_dispatch_source_set_timer(source, start, interval, leeway);
}

const turn_function turn_dispatch_functions[] = {
    STANDS_FOR(dispatch_sync),           STANDS_FOR(dispatch_barrier_sync), STANDS_FOR(dispatch_sync_f),
    STANDS_FOR(dispatch_barrier_sync_f), STANDS_FOR(dispatch_async_and_wait), STANDS_FOR(dispatch_group_wait),
    STANDS_FOR(dispatch_apply),          STANDS_FOR(dispatch_apply_f),
    STANDS_FOR(dispatch_group_enter),    STANDS_FOR(dispatch_group_leave),  STANDS_FOR(dispatch_block_wait),
    STANDS_FOR(dispatch_block_cancel),   STANDS_FOR(dispatch_semaphore_wait), STANDS_FOR(dispatch_semaphore_signal),
    STANDS_FOR(dispatch_resume),         STANDS_FOR(dispatch_suspend),      STANDS_FOR(dispatch_source_merge_data), STANDS_FOR(swift_task_asyncMainDrainQueue),
    STANDS_FOR(dispatch_source_set_timer), STANDS_FOR(dispatch_source_cancel), STANDS_FOR(dispatch_source_create),
    STANDS_FOR(dispatch_activate),       STANDS_FOR(dispatch_block_testcancel), STANDS_FOR(dispatch_source_testcancel),
    {NULL, NULL, NULL}};

#endif
