#define _GNU_SOURCE
#include "CRxTraceDeallocation.h"

#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

bool rxtrace_deallocation_is_on_stack(const void *address) {
    static _Thread_local uintptr_t low, high;
    if (high == 0) {
#if defined(__APPLE__)
        high = (uintptr_t)pthread_get_stackaddr_np(pthread_self());
        low = high - pthread_get_stacksize_np(pthread_self());
#else
        pthread_attr_t attributes;
        void *start = NULL;
        size_t size = 0;
        if (pthread_getattr_np(pthread_self(), &attributes) != 0) return false;
        pthread_attr_getstack(&attributes, &start, &size);
        pthread_attr_destroy(&attributes);
        low = (uintptr_t)start;
        high = low + size;
#endif
    }
    return low <= (uintptr_t)address && (uintptr_t)address < high;
}

/// The protection of the memory at `address`, or -1 if it cannot be determined.
static int protection(const void *address) {
    FILE *maps = fopen("/proc/self/maps", "re");
    if (maps == NULL) return -1;
    char line[512];
    int result = -1;
    bool is_start = true;
    while (result < 0 && fgets(line, sizeof line, maps) != NULL) {
        unsigned long low, high;
        char read, write, execute;
        bool begins = is_start;
        // A line that is longer than the buffer is read in pieces.
        is_start = false;
        for (char *end = line; *end != '\0'; end++) is_start = *end == '\n';
        if (!begins || sscanf(line, "%lx-%lx %c%c%c", &low, &high, &read, &write, &execute) != 5) continue;
        if ((uintptr_t)address < low || (uintptr_t)address >= high) continue;
        result = (read == 'r' ? PROT_READ : 0) | (write == 'w' ? PROT_WRITE : 0) | (execute == 'x' ? PROT_EXEC : 0);
    }
    fclose(maps);
    return result;
}

bool rxtrace_deallocation_write_pointer(void **place, void *value) {
    int before = protection(place);
    if (before < 0) return false;
    bool is_protected = (before & PROT_WRITE) == 0;
    uintptr_t size = (uintptr_t)sysconf(_SC_PAGESIZE);
    void *page = (void *)((uintptr_t)place & ~(size - 1));
    if (is_protected && mprotect(page, size, before | PROT_WRITE) != 0) return false;
    __atomic_store_n(place, value, __ATOMIC_RELEASE);
    if (is_protected) mprotect(page, size, before);
    return true;
}
