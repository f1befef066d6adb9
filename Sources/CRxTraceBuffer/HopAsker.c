#define _GNU_SOURCE
#include "HopSteps.h"

#if defined(__linux__)

#include <link.h>
#include <string.h>

enum { IMAGES = 48 };

typedef struct image {
    uintptr_t start;
    uintptr_t end;
    rxtrace_owner owner;
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
    rxtrace_owner owner = OF_PROGRAM;
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

// Code in the program's own file that is none of its own lies in sections of these names, each of which the linker puts
// together: that which runs work or stands for the system's functions, and the system's, where it is linked statically.
#define SECTION(name)                                                                                       \
    extern const char __start_##name[] __attribute__((weak, visibility("hidden")));                         \
    extern const char __stop_##name[] __attribute__((weak, visibility("hidden")));                          \
    static bool is_in_##name(uintptr_t address) {                                                           \
        return address > (uintptr_t)__start_##name && address <= (uintptr_t)__stop_##name;                  \
    }

SECTION(rxtrace_work)
SECTION(rxtrace_foundation)
SECTION(rxtrace_library)

rxtrace_owner rxtrace_owner_of(uintptr_t address) {
    if (is_in_rxtrace_work(address)) return OF_RUNTIME;
    if (is_in_rxtrace_foundation(address)) return OF_FOUNDATION;
    if (is_in_rxtrace_library(address)) return OF_LIBRARY;
    for (size_t index = 0; index < image_count; index++) {
        if (address >= images[index].start && address < images[index].end) return images[index].owner;
    }
    return OF_PROGRAM;
}

// Goes on from the function of the frame to its callers. A step that is not known is learned: where `is_exact`, on all of
// the way, which ends where that fails; otherwise up to the program's code, and past it frame pointers have to do.
static void find_code(const uintptr_t *frame, rxtrace_asker *asker, size_t limit, bool is_exact) {
    static const rxtrace_step by_frame_pointer = {.has_frame = true};
    uintptr_t high = rxtrace_current->stack_high;
    uintptr_t place = (uintptr_t)&frame[1];
    uintptr_t pointer = frame[0];
    bool has_learned = false;
    *asker = (rxtrace_asker){.is_program = false};
    for (int depth = 0; depth < DEEPEST; depth++) {
        uintptr_t address = *(const uintptr_t *)place;
        rxtrace_owner owner = rxtrace_owner_of(address);
        if (owner == OF_RUNTIME || address == 0) return;
        const rxtrace_step *step = &by_frame_pointer;
        if (owner == OF_PROGRAM) {
            asker->is_program = true;
            asker->stack[asker->count++] = address;
            if (asker->count == limit) return;
            // The way that follows begins with this function's frame.
            frame = (const uintptr_t *)pointer;
            has_learned = has_learned && !is_exact;
        } else {
            step = rxtrace_known_step(address);
            if (step == NULL && !has_learned && (is_exact || !asker->is_program)) {
                has_learned = true;
                rxtrace_learn_steps(frame);
                step = rxtrace_known_step(address);
            }
            if (step == NULL && is_exact) return;
            if (step == NULL) step = &by_frame_pointer;
            if (!asker->is_program && owner == OF_FOUNDATION) {
                asker->is_foundation = true;
                asker->is_operation = step->is_operation;
            }
        }
        if (step->return_distance == 0) {
            if (pointer <= place || pointer % sizeof(uintptr_t) != 0 || pointer + 2 * sizeof(uintptr_t) > high) return;
            place = pointer + sizeof(uintptr_t);
            pointer = *(const uintptr_t *)pointer;
            continue;
        }
        uintptr_t next = place + (uintptr_t)(intptr_t)step->return_distance;
        if (next <= place || next + sizeof(uintptr_t) > high) return;
        if (!step->has_frame) {
            pointer = 0;
        } else if (step->frame_distance != 0) {
            pointer = *(const uintptr_t *)(place + (uintptr_t)step->frame_distance);
        }
        place = next;
    }
}

void rxtrace_find_asker(const uintptr_t *frame, rxtrace_asker *asker) {
    find_code(frame, asker, HOP_STACK_LIMIT, false);
}

void rxtrace_find_releaser(const uintptr_t *frame, rxtrace_asker *asker) {
    uintptr_t high = rxtrace_current->stack_high;
    *asker = (rxtrace_asker){.is_program = false};
    rxtrace_find_system_images();
    // The object's own end comes first: the runtime calls it.
    while (frame[1] != 0 && rxtrace_owner_of(frame[1]) == OF_PROGRAM) {
        uintptr_t above = frame[0];
        if (above <= (uintptr_t)frame || above % sizeof(uintptr_t) != 0 || above + 2 * sizeof(uintptr_t) > high) return;
        frame = (const uintptr_t *)above;
    }
    find_code(frame, asker, RELEASE_STACK_LIMIT, true);
}

#else

void rxtrace_find_system_images(void) {}

void rxtrace_find_asker(const uintptr_t *frame, rxtrace_asker *asker) {
    (void)frame;
    *asker = (rxtrace_asker){.is_program = false};
}

void rxtrace_find_releaser(const uintptr_t *frame, rxtrace_asker *asker) { rxtrace_find_asker(frame, asker); }

#endif
