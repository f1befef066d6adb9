#define _GNU_SOURCE
#include "CRxTraceTestProcess.h"

#if defined(__linux__)

#include <dirent.h>
#include <execinfo.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// Longer than a test waits for a gate, or for a program to be compiled while others are.
enum { USUAL_SECONDS = 1800, DEPTH = 64 };

static sem_t told;

static void say(const char *text) {
    if (write(STDERR_FILENO, text, strlen(text)) < 0) return;
}

/// Writes the stack of the thread that it interrupts.
static void tell_stack(int signal) {
    (void)signal;
    char name[16] = "", line[64];
    pthread_getname_np(pthread_self(), name, sizeof name);
    snprintf(line, sizeof line, "thread %ld %s:\n", (long)syscall(SYS_gettid), name);
    say(line);
    void *frames[DEPTH];
    backtrace_symbols_fd(frames, backtrace(frames, DEPTH), STDERR_FILENO);
    sem_post(&told);
}

static void tell_all_stacks(void) {
    struct sigaction action = {.sa_handler = tell_stack};
    // One that dispatch does not keep from its threads.
    sigaction(SIGPROF, &action, NULL);
    DIR *tasks = opendir("/proc/self/task");
    if (!tasks) return;
    long own = syscall(SYS_gettid);
    for (struct dirent *task; (task = readdir(tasks));) {
        long thread = atol(task->d_name);
        if (thread <= 0 || thread == own) continue;
        if (syscall(SYS_tgkill, getpid(), thread, SIGPROF) != 0) continue;
        // One after the other; one that blocks the signal all the same is left out.
        struct timespec limit;
        clock_gettime(CLOCK_REALTIME, &limit);
        limit.tv_sec += 2;
        sem_timedwait(&told, &limit);
    }
    closedir(tasks);
}

static double used_seconds(void) {
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return (double)used.tv_sec + (double)used.tv_nsec / 1e9;
}

/// Waits until the process has used next to no processor time for as long as it may.
static void *watch(void *seconds) {
    unsigned limit = (unsigned)(size_t)seconds;
    pthread_setname_np(pthread_self(), "test-watch");
    for (double before = used_seconds();;) {
        unsigned left = limit;
        while (left) left = sleep(left);
        double now = used_seconds();
        if (now - before < limit * 0.001) break;
        before = now;
    }
    say("The process is stuck: its threads have done nothing for RXTRACE_TEST_STUCK seconds. Their stacks:\n");
    tell_all_stacks();
    abort();
}

void rxtrace_test_watch(unsigned seconds) {
    if (seconds == 0) return;
    sem_init(&told, 0, 0);
    // The first time, it loads a library.
    void *frame;
    backtrace(&frame, 1);
    pthread_attr_t detached;
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    // No signal meant for the tests comes to this thread.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    pthread_create(&thread, &detached, watch, (void *)(size_t)seconds);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&detached);
}

__attribute__((constructor)) static void watch_process(void) {
    const char *given = getenv("RXTRACE_TEST_STUCK");
    rxtrace_test_watch(given ? (unsigned)strtoul(given, NULL, 10) : USUAL_SECONDS);
}

#endif
