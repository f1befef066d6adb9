#define _GNU_SOURCE
#include "TurnProcess.h"
#include "RawCalls.h"
#include "TurnSlots.h"

#if HAS_TURNS

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <unistd.h>

REAL(ssize_t, getrandom, void *, size_t, unsigned);
REAL(int, getentropy, void *, size_t);
REAL(void, arc4random_buf, void *, size_t);
REAL(uint32_t, arc4random, void);
REAL(int, sched_getaffinity, pid_t, size_t, cpu_set_t *);
REAL(int, open, const char *, int, ...);
REAL(int, sigsuspend, const sigset_t *);

// SplitMix64: https://doi.org/10.1145/2714064.2660195
static uint64_t drawn = 0x726574726163652eull;

static uint64_t draw(void) {
    uint64_t number = drawn += 0x9e3779b97f4a7c15ull;
    number = (number ^ number >> 30) * 0xbf58476d1ce4e5b9ull;
    number = (number ^ number >> 27) * 0x94d049bb133111ebull;
    return number ^ number >> 31;
}

ssize_t turn_draw_bytes(void *bytes, size_t count) {
    for (size_t done = 0; done < count; done += sizeof(uint64_t)) {
        uint64_t next = draw();
        memcpy((char *)bytes + done, &next, count - done < sizeof next ? count - done : sizeof next);
    }
    return (ssize_t)count;
}

static ssize_t turned_getrandom(void *bytes, size_t count, unsigned flags) {
    return ENTER() == NULL ? real_getrandom(bytes, count, flags) : turn_draw_bytes(bytes, count);
}

static int turned_getentropy(void *bytes, size_t count) {
    if (ENTER() == NULL) return real_getentropy(bytes, count);
    turn_draw_bytes(bytes, count);
    return 0;
}

static void turned_arc4random_buf(void *bytes, size_t count) {
    if (ENTER() == NULL) real_arc4random_buf(bytes, count);
    else turn_draw_bytes(bytes, count);
}

static uint32_t turned_arc4random(void) { return ENTER() == NULL ? real_arc4random() : (uint32_t)draw(); }

static int turned_sched_getaffinity(pid_t process, size_t size, cpu_set_t *processors) {
    return turns_on() ? turn_fill_processors(size, processors) : real_sched_getaffinity(process, size, processors);
}

// Opens a made-up /proc/…/stat. libdispatch reads there whether its threads run, and makes more if they do not
// (event/workqueue.c), which has to go alike in each run.
static int open_state(int number) {
    char state = 'S';
    for (turn_thread *thread = turn_all(); thread->state != TURN_FREE || thread->number != 0; thread++) {
        bool may_run = thread->state == TURN_READY || thread->state == TURN_RUNNING;
        if (thread->kernel_number == number && thread->state != TURN_ENDED && may_run) state = 'R';
    }
    char text[64];
    int length = snprintf(text, sizeof text, "%d (thread) %c 1 1 1\n", number, state);
    int file = memfd_create("state", MFD_CLOEXEC);
    if (file >= 0) {
        raw_call(SYS_write, file, (long)text, length, 0, 0, 0);
        lseek(file, 0, SEEK_SET);
    }
    return file;
}

// Opens a made-up /dev/urandom of 4,096 bytes.
static int open_random(void) {
    char bytes[4096];
    int file = memfd_create("random", MFD_CLOEXEC);
    if (file < 0) return file;
    turn_draw_bytes(bytes, sizeof bytes);
    raw_call(SYS_write, file, (long)bytes, sizeof bytes, 0, 0, 0);
    lseek(file, 0, SEEK_SET);
    return file;
}

// A container's limits are the machine's: Foundation tells them as the number of processors, where they can be read, and else
// those that a thread may run on (swift-foundation, ProcessInfo.swift, activeProcessorCount).
static bool is_processor_limit(const char *path) {
    static const char prefix[] = "/sys/fs/cgroup/cpu";
    return strncmp(path, prefix, sizeof prefix - 1) == 0;
}

static bool is_random(const char *path) { return strcmp(path, "/dev/urandom") == 0 || strcmp(path, "/dev/random") == 0; }

static int turned_open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    int number = 0, length = 0;
    if (turns_on() && path != NULL && (flags & O_ACCMODE) == O_RDONLY) {
        if (is_random(path)) return open_random();
        if (is_processor_limit(path)) {
            errno = ENOENT;
            return -1;
        }
    }
    bool is_state = path != NULL && ENTER() != NULL && sscanf(path, "/proc/%d/stat%n", &number, &length) == 1 && path[length] == 0;
    return is_state && length > 0 ? open_state(number) : real_open(path, flags, mode);
}

static char waits_for_ever;

static int turned_sigsuspend(const sigset_t *signals) {
    turn_thread *self = ENTER();
    if (self == NULL) return real_sigsuspend(signals);
    for (;;) turn_block(self, &waits_for_ever, TURN_NEVER, TURN_DESCRIPTORS);
}

void turn_stay_on_processor(void) {
    const char *asked = getenv("RXTRACE_ORDER_PROCESSOR");
    cpu_set_t allowed, one;
    if (real_sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
    int wanted = asked == NULL ? sched_getcpu() : atoi(asked) % CPU_COUNT(&allowed);
    if (asked != NULL) {
        int index = -1;
        for (int left = wanted; left >= 0; left--) {
            do index++;
            while (index < CPU_SETSIZE && !CPU_ISSET(index, &allowed));
        }
        wanted = index;
    }
    CPU_ZERO(&one);
    CPU_SET(wanted, &one);
    sched_setaffinity(0, sizeof one, &one);
}

const turn_function turn_process_functions[] = {
    STANDS_FOR(getrandom), STANDS_FOR(getentropy),        STANDS_FOR(arc4random_buf),         STANDS_FOR(arc4random),
    STANDS_FOR(sched_getaffinity), STANDS_FOR(open), STANDS_FOR(sigsuspend), {NULL, NULL, NULL}};

#endif
