// Begins to control a process that was asked to run in a given order, before its code runs.

#define _GNU_SOURCE
#include "../InterposingParts.h"
#include "RawCalls.h"
#include "TurnLog.h"
#include "TurnProcess.h"
#include "TurnSlots.h"
#include "TurnTime.h"
#include "TurnWatch.h"

void rxtrace_link_orders(void) {}

#if HAS_TURNS

#include <link.h>
#include <stdlib.h>
#include <string.h>

// Where the program's file lies in memory.
static int find_base(struct dl_phdr_info *info, size_t size, void *base) {
    (void)size;
    *(uint64_t *)base = info->dlpi_addr;
    return 1;
}

// Before the constructors of the recorder, which has its clock and its locks under control, too. Where nothing is done,
// the recorder says that the program cannot be run so.
__attribute__((constructor(101))) static void begin(void) {
    const char *wanted = getenv("RXTRACE_ORDER");
    if (wanted == NULL || *wanted == 0 || !turn_find_functions()) return;
    // A process that this one starts is another one.
    char *order = strdup(wanted);
    unsetenv("RXTRACE_ORDER");
    if (order == NULL) return;
    rxtrace_find_system();
    turn_stay_on_processor();
    turn_begin_watch();
    turn_begin_time();
    turn_open_log(getenv("RXTRACE_ORDER_LOG"));
    turn_log *log = turn_get_log();
    if (log != NULL) dl_iterate_phdr(find_base, &log->base);
    turn_begin(order);
    turn_vary_from(getenv("RXTRACE_ORDER_FROM"));
    turn_fill_slots();
}

#endif
