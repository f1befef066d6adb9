#define _GNU_SOURCE
#include "TurnTaskMemory.h"
#include "TurnReleases.h"
#include "TurnState.h"

#if HAS_TURNS

#include <dlfcn.h>
#include <malloc.h>

// A task has its functions' memory in slabs, which are pieces of the heap, and begin with a word that all slabs of tasks have. Before
// what is allocated in one stands what was allocated before, and the slab (swift/stdlib/public/runtime/StackAllocator.h).
typedef struct allocation {
    const struct allocation *previous;
    const void *const *slab;
} allocation;

// The last allocation that the current task has made; NULL outside of tasks. It makes one, and gives it back.
static const allocation *last_allocation(turn_thread *self) {
    typedef __attribute__((swiftcall)) void *(*alloc_function)(size_t);
    typedef __attribute__((swiftcall)) void (*dealloc_function)(void *);
    static alloc_function alloc;
    static dealloc_function dealloc;
    bool before = self->is_inside;
    self->is_inside = true;
    if (alloc == NULL) alloc = (alloc_function)dlsym(RTLD_DEFAULT, "swift_task_alloc");
    if (dealloc == NULL) dealloc = (dealloc_function)dlsym(RTLD_DEFAULT, "swift_task_dealloc");
    const allocation *last = NULL;
    if (alloc != NULL && dealloc != NULL && rxtrace_current_task() != NULL) {
        const allocation *probe = alloc(sizeof(void *));
        last = (probe - 1)->previous;
        dealloc((void *)probe);
    }
    self->is_inside = before;
    return last;
}

// Records of `async let`. They lie in the memory of the task that begins them, and have that of their own tasks.
enum { LETS = 256 };

static turn_memory lets[LETS];
static size_t let_count;
static bool misses_lets;

void turn_note_let_memory(const void *let, size_t size) {
    turn_memory memory = {(uintptr_t)let, (uintptr_t)let + size};
    for (size_t index = 0; index < let_count; index++) {
        if (lets[index].start == memory.start && lets[index].end == memory.end) return;
    }
    misses_lets |= let == NULL || let_count == LETS;
    if (!misses_lets) lets[let_count++] = memory;
}

bool turn_is_of_let(uintptr_t address) {
    for (size_t index = 0; index < let_count; index++) {
        if (address >= lets[index].start && address < lets[index].end) return true;
    }
    return false;
}

// Memory that was taken for a task's own, and is watched. Where the first word is another one, the slab is no more: the C library
// writes there as soon as the piece of the heap is free.
enum { WATCHED = 64 };

static struct {
    turn_memory memory;
    const void *task;
    uintptr_t first_word;
} watched[WATCHED];
static size_t watched_count;

static bool is_there(size_t index) {
    uintptr_t start = watched[index].memory.start;
    return turn_is_readable(start) && *(const uintptr_t *)start == watched[index].first_word;
}

// The entry of the piece that begins at an address; WATCHED if there is none.
static size_t entry_of(uintptr_t start) {
    size_t index = 0;
    while (index < watched_count && watched[index].memory.start != start) index++;
    return index < watched_count ? index : WATCHED;
}

// What is watched is known to begin a piece, if it begins as it did.
static turn_memory piece_of(const void *const *slab) {
    uintptr_t start = (uintptr_t)slab;
    size_t entry = entry_of(start);
    bool is_known = entry < WATCHED && (uintptr_t)*slab == watched[entry].first_word;
    return (turn_memory){start, start + (is_known ? malloc_usable_size((void *)start) : turn_bytes_on_heap(start))};
}

// Whether what stands before an allocation can be read. It can wherever it once was as the layout says.
static bool can_read(const allocation *allocation, bool is_as_known) {
    return is_as_known || (turn_is_readable((uintptr_t)allocation) && turn_is_readable((uintptr_t)&allocation->slab));
}

// The slab of the current task in which an address lies; an empty one if there is none. A slab that is no piece of the heap, such as
// that within an `async let`, is none of these.
static turn_memory slab_of(turn_thread *self, uintptr_t address) {
    static bool is_as_known;
    const void *const *slab = NULL;
    for (const allocation *next = last_allocation(self); next != NULL && can_read(next, is_as_known); next = next->previous) {
        if (next->slab == slab) continue;
        slab = next->slab;
        turn_memory memory = piece_of(slab);
        bool is_within = (uintptr_t)next >= memory.start && (uintptr_t)next < memory.end;
        if (is_within && address >= memory.start && address < memory.end && !turn_is_of_let(memory.start)) {
            is_as_known = true;
            return memory;
        }
    }
    return (turn_memory){0, 0};
}

static bool watch(turn_memory memory) {
    size_t entry = entry_of(memory.start);
    for (size_t index = 0; entry == WATCHED && index < watched_count; index++) {
        if (!is_there(index)) entry = index;
    }
    if (entry == WATCHED) entry = watched_count;
    if (entry == WATCHED) return false;
    watched[entry].memory = memory;
    watched[entry].task = rxtrace_current_task();
    watched[entry].first_word = *(const uintptr_t *)memory.start;
    if (entry == watched_count) watched_count++;
    return true;
}

// To look this up takes longer than what most code does between two accesses. So it is done for the first ones only.
enum { LOOKED_UP = 1000 };

bool turn_is_of_own_task(turn_thread *self, uintptr_t address, size_t size) {
    if (misses_lets || self->looked_up == LOOKED_UP) return false;
    self->looked_up++;
    turn_memory memory = slab_of(self, address);
    // What is handed on to be changed is one variable, which lies in one piece.
    bool is_within = memory.end > address && (size == SIZE_MAX || size <= memory.end - address);
    return is_within && !turn_is_of_let(address) && watch(memory);
}

bool turn_is_of_others_task(turn_thread *self, uintptr_t address) {
    for (size_t index = 0; index < watched_count; index++) {
        turn_memory memory = watched[index].memory;
        if (address < memory.start || address >= memory.end || watched[index].task == rxtrace_current_task()) continue;
        // The piece may be another task's by now.
        return is_there(index) && !turn_is_of_let(address) && slab_of(self, address).end == 0;
    }
    return false;
}

#endif
