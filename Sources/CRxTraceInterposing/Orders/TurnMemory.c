// Memory that begins as zeros. What lies at the end of an object, or in its spare room, is looked at too where it may end
// (TurnReleases.c): left over from before, it would depend on all that the process has done, down to the folder that it runs in.

#define _GNU_SOURCE
#include "TurnSlots.h"

#if HAS_TURNS

#include <dlfcn.h>
#include <malloc.h>
#include <string.h>

REAL(void *, malloc, size_t);
REAL(void *, realloc, void *, size_t);
REAL(int, posix_memalign, void **, size_t, size_t);
REAL(void *, aligned_alloc, size_t, size_t);

static void clear(void *memory, size_t from) {
    size_t size = memory == NULL ? 0 : malloc_usable_size(memory);
    if (size > from) memset((char *)memory + from, 0, size - from);
}

static void *turned_malloc(size_t size) {
    void *memory = real_malloc(size);
    clear(memory, 0);
    return memory;
}

static void *turned_realloc(void *before, size_t size) {
    size_t known = before == NULL ? 0 : malloc_usable_size(before);
    void *memory = real_realloc(before, size);
    clear(memory, known < size ? known : size);
    return memory;
}

static int turned_posix_memalign(void **memory, size_t alignment, size_t size) {
    int status = real_posix_memalign(memory, alignment, size);
    if (status == 0) clear(*memory, 0);
    return status;
}

static void *turned_aligned_alloc(size_t alignment, size_t size) {
    void *memory = real_aligned_alloc(alignment, size);
    clear(memory, 0);
    return memory;
}

// A program may have an allocator of its own, whose memory stays as it is.
bool turn_has_own_memory(void) { return dlsym(RTLD_DEFAULT, "malloc") != (void *)real_malloc; }

const turn_function turn_memory_functions[] = {
    STANDS_FOR(malloc), STANDS_FOR(realloc), STANDS_FOR(posix_memalign), STANDS_FOR(aligned_alloc), {NULL, NULL, NULL}};

#endif
