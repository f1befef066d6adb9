// The number of processors that the program sees. libdispatch asks for it before the slots are filled, and makes no
// more threads per queue. So these functions stand in front of the system's in every process.

#define _GNU_SOURCE
#include "../HopFunctions.h"
#include "TurnProcess.h"
#include "Turns.h"

#if HAS_TURNS

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The number under control, the same on every machine.
enum { PROCESSORS = 4 };

static bool is_asked_for_order(void) {
    if (turns_on()) return true;
    const char *wanted = getenv("RXTRACE_ORDER");
    return wanted != NULL && *wanted != 0;
}

int turn_fill_processors(size_t size, cpu_set_t *processors) {
    memset(processors, 0, size);
    for (int index = 0; index < PROCESSORS; index++) CPU_SET_S(index, size, processors);
    return 0;
}

REPLACE(int, pthread_getaffinity_np, pthread_t thread, size_t size, cpu_set_t *processors) {
    if (is_asked_for_order()) return turn_fill_processors(size, processors);
    function_pthread_getaffinity_np next = NEXT_IF_ANY(pthread_getaffinity_np);
    return next == NULL ? ENOSYS : next(thread, size, processors);
}

REPLACE(long, sysconf, int name) {
    bool is_of_processors = name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF;
    if (is_of_processors && is_asked_for_order()) return PROCESSORS;
    function_sysconf next = NEXT_IF_ANY(sysconf);
    if (next != NULL) return next(name);
    errno = ENOSYS;
    return -1;
}

#endif
