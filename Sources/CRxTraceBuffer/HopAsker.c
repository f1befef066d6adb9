#define _GNU_SOURCE
#include "Hops.h"

#if defined(__linux__)

#include <dlfcn.h>
#include <link.h>
#include <string.h>
#include <unwind.h>

/// Whose code an address is in.
enum { OF_PROGRAM, OF_LIBRARY, OF_FOUNDATION, OF_RUNTIME };

enum { IMAGES = 48, STEPS = 512, PROBES = 8, DEEPEST = 48 };

typedef struct image {
    uintptr_t start;
    uintptr_t end;
    int owner;
} image;

static image images[IMAGES];
static size_t image_count;
static pthread_once_t images_once = PTHREAD_ONCE_INIT;

// What runs work calls the program; a call that comes from there was not asked for by the program.
static const char *const runtimes[] = {"libdispatch.", "libswift_Concurrency.", "libc.", "libpthread.", "ld-"};
static const char *const foundations[] = {"libFoundation", "lib_Foundation"};
static const char *const libraries[] = {"libswift", "libBlocksRuntime.", "libXCTest.", "libTesting.", "lib_Testing"};

static bool has_prefix(const char *name, const char *const *prefixes, size_t count) {
    for (size_t index = 0; index < count; index++) {
        if (strncmp(name, prefixes[index], strlen(prefixes[index])) == 0) return true;
    }
    return false;
}

#define IS_ONE_OF(name, list) has_prefix(name, list, sizeof list / sizeof *list)

static int add_image(struct dl_phdr_info *info, size_t size, void *context) {
    (void)size;
    (void)context;
    const char *path = info->dlpi_name;
    const char *name = path == NULL ? NULL : strrchr(path, '/');
    if (name == NULL || image_count == IMAGES) return 0;
    int owner = OF_PROGRAM;
    if (IS_ONE_OF(name + 1, runtimes)) owner = OF_RUNTIME;
    else if (IS_ONE_OF(name + 1, foundations)) owner = OF_FOUNDATION;
    else if (IS_ONE_OF(name + 1, libraries)) owner = OF_LIBRARY;
    if (owner == OF_PROGRAM) return 0;
    image found = {UINTPTR_MAX, 0, owner};
    for (size_t index = 0; index < info->dlpi_phnum; index++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[index];
        if (part->p_type != PT_LOAD) continue;
        uintptr_t start = info->dlpi_addr + part->p_vaddr;
        if (start < found.start) found.start = start;
        if (start + part->p_memsz > found.end) found.end = start + part->p_memsz;
    }
    images[image_count++] = found;
    return 0;
}

static void find_images(void) { dl_iterate_phdr(add_image, NULL); }

void rxtrace_find_system_images(void) { pthread_once(&images_once, find_images); }

static int owner_of(uintptr_t address) {
    for (size_t index = 0; index < image_count; index++) {
        if (address >= images[index].start && address < images[index].end) return images[index].owner;
    }
    return OF_PROGRAM;
}

// The system's libraries are compiled without frame pointers. Where a function of theirs keeps its return address, as
// seen from a call it makes, is the same each time: it is found once by unwinding, which takes long, and then known.

/// The way from the return address of a function's call to that of the function.
typedef struct step {
    _Atomic(uintptr_t) address;   // the call's return address; 0 for none
    int32_t return_distance;      // from where that is kept to where the function's own is; 0 to go by the frame pointer
    int32_t frame_distance;       // likewise, where the caller's frame pointer is kept; 0 where it is as it was
    bool has_frame;               // whether the caller's frame pointer is known
    bool is_operation;            // whether the function is an operation queue's
} step;

static step steps[STEPS];
static pthread_mutex_t steps_lock = PTHREAD_MUTEX_INITIALIZER;

static size_t first_probe(uintptr_t address) { return (address * 0x9E3779B97F4A7C15ull >> 32) % STEPS; }

static const step *known_step(uintptr_t address) {
    for (size_t probe = 0, index = first_probe(address); probe < PROBES; probe++, index = (index + 1) % STEPS) {
        uintptr_t found = atomic_load_explicit(&steps[index].address, memory_order_acquire);
        if (found == address) return &steps[index];
        if (found == 0) return NULL;
    }
    return NULL;
}

static void add_step(uintptr_t address, step new) {
    if (known_step(address) != NULL) return;
    for (size_t probe = 0, index = first_probe(address); probe < PROBES; probe++, index = (index + 1) % STEPS) {
        if (atomic_load_explicit(&steps[index].address, memory_order_relaxed) != 0) continue;
        steps[index].return_distance = new.return_distance;
        steps[index].frame_distance = new.frame_distance;
        steps[index].has_frame = new.has_frame;
        steps[index].is_operation = new.is_operation;
        atomic_store_explicit(&steps[index].address, address, memory_order_release);
        return;
    }
}

#if defined(__x86_64__)

typedef struct unwound {
    size_t count;
    uintptr_t addresses[DEEPEST];
    uintptr_t places[DEEPEST];    // where the address is kept
    uintptr_t frames[DEEPEST];    // the frame pointer at the address
} unwound;

static _Unwind_Reason_Code add_frame(struct _Unwind_Context *context, void *argument) {
    enum { FRAME_POINTER = 6 };
    unwound *found = argument;
    if (found->count == DEEPEST) return _URC_END_OF_STACK;
    found->addresses[found->count] = _Unwind_GetIP(context);
    found->places[found->count] = _Unwind_GetCFA(context) - sizeof(uintptr_t);
    found->frames[found->count] = _Unwind_GetGR(context, FRAME_POINTER);
    found->count++;
    return _URC_NO_REASON;
}

static bool is_operation(uintptr_t address) {
    Dl_info info;
    if (dladdr((const void *)(address - 1), &info) == 0 || info.dli_sname == NULL) return false;
    return strstr(info.dli_sname, "10Foundation14OperationQueueC") != NULL;
}

static step step_between(const unwound *found, size_t index) {
    uintptr_t place = found->places[index];
    uintptr_t next = found->places[index + 1];
    uintptr_t frame = found->frames[index];
    uintptr_t next_frame = found->frames[index + 1];
    step new = {.has_frame = true, .is_operation = owner_of(found->addresses[index]) == OF_FOUNDATION &&
                                                   is_operation(found->addresses[index])};
    if (frame > place && frame + sizeof(uintptr_t) == next && *(const uintptr_t *)frame == next_frame) return new;
    new.return_distance = (int32_t)(next - place);
    // A function that uses the register pushes it first.
    for (uintptr_t kept = next - sizeof(uintptr_t); kept > place; kept -= sizeof(uintptr_t)) {
        if (*(const uintptr_t *)kept != next_frame) continue;
        new.frame_distance = (int32_t)(kept - place);
        return new;
    }
    new.has_frame = frame == next_frame;
    return new;
}

extern _Unwind_Reason_Code _Unwind_Backtrace(_Unwind_Trace_Fn, void *) __attribute__((weak));

static __attribute__((noinline)) void learn_steps(const uintptr_t *frame) {
    unwound found = {.count = 0};
    if (_Unwind_Backtrace == NULL) return;
    _Unwind_Backtrace(add_frame, &found);
    size_t first = 0;
    while (first < found.count && found.places[first] != (uintptr_t)&frame[1]) first++;
    if (first == found.count || found.addresses[first] != frame[1] || found.frames[first] != frame[0]) return;
    step new[DEEPEST];
    size_t end = first;
    while (end + 1 < found.count && owner_of(found.addresses[end]) != OF_PROGRAM &&
           found.places[end + 1] > found.places[end]) {
        new[end] = step_between(&found, end);
        end++;
    }
    pthread_mutex_lock(&steps_lock);
    for (size_t index = first; index < end; index++) add_step(found.addresses[index], new[index]);
    pthread_mutex_unlock(&steps_lock);
}

#else

static void learn_steps(const uintptr_t *frame) { (void)frame; }

#endif

void rxtrace_let_go_of_steps(void) { steps_lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER; }

_Thread_local const void *rxtrace_work_frame;

void rxtrace_find_asker(const uintptr_t *frame, rxtrace_asker *asker) {
    static const step by_frame_pointer = {.has_frame = true};
    uintptr_t high = rxtrace_current->stack_high;
    uintptr_t place = (uintptr_t)&frame[1];
    uintptr_t pointer = frame[0];
    bool has_learned = false;
    *asker = (rxtrace_asker){.is_program = false};
    uintptr_t work = (uintptr_t)rxtrace_work_frame;
    for (int depth = 0; depth < DEEPEST && (work == 0 || place < work); depth++) {
        uintptr_t address = *(const uintptr_t *)place;
        int owner = owner_of(address);
        if (owner == OF_RUNTIME || address == 0) return;
        const step *step = &by_frame_pointer;
        if (owner == OF_PROGRAM) {
            asker->is_program = true;
            asker->stack[asker->count++] = address;
            if (asker->count == sizeof asker->stack / sizeof *asker->stack) return;
        } else {
            step = known_step(address);
            if (step == NULL && !has_learned && !asker->is_program) {
                has_learned = true;
                learn_steps(frame);
                step = known_step(address);
            }
            if (step == NULL) step = &by_frame_pointer;
            if (!asker->is_program && owner == OF_FOUNDATION) {
                asker->is_foundation = true;
                asker->is_operation = step->is_operation;
            }
        }
        uintptr_t next = place + (uintptr_t)(intptr_t)step->return_distance;
        if (step->return_distance == 0) {
            if (pointer <= place || pointer % sizeof(uintptr_t) != 0 || pointer + 2 * sizeof(uintptr_t) > high) return;
            next = pointer + sizeof(uintptr_t);
            pointer = *(const uintptr_t *)pointer;
        } else if (!step->has_frame) {
            pointer = 0;
        } else if (step->frame_distance != 0) {
            pointer = *(const uintptr_t *)(place + (uintptr_t)step->frame_distance);
        }
        if (next <= place || next + sizeof(uintptr_t) > high) return;
        place = next;
    }
}

#else

void rxtrace_find_system_images(void) {}

void rxtrace_let_go_of_steps(void) {}

_Thread_local const void *rxtrace_work_frame;

void rxtrace_find_asker(const uintptr_t *frame, rxtrace_asker *asker) {
    (void)frame;
    *asker = (rxtrace_asker){.is_program = false};
}

#endif
