#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "TraceImages.h"

#include <dlfcn.h>
#include <string.h>

typedef struct copying {
    rxtrace_image *images;
    size_t room;
    size_t count;
} copying;

static void set_path(rxtrace_image *image, const char *path) {
    size_t length = strlen(path);
    if (length >= sizeof image->path) length = 0;
    memcpy(image->path, path, length);
    image->path[length] = 0;
}

#if defined(__linux__)

#include <link.h>
#include <unistd.h>

static void read_build(rxtrace_image *image, const char *notes, size_t size, size_t alignment) {
    size_t mask = alignment == 8 ? 7 : 3;
    size_t offset = 0;
    while (size - offset >= sizeof(ElfW(Nhdr))) {
        ElfW(Nhdr) note;
        memcpy(&note, notes + offset, sizeof note);
        size_t name = offset + sizeof note;
        size_t text = name + ((note.n_namesz + mask) & ~mask);
        size_t next = text + ((note.n_descsz + mask) & ~mask);
        if (text > size || note.n_descsz > size - text) return;
        if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && memcmp(notes + name, "GNU", 4) == 0 &&
            note.n_descsz <= sizeof image->build) {
            memcpy(image->build, notes + text, note.n_descsz);
            image->build_count = note.n_descsz;
            return;
        }
        if (next > size) return;
        offset = next;
    }
}

static int copy_image(struct dl_phdr_info *info, size_t size, void *context) {
    (void)size;
    copying *copying = context;
    size_t number = copying->count++;
    if (number >= copying->room) return 0;
    rxtrace_image *image = &copying->images[number];
    memset(image, 0, offsetof(rxtrace_image, path));
    image->base = info->dlpi_addr;
    image->start = UINT64_MAX;
    // The loader reports the program itself first, without a name.
    image->path[0] = 0;
    if (info->dlpi_name && info->dlpi_name[0] == '/') set_path(image, info->dlpi_name);
    else if (number == 0) image->path[0] = '*', image->path[1] = 0;
    for (size_t index = 0; index < info->dlpi_phnum; index++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[index];
        uint64_t start = info->dlpi_addr + part->p_vaddr;
        if (part->p_type == PT_LOAD) {
            if (start < image->start) image->start = start;
            if (start + part->p_memsz > image->end) image->end = start + part->p_memsz;
        } else if (part->p_type == PT_NOTE && image->build_count == 0) {
            read_build(image, (const char *)start, part->p_memsz, part->p_align);
        }
    }
    if (image->start > image->end) image->start = image->end;
    return 0;
}

static int count_loads(struct dl_phdr_info *info, size_t size, void *context) {
    (void)size;
    *(uint64_t *)context = info->dlpi_adds;
    return 1;
}

uint64_t rxtrace_images_loaded(void) {
    uint64_t count = 0;
    dl_iterate_phdr(count_loads, &count);
    return count;
}

size_t rxtrace_copy_images(rxtrace_image *images, size_t room) {
    copying copying = {images, room, 0};
    dl_iterate_phdr(copy_image, &copying);
    if (room > 0 && copying.count > 0 && images[0].path[0] == '*') {
        ssize_t length = readlink("/proc/self/exe", images[0].path, sizeof images[0].path - 1);
        images[0].path[length > 0 ? length : 0] = 0;
        // Another program may have taken the file's place: the build id tells.
        char *end = strstr(images[0].path, " (deleted)");
        if (end && end[sizeof " (deleted)" - 1] == 0) *end = 0;
    }
    return copying.count;
}

#elif defined(__APPLE__)

#include <mach-o/dyld.h>
#include <mach-o/loader.h>

static void read_commands(rxtrace_image *image, const struct mach_header_64 *header) {
    const char *next = (const char *)(header + 1);
    for (uint32_t index = 0; index < header->ncmds; index++) {
        const struct load_command *command = (const struct load_command *)next;
        if (command->cmd == LC_UUID) {
            const struct uuid_command *identity = (const struct uuid_command *)next;
            memcpy(image->build, identity->uuid, sizeof identity->uuid);
            image->build_count = sizeof identity->uuid;
        } else if (command->cmd == LC_SEGMENT_64) {
            const struct segment_command_64 *segment = (const struct segment_command_64 *)next;
            if (strcmp(segment->segname, "__TEXT") == 0) {
                image->start = image->base + segment->vmaddr;
                image->end = image->start + segment->vmsize;
            }
        }
        next += command->cmdsize;
    }
}

uint64_t rxtrace_images_loaded(void) {
    return _dyld_image_count();
}

size_t rxtrace_copy_images(rxtrace_image *images, size_t room) {
    copying copying = {images, room, 0};
    uint32_t count = _dyld_image_count();
    for (uint32_t index = 0; index < count; index++) {
        const struct mach_header *header = _dyld_get_image_header(index);
        const char *path = _dyld_get_image_name(index);
        if (!header || !path || header->magic != MH_MAGIC_64) continue;
        if (copying.count++ >= room) continue;
        rxtrace_image *image = &images[copying.count - 1];
        memset(image, 0, offsetof(rxtrace_image, path));
        set_path(image, path);
        image->base = (uint64_t)_dyld_get_image_vmaddr_slide(index);
        read_commands(image, (const struct mach_header_64 *)header);
    }
    return copying.count;
}

#else

uint64_t rxtrace_images_loaded(void) {
    return 0;
}

size_t rxtrace_copy_images(rxtrace_image *images, size_t room) {
    (void)images, (void)room;
    return 0;
}

#endif

bool rxtrace_is_of_system(const void *address) {
    Dl_info found;
    if (dladdr(address, &found) == 0 || found.dli_fname == NULL) return false;
    Dl_info program;
    bool is_program = dladdr(&rxtrace_is_of_system, &program) != 0 && program.dli_fbase == found.dli_fbase;
    if (is_program) return false;
    static const char *const folders[] = {"/usr/lib/", "/lib/", "/lib64/", "/System/"};
    for (size_t index = 0; index < sizeof folders / sizeof *folders; index++) {
        if (strncmp(found.dli_fname, folders[index], strlen(folders[index])) == 0) return true;
    }
    return strstr(found.dli_fname, "/lib/swift/") != NULL;
}
