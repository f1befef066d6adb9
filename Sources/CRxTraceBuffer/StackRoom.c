#define _GNU_SOURCE
#include "StackRoom.h"

#include <pthread.h>
#include <stddef.h>

typedef struct extent {
    uintptr_t low, high;
    bool is_known;
} extent;

static _Thread_local extent thread_stack;

// How many bytes are used of a stack whose extent is unknown.
enum { UNKNOWN_ROOM = 8192 };

static extent find_stack(void) {
    extent found = {0, 0, true};
#if defined(__linux__)
    pthread_attr_t attributes;
    void *low = NULL;
    size_t size = 0, guard = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return found;
    // Some versions of the C library count the guard pages as a part of the stack.
    if (pthread_attr_getstack(&attributes, &low, &size) == 0 && pthread_attr_getguardsize(&attributes, &guard) == 0 &&
        guard < size) {
        found.low = (uintptr_t)low + guard;
        found.high = (uintptr_t)low + size;
    }
    pthread_attr_destroy(&attributes);
#elif defined(__APPLE__)
    found.high = (uintptr_t)pthread_get_stackaddr_np(pthread_self());
    found.low = found.high - pthread_get_stacksize_np(pthread_self());
#endif
    return found;
}

uintptr_t rxtrace_stack_lowest(uintptr_t spared) {
    if (!thread_stack.is_known) thread_stack = find_stack();
    uintptr_t here = rxtrace_stack_address();
    if (here < thread_stack.low || here >= thread_stack.high) return here - UNKNOWN_ROOM;
    return thread_stack.low + spared;
}
