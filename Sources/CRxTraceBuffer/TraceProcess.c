#include "OwnThreads.h"
#include "SwitchingPoint.h"
#include "TraceState.h"
#include "WriteWithoutSignals.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <time.h>
#include <unistd.h>

rxtrace_clock rxtrace_process_clock;
const char *rxtrace_process_file;

enum { LONGEST_WAIT = 3000 };  // milliseconds

// The key of the thread that exits first, 0 before.
static _Atomic(uintptr_t) exiting;

bool rxtrace_is_exiting(void) { return atomic_load(&exiting) != 0; }

// Handlers run in the opposite order, each on one thread alone. So the thread that runs this one called `exit` first, and
// a thread that comes to `let_first_exit` without having run it called `exit` later.
static void exit_first(void) { atomic_store(&exiting, rxtrace_thread_key()); }

static void let_first_exit(void) {
    if (atomic_load(&exiting) == rxtrace_thread_key()) return;
    for (int waited = 0; waited < LONGEST_WAIT; waited++) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

static void process_ends(void) {
    if (rxtrace_process_ends != NULL) rxtrace_process_ends();
}

void rxtrace_finish_at_exit(void (*finish)(void)) {
    atexit(let_first_exit);
    atexit(finish);
    atexit(process_ends);
    atexit(exit_first);
}

static void reach_end(void) { rxtrace_reach(TURN_ENDS); }

// Ends a process that was asked to run its threads in a given order but cannot: its run would pass for one in that
// order.
static void expect_order(void) {
    const char *order = getenv("RXTRACE_ORDER");
    if (order == NULL || *order == 0) return;
    static const char text[] =
        "rxtrace: this program's threads cannot be run in a given order (RXTRACE_ORDER): it was built with traits: [], with "
        "-static-executable or with a sanitizer, or this is not Linux. Build it without these.\n";
    rxtrace_quiet_write(2, text, sizeof text - 1);
    _exit(EX_UNAVAILABLE);
}

static void start_recording(void) {
    const char *file = getenv("RXTRACE");
    const char *collector = getenv("RXTRACE_OTLP");
    bool is_kept = file != NULL && *file != '\0';
    // Spans can be posted even if the recording is not kept in a file.
    bool is_posted = collector != NULL && *collector != '\0';
    if ((!is_kept && !is_posted) || rxtrace_process_begins == NULL) return;
    if (!rxtrace_has_memory_to_start()) {
        rxtrace_say_not_recorded();
        return;
    }
    rxtrace_process_file = is_kept ? file : "";
    rxtrace_process_begins();
}

// What a program that the command runs prints into a pipe comes line by line, as on a terminal: a crash would lose the rest. Under
// control it does already.
static void print_lines(void) {
    const char *wanted = getenv("RXTRACE_PRINTS");
    if (wanted == NULL || strcmp(wanted, "lines") != 0) return;
    if (!rxtrace_is_under_control()) setvbuf(stdout, NULL, _IOLBF, 0);
    // Not for the programs that this one starts.
    unsetenv("RXTRACE_PRINTS");
}

// Runs before the program's code, so that the program's first reactive call is recorded.
__attribute__((constructor)) static void process_begins(void) {
    expect_order();
    print_lines();
    rxtrace_process_clock = rxtrace_read_clock();
    rxtrace_watch_main_thread();
    rxtrace_remember_standard_error();
    start_recording();
    // Registered last, and so runs first at exit.
    if (rxtrace_is_under_control()) atexit(reach_end);
}
