#define _GNU_SOURCE
#include "HopFunctions.h"

#if defined(__linux__)

#include "CRxTraceBuffer.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The loaded file that an address lies in.
static void *file_of(const void *address) {
    Dl_info info;
    return dladdr(address, &info) == 0 ? NULL : info.dli_fbase;
}

// A definition in a library that is searched before this file, or that was loaded without joining the global search.
static void *find_elsewhere(const char *name) {
    static const char *const libraries[] = {"libdispatch.so", "libswift_Concurrency.so", "libc.so.6"};
    void *found = dlsym(RTLD_DEFAULT, name);
    if (found != NULL && file_of(found) != file_of((const void *)find_elsewhere)) return found;
    for (size_t index = 0; index < sizeof libraries / sizeof *libraries; index++) {
        void *library = dlopen(libraries[index], RTLD_LAZY | RTLD_NOLOAD);
        found = library == NULL ? NULL : dlsym(library, name);
        if (found != NULL) return found;
    }
    return NULL;
}

void *rxtrace_next_function(_Atomic(void *) *known, const char *name, void *other) {
    void *found = atomic_load_explicit(known, memory_order_relaxed);
    if (__builtin_expect(found != NULL, 1)) return found;
    found = other != NULL ? other : dlsym(RTLD_NEXT, name);
    if (found == NULL) found = find_elsewhere(name);
    if (found != NULL) atomic_store_explicit(known, found, memory_order_relaxed);
    return found;
}

void *rxtrace_needed_function(_Atomic(void *) *known, const char *name, void *other) {
    void *found = rxtrace_next_function(known, name, other);
    if (__builtin_expect(found != NULL, 1)) return found;
    static const char text[] = "rxtrace: no library of this program has a function ";
    rxtrace_quiet_write(STDERR_FILENO, text, sizeof text - 1);
    rxtrace_quiet_write(STDERR_FILENO, name, strlen(name));
    rxtrace_quiet_write(STDERR_FILENO, "\n", 1);
    abort();
}

// swift/stdlib/public/Concurrency/DispatchGlobalExecutor.cpp names the queue of tasks so.
bool rxtrace_is_of_pool(void *queue) {
    static _Atomic(void *) known;
    const char *(*label_of)(void *) = rxtrace_needed_function(&known, "dispatch_queue_get_label", NULL);
    static const char start[] = "com.apple.root.", of_tasks[] = "Swift global concurrent queue";
    const char *label = queue == NULL ? NULL : label_of(queue);
    return label != NULL && (strncmp(label, start, sizeof start - 1) == 0 || strcmp(label, of_tasks) == 0);
}

#endif
