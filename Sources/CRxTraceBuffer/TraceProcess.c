#include "TraceState.h"

#include <stdlib.h>

rxtrace_clock rxtrace_process_clock;
const char *rxtrace_process_file;

static void process_ends(void) {
    if (rxtrace_process_ends != NULL) rxtrace_process_ends();
}

// Before any code of the program's runs, so that its first reactive call is recorded.
__attribute__((constructor)) static void process_begins(void) {
    rxtrace_process_clock = rxtrace_read_clock();
    const char *file = getenv("RXTRACE");
    if (file == NULL || *file == '\0' || rxtrace_process_begins == NULL) return;
    rxtrace_process_file = file;
    rxtrace_process_begins();
    atexit(process_ends);
}
