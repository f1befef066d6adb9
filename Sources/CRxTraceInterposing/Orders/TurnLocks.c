// Mutexes and read-write locks: locked by trying, and waited for by their address.

#define _GNU_SOURCE
#include "TurnLocks.h"
#include "TurnNames.h"
#include "TurnOperations.h"
#include "TurnOwed.h"
#include "TurnRaces.h"
#include "TurnSlots.h"
#include "TurnSteps.h"
#include "TurnTasks.h"
#include "TurnTime.h"
#include "TurnTries.h"

#if HAS_TURNS

#include <dlfcn.h>
#include <errno.h>

// PTHREAD_MUTEX_ROBUST_NORMAL_NP in glibc's nptl/pthreadP.h.
enum { PTHREAD_MUTEX_ROBUST_KIND = 16 };

#define FRAME ((const uintptr_t *)__builtin_frame_address(0))

REAL(int, pthread_mutex_lock, pthread_mutex_t *);
REAL(int, pthread_mutex_trylock, pthread_mutex_t *);
REAL(int, pthread_mutex_timedlock, pthread_mutex_t *, const struct timespec *);
REAL(int, pthread_mutex_unlock, pthread_mutex_t *);
REAL(int, pthread_rwlock_rdlock, pthread_rwlock_t *);
REAL(int, pthread_rwlock_wrlock, pthread_rwlock_t *);
REAL(int, pthread_rwlock_tryrdlock, pthread_rwlock_t *);
REAL(int, pthread_rwlock_trywrlock, pthread_rwlock_t *);
REAL(int, pthread_rwlock_unlock, pthread_rwlock_t *);

// Locking is a switching point only for the program's own locks, not for the recorder's.
static bool is_point(turn_thread *self, const void *lock) {
    return !rxtrace_is_own_lock(lock) && turn_is_asked_by_program(self);
}

// Before a lock is taken.
//
// A thread that is going to wait changes nothing by beginning to: whether others go on before or after is the same to all. So
// that is no point (`waits`). Which of several that wait is woken is chosen when one is: who began first decides nothing.
static void reach_lock(turn_thread *self, const void *lock, bool waits) {
    if (!turn_reach_call_of_operations(self, lock) && !waits) turn_point(self, TURN_LOCK);
}

static void reach_try(turn_thread *self, const void *lock) {
    turn_note_tried(self, lock);
    reach_lock(self, lock, false);
}

// Whether a lock that somebody tries to take is held shows, so that giving it back is a point.
static void reach_unlock(turn_thread *self, const void *lock) {
    if (turn_is_tried(lock) && is_point(self, lock)) turn_point(self, TURN_UNLOCK);
}

static int take_mutex(turn_thread *self, pthread_mutex_t *mutex, uint64_t deadline) {
    for (;;) {
        int status = real_pthread_mutex_trylock(mutex);
        if (status != EBUSY) return status;
        bool checks = (mutex->__data.__kind & 3) == PTHREAD_MUTEX_ERRORCHECK_NP;
        if (checks && mutex->__data.__owner == self->kernel_number) return EDEADLK;
        bool was_woken = turn_block(self, mutex, deadline, TURN_LOCK);
        if (!was_woken && deadline != TURN_NEVER) return real_pthread_mutex_trylock(mutex) == 0 ? 0 : ETIMEDOUT;
    }
}

// Whether taking the mutex, for as long as it may last, has to wait for another thread.
static bool is_taken(pthread_mutex_t *mutex) {
    bool is_robust = (mutex->__data.__kind & PTHREAD_MUTEX_ROBUST_KIND) != 0;
    bool checks = (mutex->__data.__kind & 3) == PTHREAD_MUTEX_ERRORCHECK_NP;
    if (is_robust || checks) return false;
    int status = real_pthread_mutex_trylock(mutex);
    if (status == 0) real_pthread_mutex_unlock(mutex);
    return status == EBUSY;
}

// Whether the function at an address waits for a task group. It is handed the result that came first, whenever it asks.
static bool waits_for_group(uintptr_t address) {
    static const char *const names[] = {"swift_taskGroup_wait", NULL};
    Dl_info info;
    return dladdr((const void *)(address - 1), &info) != 0 && info.dli_sname != NULL && turn_begins_with_one_of(info.dli_sname, names);
}

// A task of a group that ends takes nothing from others, and nobody sees that it came early: as with a signal, the point is behind it
// (TurnOwed.h). That holds for tasks that answer nothing. Answers are kept in the order in which the tasks ended; and of a group
// whose tasks throw, the first error may be. The task that waits goes on on the pool's threads, whatever actor it was on
// (TaskGroupBase in swift/stdlib/public/Concurrency/TaskGroup.cpp): it comes behind no other there.
//
// The runtime of tasks takes a lock where a value of an AsyncStream, or the result of a task group's task, is handed over. Each task
// has another one, which is recursive, for its children and what handles its being cancelled: that is no point.
static void reach_stream(turn_thread *self, pthread_mutex_t *mutex) {
    bool is_recursive = (mutex->__data.__kind & 3) == PTHREAD_MUTEX_RECURSIVE_NP;
    if (is_recursive || self->is_background || !rxtrace_is_called_by_tasks(self->frame)) return;
    const uintptr_t *frame = self->frame;
    turn_go_through(mutex, true);
    // The runtime does nothing before that others see, so it is as if the program had taken the lock.
    if (self->stream_frame != NULL) self->frame = self->stream_frame;
    self->stream_frame = NULL;
    bool is_end = rxtrace_current_task() == NULL && turn_is_of_answers_alike(mutex) && turn_may_owe_for_work(self);
    if (is_end) turn_owe(self, TURN_SHARED, 0);
    else if (!is_taken(mutex) && !waits_for_group(frame[1])) turn_point(self, TURN_SHARED);
    self->frame = frame;
}

int turn_retake_mutex(turn_thread *self, pthread_mutex_t *mutex) { return take_mutex(self, mutex, TURN_NEVER); }

int turn_let_go_of_mutex(pthread_mutex_t *mutex) {
    int status = real_pthread_mutex_unlock(mutex);
    if (status == 0) turn_wake_one(mutex);
    return status;
}

static int lock_mutex(turn_thread *self, pthread_mutex_t *mutex, uint64_t deadline) {
    bool is_programs = is_point(self, mutex);
    if (is_programs && deadline != TURN_NEVER) reach_try(self, mutex);
    else if (is_programs) reach_lock(self, mutex, is_taken(mutex));
    else if (!turn_reach_run_of_operation(self, mutex)) reach_stream(self, mutex);
    int status = take_mutex(self, mutex, deadline);
    if (status == 0 && is_programs) turn_note_held(self, mutex);
    return status;
}

static int turned_pthread_mutex_lock(pthread_mutex_t *mutex) {
    turn_thread *self = turn_enter_for(mutex, FRAME);
    return self == NULL ? real_pthread_mutex_lock(mutex) : lock_mutex(self, mutex, TURN_NEVER);
}

static int turned_pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *time) {
    turn_thread *self = turn_enter_for(mutex, FRAME);
    if (self == NULL) return real_pthread_mutex_timedlock(mutex, time);
    uint64_t deadline = turn_deadline(time, CLOCK_REALTIME);
    turn_expect_until(deadline);
    return lock_mutex(self, mutex, deadline);
}

static int turned_pthread_mutex_trylock(pthread_mutex_t *mutex) {
    turn_thread *self = turn_enter_for(mutex, FRAME);
    if (self == NULL) return real_pthread_mutex_trylock(mutex);
    bool is_programs = is_point(self, mutex);
    if (is_programs) reach_try(self, mutex);
    int status = real_pthread_mutex_trylock(mutex);
    if (status == 0 && is_programs) turn_note_held(self, mutex);
    return status;
}

static int turned_pthread_mutex_unlock(pthread_mutex_t *mutex) {
    turn_thread *self = turn_enter_for(mutex, FRAME);
    if (self == NULL) return real_pthread_mutex_unlock(mutex);
    reach_unlock(self, mutex);
    turn_note_released(self, mutex);
    return turn_let_go_of_mutex(mutex);
}

// Whether taking a lock, as `try_it` tries to, has to wait for another thread.
static bool has_to_wait(pthread_rwlock_t *lock, int (*try_it)(pthread_rwlock_t *)) {
    int status = try_it(lock);
    if (status == 0) real_pthread_rwlock_unlock(lock);
    return status == EBUSY;
}

static int lock_either(turn_thread *self, pthread_rwlock_t *lock, int (*try_it)(pthread_rwlock_t *)) {
    bool is_programs = is_point(self, lock);
    if (is_programs) reach_lock(self, lock, has_to_wait(lock, try_it));
    int status;
    while ((status = try_it(lock)) == EBUSY) turn_block(self, lock, TURN_NEVER, TURN_LOCK);
    if (status == 0 && is_programs) turn_note_held(self, lock);
    return status;
}

static int turned_pthread_rwlock_rdlock(pthread_rwlock_t *lock) {
    turn_thread *self = ENTER();
    return self == NULL ? real_pthread_rwlock_rdlock(lock) : lock_either(self, lock, real_pthread_rwlock_tryrdlock);
}

static int turned_pthread_rwlock_wrlock(pthread_rwlock_t *lock) {
    turn_thread *self = ENTER();
    return self == NULL ? real_pthread_rwlock_wrlock(lock) : lock_either(self, lock, real_pthread_rwlock_trywrlock);
}

static int try_either(turn_thread *self, pthread_rwlock_t *lock, int (*try_it)(pthread_rwlock_t *)) {
    bool is_programs = self != NULL && is_point(self, lock);
    if (is_programs) reach_try(self, lock);
    int status = try_it(lock);
    if (status == 0 && is_programs) turn_note_held(self, lock);
    return status;
}

static int turned_pthread_rwlock_tryrdlock(pthread_rwlock_t *lock) {
    return try_either(ENTER(), lock, real_pthread_rwlock_tryrdlock);
}

static int turned_pthread_rwlock_trywrlock(pthread_rwlock_t *lock) {
    return try_either(ENTER(), lock, real_pthread_rwlock_trywrlock);
}

static int turned_pthread_rwlock_unlock(pthread_rwlock_t *lock) {
    turn_thread *self = ENTER();
    if (self != NULL) reach_unlock(self, lock);
    int status = real_pthread_rwlock_unlock(lock);
    if (self == NULL) return status;
    turn_note_released(self, lock);
    turn_wake(lock, TURN_THREADS);
    return status;
}

const turn_function turn_lock_functions[] = {
    STANDS_FOR(pthread_mutex_lock),      STANDS_FOR(pthread_mutex_trylock),    STANDS_FOR(pthread_mutex_timedlock),
    STANDS_FOR(pthread_mutex_unlock),    STANDS_FOR(pthread_rwlock_rdlock),    STANDS_FOR(pthread_rwlock_wrlock),
    STANDS_FOR(pthread_rwlock_tryrdlock), STANDS_FOR(pthread_rwlock_trywrlock), STANDS_FOR(pthread_rwlock_unlock),
    {NULL, NULL, NULL}};

#endif
