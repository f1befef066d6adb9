#include "TraceState.h"

#include <stdlib.h>

trace_clock trace_process_clock;
const char *trace_process_file;

static void process_ends(void) {
    if (trace_process_ends != NULL) trace_process_ends();
}

// Before any code of the program's runs, so that its first reactive call is recorded.
__attribute__((constructor)) static void process_begins(void) {
    trace_process_clock = trace_read_clock();
    const char *file = getenv("RXTRACE");
    if (file == NULL || *file == '\0' || trace_process_begins == NULL) return;
    trace_process_file = file;
    trace_process_begins();
    atexit(process_ends);
}

_Atomic(uint32_t) trace_forks;

// A child made by fork shares the parent's file, and has none of its threads: what it does is not recorded. What the
// parent recorded is left alone: another thread may have been at work on it.
static void child_begins(void) {
    atomic_store_explicit(&trace_epoch, 0, memory_order_relaxed);
    atomic_fetch_add_explicit(&trace_forks, 1, memory_order_relaxed);
    trace_process_file = NULL;
    trace_shared.lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    trace_shared.threads = NULL;
    trace_shared.free_chunks = NULL;
    trace_current = &trace_no_thread;
    trace_may_die();
}

static void watch(void) { pthread_atfork(NULL, NULL, child_begins); }

void trace_watch_forks(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, watch);
}
