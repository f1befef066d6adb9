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
    bool is_of_tasks;
} image;

static image images[IMAGES];
static size_t image_count;
static pthread_once_t images_once = PTHREAD_ONCE_INIT;

// The libraries that run work. A call that comes from them was not made by the program.
static const char *const runtimes[] = {"libdispatch.", "libswift_Concurrency.", "libc.", "libpthread.", "ld-"};
static const char *const tasks[] = {"libswift_Concurrency."};
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
    image found = {UINTPTR_MAX, 0, owner, IS_ONE_OF(name + 1, tasks)};
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

// Code in the program's file that is not the program's lies in sections of these names, whose bounds the linker
// provides: functions that run work or stand in front of the system's, and statically linked libraries of the system.
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

bool rxtrace_is_of_tasks(uintptr_t address) {
    for (size_t index = 0; index < image_count; index++) {
        if (images[index].is_of_tasks && address >= images[index].start && address < images[index].end) return true;
    }
    return false;
}

#else

void rxtrace_find_system_images(void) {}

#endif
