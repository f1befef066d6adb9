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
