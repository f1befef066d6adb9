#define _GNU_SOURCE
#include "CrashFlush.h"
#include "CrashState.h"
#include "OwnThreads.h"
#include "SwitchingPoint.h"
#include "TraceProcess.h"
#include "TraceThread.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#if defined(__linux__)
#include <semaphore.h>
#endif

// In microseconds: the longest wait for the writer, and the time between two checks.
enum { LONGEST_WAIT = 3000000, STEP = 100 };

// The process in which a writer runs, 0 for none.
static _Atomic(pid_t) writing_process;
static _Atomic(uint32_t) asked, answered;
static atomic_bool is_ending;

uint32_t rxtrace_written_for(void) { return atomic_load(&asked); }

void rxtrace_has_written(uint32_t number) { atomic_store(&answered, number); }

void rxtrace_end_writing(void) { atomic_store(&writing_process, 0); }

bool rxtrace_is_ending(void) { return atomic_load(&is_ending); }

bool rxtrace_is_leaving(void) { return atomic_load(&asked) != atomic_load(&answered) || rxtrace_is_exiting(); }

static uint64_t microseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

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

// Called in signal handlers, so it makes async-signal-safe calls only: the thread may hold any lock.
void rxtrace_wait_for_writer(void) {
    // A child that shares the process's memory, as after vfork, has no writer. The writer does not wait for itself.
    pid_t process = atomic_load(&writing_process);
    if (process == 0 || process != getpid() || rxtrace_is_own_thread()) return;
    rxtrace_reach(TURN_CRASHES);
    int error = errno;
    uint64_t end = microseconds() + LONGEST_WAIT;
    uint32_t number = atomic_fetch_add(&asked, 1) + 1;
    rxtrace_wake_writer();
    while ((int32_t)(atomic_load(&answered) - number) < 0 && atomic_load(&writing_process) != 0 && microseconds() < end) {
        nap(STEP);
    }
    errno = error;
}

void rxtrace_write_before_leaving(void) {
    if (rxtrace_is_on()) rxtrace_wait_for_writer();
}

void rxtrace_write_before_ending(void) {
    pid_t process = atomic_load_explicit(&writing_process, memory_order_relaxed);
    if (process == 0 || process != getpid()) return;
    atomic_store(&is_ending, true);
    rxtrace_wait_for_writer();
}

#if defined(__linux__)

// `quick_exit` needs no function in front of it: it runs handlers.
static void watch_quick_exit(void) { at_quick_exit(rxtrace_write_before_ending); }

static void watch_ways_out(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, watch_quick_exit);
}

#else

static void watch_ways_out(void) {}

#endif

void rxtrace_begin_writing(void) {
    watch_ways_out();
    atomic_store(&is_ending, false);
    atomic_store(&writing_process, getpid());
    rxtrace_watch_ending_signals();
}
