#include "CrashState.h"
#include "Hops.h"

#include <time.h>

enum { LONGEST_WAIT = 3 };  // seconds

_Atomic(uint32_t) rxtrace_forks;
_Atomic(bool) rxtrace_fork_waits;

static OWN_LOCK pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t works_end = PTHREAD_COND_INITIALIZER;
static uint32_t works;

void rxtrace_begin_work(void) {
    pthread_mutex_lock(&lock);
    works++;
    pthread_mutex_unlock(&lock);
}

void rxtrace_end_work(void) {
    pthread_mutex_lock(&lock);
    works--;
    pthread_cond_broadcast(&works_end);
    pthread_mutex_unlock(&lock);
}

// The lock is held until the fork is done, so that no work begins meanwhile. The wait is limited: a write into a pipe
// that nobody reads must not hold up the program.
static void fork_begins(void) {
    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += LONGEST_WAIT;
    atomic_store_explicit(&rxtrace_fork_waits, true, memory_order_relaxed);
    pthread_mutex_lock(&lock);
    int error = 0;
    while (works > 0 && error == 0) error = pthread_cond_timedwait(&works_end, &lock, &deadline);
}

static void parent_goes_on(void) {
    atomic_store_explicit(&rxtrace_fork_waits, false, memory_order_relaxed);
    pthread_mutex_unlock(&lock);
}

// A child's calls are not recorded: it shares the parent's file and has no writer. The parent's records in its memory
// are not touched: another thread may have been changing them during the fork.
static void child_begins(void) {
    lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    works_end = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
    works = 0;
    atomic_store_explicit(&rxtrace_fork_waits, false, memory_order_relaxed);
    atomic_store_explicit(&rxtrace_epoch, 0, memory_order_relaxed);
    atomic_fetch_add_explicit(&rxtrace_forks, 1, memory_order_relaxed);
    rxtrace_process_file = NULL;
    rxtrace_shared.lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    rxtrace_shared.threads = NULL;
    rxtrace_shared.free_chunks = NULL;
    rxtrace_current = &rxtrace_no_thread;
    rxtrace_let_go_of_steps();
    rxtrace_forget_writer();
    rxtrace_forget_own_threads();
}

static void watch(void) { pthread_atfork(fork_begins, parent_goes_on, child_begins); }

void rxtrace_watch_forks(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, watch);
}
