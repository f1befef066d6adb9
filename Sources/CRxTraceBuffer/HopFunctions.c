#define _GNU_SOURCE
#include "HopFunctions.h"

#if defined(__linux__)

#include "QuietWrite.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void *find(_Atomic(void *) *known, const char *name, void *sanitizer) {
    void *found = sanitizer != NULL ? sanitizer : dlsym(RTLD_NEXT, name);
    if (found == NULL) {
        static const char text[] = "rxtrace: no library of this program has a function ";
        rxtrace_quiet_write(STDERR_FILENO, text, sizeof text - 1);
        rxtrace_quiet_write(STDERR_FILENO, name, strlen(name));
        rxtrace_quiet_write(STDERR_FILENO, "\n", 1);
        abort();
    }
    atomic_store_explicit(known, found, memory_order_relaxed);
    return found;
}

void *rxtrace_next_function(_Atomic(void *) *known, const char *name, void *sanitizer) {
    void *found = atomic_load_explicit(known, memory_order_relaxed);
    return __builtin_expect(found != NULL, 1) ? found : find(known, name, sanitizer);
}

#endif
