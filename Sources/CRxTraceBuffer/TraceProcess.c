#include "OwnThreads.h"
#include "TraceState.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

rxtrace_clock rxtrace_process_clock;
const char *rxtrace_process_file;

enum { LONGEST_WAIT = 3000 };  // milliseconds

// The thread that ends the recording; 0 before.
static _Atomic(uintptr_t) exiting;

void rxtrace_begin_exit(void) {
    uintptr_t none = 0;
    atomic_compare_exchange_strong(&exiting, &none, rxtrace_thread_key());
}

bool rxtrace_is_exiting(void) { return atomic_load(&exiting) != 0; }

// Comes after the recording's end in the order of what runs at exit: a thread that is here meanwhile came later.
static void let_first_exit(void) {
    uintptr_t first = atomic_load(&exiting);
    if (first == 0 || first == rxtrace_thread_key()) return;
    for (int waited = 0; waited < LONGEST_WAIT; waited++) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

static void process_ends(void) {
    if (rxtrace_process_ends != NULL) rxtrace_process_ends();
}

// Before any code of the program's runs, so that its first reactive call is recorded.
__attribute__((constructor)) static void process_begins(void) {
    rxtrace_process_clock = rxtrace_read_clock();
    rxtrace_watch_main_thread();
    rxtrace_remember_standard_error();
    atexit(let_first_exit);
    const char *file = getenv("RXTRACE");
    const char *collector = getenv("RXTRACE_OTLP");
    bool is_kept = file != NULL && *file != '\0';
    // Spans may be posted of a recording that is not kept.
    bool is_posted = collector != NULL && *collector != '\0';
    if ((!is_kept && !is_posted) || rxtrace_process_begins == NULL) return;
    if (!rxtrace_has_memory_to_start()) {
        rxtrace_say_not_recorded();
        return;
    }
    rxtrace_process_file = is_kept ? file : "";
    rxtrace_process_begins();
    atexit(process_ends);
}
