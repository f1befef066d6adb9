#include "CRxTraceTestProcess.h"
#include <stdlib.h>

// Before anything asks for it: whoever calls other people's code under a lock is stopped, here and in child processes,
// unless the variable is 0.
__attribute__((constructor)) static void check_locks(void) { setenv("RXTRACE_CHECK_LOCKS", "1", 0); }
