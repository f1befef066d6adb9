// The watchdog. It takes the turn from a thread that waits in the kernel or spins.

#define _GNU_SOURCE
#include "TurnWatch.h"
#include "RawCalls.h"

#if HAS_TURNS

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const uint64_t INTERVAL = 5000000;
// After how many equal observations in a row, one per INTERVAL (nanoseconds), the turn is taken from a thread that sleeps; and how
// many while another thread runs, which may be about to wake it: on a busy machine that one may wait long for a processor.
enum { SLEEPING_LOOKS = 6, SLEEPING_LOOKS_BESIDE = 400 };
// For how long a thread spins, in parts of a second of a processor's time. It takes longer on a busy machine.
enum { SPINNING_PARTS = 3, PARTS = 10 };

typedef struct thread_state {
    char letter;                  // S if it sleeps, R if it runs (proc(5)), 0 if unknown
    unsigned long ticks;          // of a processor's time
} thread_state;

static thread_state state_of(int number) {
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/self/task/%d/stat", number);
    long file = raw_call(SYS_openat, AT_FDCWD, (long)path, O_RDONLY | O_CLOEXEC, 0, 0, 0);
    if (file < 0) return (thread_state){0, 0};
    long count = raw_call(SYS_read, file, (long)text, sizeof text - 1, 0, 0, 0);
    raw_call(SYS_close, file, 0, 0, 0, 0, 0);
    if (count <= 0) return (thread_state){0, 0};
    text[count] = 0;
    const char *end = strrchr(text, ')');
    if (end == NULL || end[1] != ' ') return (thread_state){0, 0};
    // Ten numbers stand between the letter and the times, the user's and the system's.
    const char *times = end + 2;
    for (int word = 0; word < 11 && times != NULL; word++) times = strchr(times + 1, ' ');
    if (times == NULL) return (thread_state){end[2], 0};
    char *rest;
    unsigned long ticks = strtoul(times, &rest, 10);
    return (thread_state){end[2], ticks + strtoul(rest, NULL, 10)};
}

bool turn_has_left(int number) {
    if (raw_call(SYS_tgkill, getpid(), number, 0, 0, 0, 0) != 0) return true;
    // The first thread of a process stays as a zombie.
    char letter = state_of(number).letter;
    return letter != 'R' && letter != 'D' && letter != 'T' && letter != 't';
}

// Whether a thread other than this one's and the one that has the turn runs, or waits for a processor.
static bool is_any_running(const turn_thread *holder) {
    for (turn_thread *thread = turn_all(); thread->state != TURN_FREE || thread->number != 0; thread++) {
        bool may_run = thread != holder && thread->state != TURN_FREE && thread->kernel_number != 0;
        if (!may_run) continue;
        char letter = state_of(thread->kernel_number).letter;
        if (letter == 'R' || letter == 'D') return true;
    }
    return false;
}

__attribute__((noreturn)) static void *watch(void *nothing) {
    (void)nothing;
    rxtrace_begin_own_thread();
    unsigned long spinning_ticks = (unsigned long)sysconf(_SC_CLK_TCK) * SPINNING_PARTS / PARTS;
    turn_thread *before = NULL;
    uint64_t points_before = 0;
    unsigned long ticks_before = 0;
    int sleeping = 0, beside = 0;
    for (;;) {
        raw_sleep(INTERVAL);
        // The process may be slow to begin. A thread that ended until then would leave its stack to the next one that is made.
        if (!turns_on()) continue;
        uint64_t points;
        turn_thread *holder = turn_holder(&points);
        if (holder == NULL) turn_pass_time(INTERVAL);
        // A thread that has been given the turn sleeps until it has a processor.
        bool may_sleep = holder != NULL && atomic_load_explicit(&holder->waits_for_turn, memory_order_relaxed);
        if (holder == NULL || holder != before || points != points_before || may_sleep) {
            before = holder;
            points_before = points;
            ticks_before = holder == NULL ? 0 : state_of(holder->kernel_number).ticks;
            sleeping = beside = 0;
            continue;
        }
        thread_state state = state_of(holder->kernel_number);
        bool sleeps = state.letter == 'S', is_beside = sleeps && is_any_running(holder);
        sleeping = sleeps ? sleeping + !is_beside : 0;
        beside = sleeps ? beside + is_beside : 0;
        bool spins = state.letter == 'R' && state.ticks - ticks_before >= spinning_ticks && turn_is_any_ready();
        if (sleeping >= SLEEPING_LOOKS || beside >= SLEEPING_LOOKS_BESIDE || spins) turn_take_from(holder, points);
    }
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
