#define _GNU_SOURCE
#include "OwnThreads.h"
#include "TraceTrampoline.h"

#include <pthread.h>
#include <stdatomic.h>

static _Thread_local bool is_own;

bool rxtrace_is_own_thread(void) { return is_own; }

static _Thread_local bool makes_own;

void rxtrace_make_own_threads(bool makes) { makes_own = makes; }

bool rxtrace_makes_own_threads(void) { return makes_own; }

#if defined(__linux__)

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

// The kernel's ids of the recorder's threads, 0 for a free place.
enum { OWN_THREADS = 8 };
static _Atomic(int) own[OWN_THREADS];

static void replace(int before, int after) {
    for (int index = 0; index < OWN_THREADS; index++) {
        int expected = before;
        if (atomic_compare_exchange_strong(&own[index], &expected, after)) return;
    }
}

void rxtrace_begin_own_thread(void) {
    is_own = true;
    replace(0, (int)syscall(SYS_gettid));
}

void rxtrace_end_own_thread(void) {
    is_own = false;
    replace((int)syscall(SYS_gettid), 0);
}

static bool is_number_of_own(int thread) {
    for (int index = 0; index < OWN_THREADS; index++) {
        if (atomic_load(&own[index]) == thread) return true;
    }
    return false;
}

// Set when the main thread's thread-specific data is destroyed. The thread may still be alive: `dispatchMain` has it
// wait for ever.
static atomic_bool has_main_left;
static pthread_key_t main_key;
static bool has_key;

static void main_leaves(void *data) {
    (void)data;
    atomic_store(&has_main_left, true);
}

void rxtrace_watch_main_thread(void) {
    if (!rxtrace_is_main_thread()) return;
    has_key = has_key || pthread_key_create(&main_key, main_leaves) == 0;
    if (has_key) pthread_setspecific(main_key, &main_key);
}

void rxtrace_forget_own_threads(void) {
    for (int index = 0; index < OWN_THREADS; index++) atomic_store(&own[index], 0);
    is_own = false;
    atomic_store(&has_main_left, false);
    // The thread that called `fork` is the child's main thread.
    rxtrace_watch_main_thread();
}

// Whether a thread has ended, by its state in /proc, which follows the name in parentheses. See proc(5).
static bool is_over(int thread) {
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/self/task/%d/stat", thread);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    // No such thread: it has ended.
    if (file < 0) return access("/proc/self/task", F_OK) == 0;
    ssize_t count = read(file, text, sizeof text - 1);
    close(file);
    if (count <= 0) return false;
    text[count] = 0;
    const char *end = strrchr(text, ')');
    return end != NULL && end[1] == ' ' && (end[2] == 'Z' || end[2] == 'X');
}

bool rxtrace_is_main_thread_over(void) { return atomic_load(&has_main_left) && is_over((int)getpid()); }

static bool sees_only_own(void) {
    DIR *threads = opendir("/proc/self/task");
    if (threads == NULL) return false;
    int count = 0;
    bool is_alone = true;
    for (struct dirent *entry; is_alone && (entry = readdir(threads)) != NULL;) {
        int thread = atoi(entry->d_name);
        if (thread <= 0) continue;
        bool is_ours = is_number_of_own(thread);
        count += is_ours;
        is_alone = is_ours || is_over(thread);
    }
    closedir(threads);
    return is_alone && count > 0;
}

// The list is read twice: a thread that another one makes while it is read may be missing the first time.
bool rxtrace_has_only_own_threads(void) { return sees_only_own() && sees_only_own(); }

#else

void rxtrace_begin_own_thread(void) { is_own = true; }

void rxtrace_end_own_thread(void) { is_own = false; }

void rxtrace_watch_main_thread(void) {}

void rxtrace_forget_own_threads(void) { is_own = false; }

bool rxtrace_is_main_thread_over(void) { return false; }

bool rxtrace_has_only_own_threads(void) { return false; }

#endif
