// Begins to control a process that `RXTRACE_ORDER` asks to run in a given order, before the program's code runs.

#define _GNU_SOURCE
#include "../InterposingParts.h"
#include "RawCalls.h"
#include "TurnCrash.h"
#include "TurnForkServer.h"
#include "TurnLog.h"
#include "TurnProcess.h"
#include "TurnSlots.h"
#include "TurnTime.h"
#include "TurnVariables.h"
#include "TurnWatch.h"

void rxtrace_link_orders(void) {}

#if HAS_TURNS

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The recorder moves its descriptors to high numbers. The kernel makes the table larger for that, and while a process has several
// threads it waits until all processors have let go of the old one: 8 ms (linux/fs/file.c, expand_fdtable).
static void make_room_for_descriptors(void) {
    enum { HIGH = 960 };
    int high = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, HIGH);
    if (high >= 0) close(high);
}

static const char *const variables[] = {"RXTRACE_ORDER_LOG", "RXTRACE_ORDER_FROM", "RXTRACE_ORDER_TIME", "RXTRACE_ORDER_PROCESSOR"};

// Runs before the recorder's constructor, so that the recorder's clock and locks are under control, too. If it returns
// without unsetting the variable, that constructor reports that the program cannot be run in a given order.
__attribute__((constructor(101))) static void begin(int count, char **arguments) {
    (void)count;
    const char *wanted = getenv("RXTRACE_ORDER");
    if (wanted == NULL || *wanted == 0 || !turn_find_functions()) return;
    bool serves = strcmp(wanted, SERVED_ORDERS) == 0;
    // Who has the variable by chance has no such socket, and runs as ever.
    if (serves && !turn_may_serve()) {
        unsetenv("RXTRACE_ORDER");
        return;
    }
    char *order = serves ? NULL : turn_keep_order(wanted);
    // The order is not for processes that this one starts.
    unsetenv("RXTRACE_ORDER");
    if (!serves && order == NULL) return;
    rxtrace_find_system();
    turn_stay_on_processor();
    turn_fill_slots();
    // What comes before is alike for all orders, and takes longer than what most programs do.
    if (serves) order = turn_serve_orders(arguments);
    make_room_for_descriptors();
    turn_begin_watch();
    const char *clock = getenv("RXTRACE_ORDER_TIME");
    turn_begin_time(clock == NULL || strcmp(clock, "real") != 0);
    turn_open_log(getenv("RXTRACE_ORDER_LOG"));
    turn_note_crashes();
    turn_log *log = turn_get_log();
    if (log != NULL) log->base = turn_program_base();
    // Line-buffered, as at a terminal, so that what is printed before a trap is not lost.
    setvbuf(stdout, NULL, _IOLBF, 0);
    rxtrace_order = order;
    turn_begin(order);
    turn_vary_from(getenv("RXTRACE_ORDER_FROM"));
    // So that a program that looks at its variables finds the same in each process.
    for (size_t index = 0; index < sizeof variables / sizeof *variables; index++) unsetenv(variables[index]);
}

#endif
