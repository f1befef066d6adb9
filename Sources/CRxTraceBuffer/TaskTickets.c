// Which hop started the current task.

#include "Hops.h"

#include <sched.h>
#include <time.h>

#if defined(__linux__)

#define SWIFT_CALL __attribute__((swiftcall))

// Weak, because a program without tasks may not link the concurrency library.
extern SWIFT_CALL void *swift_task_getCurrent(void) __attribute__((weak));
extern SWIFT_CALL uint64_t swift_task_getJobTaskId(void *task) __attribute__((weak));

bool rxtrace_knows_tasks(void) { return swift_task_getCurrent != NULL && swift_task_getJobTaskId != NULL; }

void *rxtrace_current_task(void) { return swift_task_getCurrent(); }

// The latest tasks, by their unique numbers. An old task whose place has been taken has no hop.
enum { TASKS = 1 << 14 };

typedef struct known_task {
    _Atomic(uint64_t) number;
    _Atomic(uint64_t) ticket;
} known_task;

static known_task tasks[TASKS];
static _Atomic(bool) has_tasks;

// How many tasks are being made. Such a task may run on another thread before its number is noted.
static _Atomic(uint32_t) made_now;
static _Thread_local uint64_t ticket_of_made;

static void note_task(uint64_t number, uint64_t ticket) {
    known_task *known = &tasks[number % TASKS];
    atomic_store_explicit(&known->number, 0, memory_order_seq_cst);
    atomic_store_explicit(&known->ticket, ticket, memory_order_seq_cst);
    atomic_store_explicit(&known->number, number, memory_order_seq_cst);
}

static bool find_task(uint64_t number, uint64_t *ticket) {
    known_task *known = &tasks[number % TASKS];
    if (atomic_load_explicit(&known->number, memory_order_seq_cst) != number) return false;
    *ticket = atomic_load_explicit(&known->ticket, memory_order_seq_cst);
    return atomic_load_explicit(&known->number, memory_order_seq_cst) == number;
}

// Waits until the task's number is noted, or no task is being made. The maker may have lost its processor in between, and
// on a busy machine gets it back after several milliseconds; but an executor of the program's own, which is called while the
// task is made, may wait for the task itself: so this waits a tenth of a second at most. A task that was waited for in vain
// is noted as one without a hop, so as not to be waited for again.
static uint64_t wait_for_ticket(uint64_t number) {
    enum { YIELDS = 100, NAPS = 1000, NAP = 100000 };
    uint64_t ticket = 0;
    for (int turn = 0; atomic_load_explicit(&made_now, memory_order_seq_cst) > 0; turn++) {
        if (turn == YIELDS + NAPS) {
            note_task(number, 0);
            return 0;
        }
        if (turn < YIELDS) sched_yield();
        else nanosleep(&(struct timespec){.tv_nsec = NAP}, NULL);
        if (find_task(number, &ticket)) return ticket;
    }
    return find_task(number, &ticket) ? ticket : 0;
}

uint64_t rxtrace_ticket_of_task(void) {
    if (!atomic_load_explicit(&has_tasks, memory_order_relaxed)) return 0;
    void *task = swift_task_getCurrent();
    if (task == NULL) return 0;
    uint64_t number = swift_task_getJobTaskId(task);
    uint64_t ticket = 0;
    if (find_task(number, &ticket)) return ticket;
    return ticket_of_made != 0 ? ticket_of_made : wait_for_ticket(number);
}

uint64_t rxtrace_begin_making_task(uint64_t ticket) {
    atomic_store_explicit(&has_tasks, true, memory_order_relaxed);
    atomic_fetch_add_explicit(&made_now, 1, memory_order_seq_cst);
    uint64_t outer = ticket_of_made;
    ticket_of_made = ticket;
    return outer;
}

void rxtrace_end_making_task(void *task, uint64_t ticket, uint64_t outer) {
    ticket_of_made = outer;
    if (task != NULL) note_task(swift_task_getJobTaskId(task), ticket);
    atomic_fetch_sub_explicit(&made_now, 1, memory_order_seq_cst);
}

#else

uint64_t rxtrace_ticket_of_task(void) { return 0; }

#endif
