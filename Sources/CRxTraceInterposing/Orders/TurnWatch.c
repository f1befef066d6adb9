// The watchdog. It takes the turn from a thread that waits in the kernel or spins.

#define _GNU_SOURCE
#include "TurnWatch.h"
#include "RawCalls.h"

#if HAS_TURNS

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static const uint64_t INTERVAL = 5000000;
// After how many equal observations in a row, one per INTERVAL (nanoseconds), the turn is taken away.
enum { SLEEPING_LOOKS = 6, SPINNING_LOOKS = 60 };

// The state of a thread: S if it sleeps, R if it runs (proc(5)), 0 if unknown.
static char state_of(int number) {
    char path[64], text[256];
    snprintf(path, sizeof path, "/proc/self/task/%d/stat", number);
    long file = raw_call(SYS_openat, AT_FDCWD, (long)path, O_RDONLY | O_CLOEXEC, 0, 0, 0);
    if (file < 0) return 0;
    long count = raw_call(SYS_read, file, (long)text, sizeof text - 1, 0, 0, 0);
    raw_call(SYS_close, file, 0, 0, 0, 0, 0);
    if (count <= 0) return 0;
    text[count] = 0;
    const char *end = strrchr(text, ')');
    return end == NULL || end[1] != ' ' ? 0 : end[2];
}

static void *watch(void *nothing) {
    rxtrace_begin_own_thread();
    turn_thread *before = NULL;
    uint64_t points_before = 0;
    int sleeping = 0, spinning = 0;
    for (;;) {
        raw_sleep(INTERVAL);
        if (!turns_on()) break;
        uint64_t points;
        turn_thread *holder = turn_holder(&points);
        if (holder == NULL) turn_pass_time(INTERVAL);
        if (holder == NULL || holder != before || points != points_before) {
            before = holder;
            points_before = points;
            sleeping = spinning = 0;
            continue;
        }
        char state = state_of(holder->kernel_number);
        sleeping = state == 'S' ? sleeping + 1 : 0;
        spinning = state == 'R' ? spinning + 1 : 0;
        if (sleeping >= SLEEPING_LOOKS || (spinning >= SPINNING_LOOKS && turn_is_any_ready())) {
            turn_take_from(holder, points);
        }
    }
    rxtrace_end_own_thread();
    return nothing;
}

void turn_begin_watch(void) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_t thread;
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_create(&thread, &attributes, watch, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
}

#endif
