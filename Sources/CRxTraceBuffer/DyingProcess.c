#define _GNU_SOURCE
#include "DyingProcess.h"
#include "DyingState.h"
#include "TraceThread.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>
#if defined(__linux__)
#include <semaphore.h>
#endif

enum { CRASHES = 7, REQUESTS = 4, SIGNALS = CRASHES + REQUESTS, LONGEST_WAIT = 3000 };

static const int signals[SIGNALS] = {
    SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, // crashes
    SIGINT, SIGTERM, SIGHUP, SIGQUIT,                          // requests
};
static struct sigaction previous[SIGNALS];

// The process whose recording a thread writes; 0 where none does.
static _Atomic(pid_t) writing_process;
static _Atomic(uint32_t) asked, answered;
static atomic_bool is_ending;

uint32_t rxtrace_written_for(void) { return atomic_load(&asked); }

void rxtrace_has_written(uint32_t number) { atomic_store(&answered, number); }

void rxtrace_end_writing(void) { atomic_store(&writing_process, 0); }

bool rxtrace_is_ending(void) { return atomic_load(&is_ending); }

static void nap(long microseconds) { nanosleep(&(struct timespec){.tv_nsec = microseconds * 1000}, NULL); }

#if defined(__linux__)

static sem_t records;

void rxtrace_forget_writer(void) {
    atomic_store(&writing_process, 0);
    sem_init(&records, 0, 0);
}

void rxtrace_wake_writer(void) { sem_post(&records); }

void rxtrace_await_records(uint32_t milliseconds) {
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_nsec += milliseconds * 1000000l;
    end.tv_sec += end.tv_nsec / 1000000000;
    end.tv_nsec %= 1000000000;
    sem_timedwait(&records, &end);
}

#else

static atomic_bool has_records;

void rxtrace_forget_writer(void) { atomic_store(&writing_process, 0); }

void rxtrace_wake_writer(void) { atomic_store(&has_records, true); }

void rxtrace_await_records(uint32_t milliseconds) {
    for (uint32_t waited = 0; waited < milliseconds && !atomic_exchange(&has_records, false); waited += 10) nap(10000);
}

#endif

// Only calls that are safe whatever the thread was doing: it may hold any lock. The recording's own thread does the
// writing.
static void wait_for_writer(void) {
    // A child that shares the memory of the process, as after vfork, has none of its threads.
    pid_t process = atomic_load(&writing_process);
    if (process == 0 || process != getpid()) return;
    int error = errno;
    uint32_t number = atomic_fetch_add(&asked, 1) + 1;
    rxtrace_wake_writer();
    enum { STEPS = 10 };  // a millisecond
    for (int waited = 0; waited < LONGEST_WAIT * STEPS; waited++) {
        bool is_written = (int32_t)(atomic_load(&answered) - number) >= 0;
        if (is_written || atomic_load(&writing_process) == 0) break;
        nap(1000 / STEPS);
    }
    errno = error;
}

void rxtrace_write_before_leaving(void) {
    if (rxtrace_is_on()) wait_for_writer();
}

void rxtrace_write_before_ending(void) {
    pid_t process = atomic_load_explicit(&writing_process, memory_order_relaxed);
    if (process == 0 || process != getpid()) return;
    atomic_store(&is_ending, true);
    wait_for_writer();
}

static void die(int number, siginfo_t *information, void *context) {
    (void)context;
    int error = errno;
    wait_for_writer();
    for (int i = 0; i < SIGNALS; i++) {
        if (signals[i] == number) sigaction(number, &previous[i], NULL);
    }
    // A fault comes again when its instruction is tried again; a signal that was sent has to be sent again.
    if (information == NULL || information->si_code <= 0) raise(number);
    errno = error;
}

void rxtrace_begin_writing(void) {
    rxtrace_watch_ways_out();
    struct sigaction action = {.sa_sigaction = die, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    atomic_store(&is_ending, false);
    atomic_store(&writing_process, getpid());
    for (int i = 0; i < SIGNALS; i++) {
        struct sigaction current;
        if (sigaction(signals[i], NULL, &current) != 0) continue;
        if (current.sa_sigaction == die || current.sa_handler == SIG_IGN) continue;
        // Who handles a request to end need not end.
        if (i >= CRASHES && current.sa_handler != SIG_DFL) continue;
        previous[i] = current;
        sigaction(signals[i], &action, NULL);
    }
}
