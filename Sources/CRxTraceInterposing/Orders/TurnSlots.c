#define _GNU_SOURCE
#include "TurnSlots.h"
#include "TurnCalls.h"
#include "TurnFiles.h"
#include "TurnNames.h"
#include "TurnState.h"
#include "TurnTold.h"

#if HAS_TURNS

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__x86_64__)
enum { SLOT_OF_CALL = R_X86_64_JUMP_SLOT, SLOT_OF_ADDRESS = R_X86_64_GLOB_DAT };
#else
enum { SLOT_OF_CALL = R_AARCH64_JUMP_SLOT, SLOT_OF_ADDRESS = R_AARCH64_GLOB_DAT };
#endif

REAL(void *, dlopen, const char *, int);

static void *turned_dlopen(const char *path, int mode) {
    void *library = real_dlopen(path, mode);
    if (library != NULL && turns_on()) turn_fill_slots();
    return library;
}

static const turn_function loading_functions[] = {STANDS_FOR(dlopen), {NULL, NULL, NULL}};

static const turn_function *const all[] = {
    turn_thread_functions, turn_lock_functions, turn_condition_functions, turn_semaphore_functions,
    turn_futex_functions, turn_descriptor_functions, turn_timer_functions, turn_clock_functions,
    turn_process_functions, turn_signal_functions, turn_dispatch_functions, turn_source_functions, turn_queue_functions,
    turn_output_functions, turn_inside_functions, turn_stream_functions, turn_memory_functions, turn_object_functions, loading_functions,
};

enum { TABLES = sizeof all / sizeof *all };

// The first bytes and lengths that the names have: nearly none of the thousands in a program's files has such.
static bool is_known_shape[1 << 16];

static uint16_t shape_of(const char *name) { return (uint16_t)((uint8_t)name[0] << 8 | (strlen(name) & UINT8_MAX)); }

bool turn_find_functions(void) {
    for (size_t table = 0; table < TABLES; table++) {
        for (const turn_function *function = all[table]; function->name != NULL; function++) {
            *function->real = dlsym(RTLD_NEXT, function->name);
            is_known_shape[shape_of(function->name)] = true;
        }
    }
    if (turn_has_own_memory()) {
        for (const turn_function *function = turn_memory_functions; function->name != NULL; function++) *function->real = NULL;
    }
    for (const turn_function *function = turn_futex_functions; function->name != NULL; function++) {
        if (*function->real == NULL) return false;
    }
    return true;
}

// NULL also for a function that is not loaded: no code calls it.
static void *replacement_of(const char *name) {
    if (!is_known_shape[shape_of(name)]) return NULL;
    for (size_t table = 0; table < TABLES; table++) {
        for (const turn_function *function = all[table]; function->name != NULL; function++) {
            if (strcmp(function->name, name) == 0 && *function->real != NULL) return function->replacement;
        }
    }
    return NULL;
}

// What `Mutex.withLockIfAvailable` calls where the lock is taken (swift/stdlib/public/Synchronization/Mutex/LinuxImpl.swift),
// and how the functions of `DispatchSemaphore` begin that wait for a time (swift-corelibs-libdispatch, src/swift/Wrapper.swift).
static const char mutex_try[] = "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF";
static const char *const semaphore_tries[] = {
    "$s8Dispatch0A9SemaphoreC4wait7timeout", "$s8Dispatch0A9SemaphoreC4wait11wallTimeout", "dispatch_semaphore_wait", NULL};

// How the functions begin that make an item of work. An item is cancelled through its class's table, which no slot shows.
static const char *const item_makers[] = {"$s8Dispatch0A8WorkItemC3qos", "dispatch_block_create", NULL};

// How the functions begin that make a barrier, and the constant that makes an item one.
static const char *const barrier_makers[] = {
    "$s8Dispatch0A13WorkItemFlagsV7barrier", "$s8Dispatch16dispatch_barrier", "dispatch_barrier_", NULL};

// What a task group is called whose tasks may throw, and how the names of its functions begin.
static bool is_of_throwing_group(const char *name) {
    static const char *const names[] = {"$sScg", NULL};
    return strstr(name, "ThrowingTaskGroup") != NULL || turn_begins_with_one_of(name, names);
}

// Notes what the program may do, by the name of a function that it calls.
static void note_call(const char *name) {
    if (strcmp(name, mutex_try) == 0) turns.tries_mutexes = true;
    if (turn_begins_with_one_of(name, semaphore_tries)) turns.tries_semaphores = true;
    if (turn_begins_with_one_of(name, item_makers)) turns.makes_items = true;
    if (is_of_throwing_group(name)) turns.throws_in_groups = true;
    if (turn_begins_with_one_of(name, barrier_makers)) turns.makes_barriers = true;
}

typedef struct dynamic_part {
    const char *names;
    const ElfW(Sym) *symbols;
    const ElfW(Rela) *calls, *others;
    size_t call_bytes, other_bytes;
    bool is_programs;             // the file is none of the toolchain's
} dynamic_part;

// Most dynamic sections are relocated to absolute addresses by the loader; some, such as the vDSO's, are not.
static uintptr_t address_of(const struct dl_phdr_info *info, uintptr_t value) {
    return value < info->dlpi_addr ? info->dlpi_addr + value : value;
}

static dynamic_part read_dynamic(const struct dl_phdr_info *info, const ElfW(Dyn) *entry) {
    dynamic_part part = {.is_programs = rxtrace_is_programs(entry)};
    for (; entry->d_tag != DT_NULL; entry++) {
        uintptr_t value = entry->d_un.d_val;
        switch (entry->d_tag) {
        case DT_STRTAB: part.names = (const char *)address_of(info, value); break;
        case DT_SYMTAB: part.symbols = (const ElfW(Sym) *)address_of(info, value); break;
        case DT_JMPREL: part.calls = (const ElfW(Rela) *)address_of(info, value); break;
        case DT_PLTRELSZ: part.call_bytes = value; break;
        case DT_RELA: part.others = (const ElfW(Rela) *)address_of(info, value); break;
        case DT_RELASZ: part.other_bytes = value; break;
        default: break;
        }
    }
    return part;
}

bool turn_is_within(const struct dl_phdr_info *file, uintptr_t address, uint32_t flags) {
    for (size_t index = 0; index < file->dlpi_phnum; index++) {
        const ElfW(Phdr) *part = &file->dlpi_phdr[index];
        uintptr_t distance = address - (file->dlpi_addr + part->p_vaddr);
        if (part->p_type == PT_LOAD && (part->p_flags & flags) == flags && distance < part->p_memsz) return true;
    }
    return false;
}

turn_memory turn_bounds_of(const struct dl_phdr_info *file) {
    turn_memory bounds = {UINTPTR_MAX, 0};
    for (size_t index = 0; index < file->dlpi_phnum; index++) {
        const ElfW(Phdr) *part = &file->dlpi_phdr[index];
        uintptr_t start = file->dlpi_addr + part->p_vaddr;
        if (part->p_type != PT_LOAD) continue;
        if (start < bounds.start) bounds.start = start;
        if (start + part->p_memsz > bounds.end) bounds.end = start + part->p_memsz;
    }
    return bounds;
}

static bool is_within(const void *address, const struct dl_phdr_info *file) { return turn_is_within(file, (uintptr_t)address, 0); }

// A slot of a function that has not been called yet may lead back into its own file, to where the function is looked up.
static void *seen_call(void *function, const char *name, const struct dl_phdr_info *info) {
    if (is_within(function, info)) function = dlsym(RTLD_DEFAULT, name);
    return function == NULL || is_within(function, info) ? NULL : turn_seen_call(function, name);
}

// Slots that get a piece of code (TurnCalls.c), which is none before all pieces are written. The control's own code may call through
// them meanwhile, on the watchdog's thread.
enum { LATER = 1 << 11 };

static struct {
    void **slot, *piece;
} later[LATER];
static size_t later_count;

static void fill_later(void **slot, void *piece) {
    if (piece == NULL || later_count == LATER) return;
    later[later_count].slot = slot;
    later[later_count++].piece = piece;
}

static size_t fill(const struct dl_phdr_info *info, const dynamic_part *part, const ElfW(Rela) *slots, size_t bytes) {
    size_t filled = 0;
    for (size_t index = 0; slots != NULL && index < bytes / sizeof *slots; index++) {
        unsigned kind = (unsigned)ELF64_R_TYPE(slots[index].r_info);
        if (kind != SLOT_OF_CALL && kind != SLOT_OF_ADDRESS) continue;
        const char *name = part->names + part->symbols[ELF64_R_SYM(slots[index].r_info)].st_name;
        if (part->is_programs) note_call(name);
        void **slot = (void **)(info->dlpi_addr + slots[index].r_offset);
        void *replacement = replacement_of(name);
        bool is_function = ELF64_ST_TYPE(part->symbols[ELF64_R_SYM(slots[index].r_info)].st_info) == STT_FUNC;
        if (replacement == NULL && is_function && part->is_programs) replacement = turn_told_function(name);
        if (replacement == NULL && is_function && part->is_programs) fill_later(slot, seen_call(*slot, name, info));
        if (replacement == NULL) continue;
        *slot = replacement;
        filled++;
    }
    return filled;
}

static void protect(const struct dl_phdr_info *info, const ElfW(Phdr) *read_only, int rights) {
    if (read_only == NULL) return;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t start = (info->dlpi_addr + read_only->p_vaddr) & ~(page - 1);
    uintptr_t end = (info->dlpi_addr + read_only->p_vaddr + read_only->p_memsz) & ~(page - 1);
    if (end > start) mprotect((void *)start, end - start, rights);
}

// Whether a file's slots stay as they are. The C library's own calls go to the kernel, not through slots.
static bool is_of_system(const char *path) {
    static const char *const names[] = {"libc.so", "ld-linux", "libm.so", "linux-vdso", "libpthread.so", "libdl.so", NULL};
    const char *name = strrchr(path, '/');
    name = name == NULL ? path : name + 1;
    return turn_begins_with_one_of(name, names);
}

static int fill_file_later(struct dl_phdr_info *info, size_t size, void *count) {
    (void)size;
    const ElfW(Phdr) *read_only = NULL;
    for (size_t index = 0; index < info->dlpi_phnum; index++) {
        if (info->dlpi_phdr[index].p_type == PT_GNU_RELRO) read_only = &info->dlpi_phdr[index];
    }
    bool is_open = false;
    for (size_t index = 0; index < later_count; index++) {
        if (!is_within(later[index].slot, info)) continue;
        if (!is_open) protect(info, read_only, PROT_READ | PROT_WRITE);
        is_open = true;
        *later[index].slot = later[index].piece;
        ++*(size_t *)count;
    }
    if (is_open) protect(info, read_only, PROT_READ);
    return 0;
}

static int fill_file(struct dl_phdr_info *info, size_t size, void *count) {
    (void)size;
    if (info->dlpi_name != NULL && is_of_system(info->dlpi_name)) return 0;
    const ElfW(Phdr) *dynamic = NULL, *read_only = NULL;
    for (size_t index = 0; index < info->dlpi_phnum; index++) {
        if (info->dlpi_phdr[index].p_type == PT_DYNAMIC) dynamic = &info->dlpi_phdr[index];
        if (info->dlpi_phdr[index].p_type == PT_GNU_RELRO) read_only = &info->dlpi_phdr[index];
    }
    if (dynamic == NULL) return 0;
    dynamic_part part = read_dynamic(info, (const ElfW(Dyn) *)(info->dlpi_addr + dynamic->p_vaddr));
    if (part.names == NULL || part.symbols == NULL) return 0;
    protect(info, read_only, PROT_READ | PROT_WRITE);
    *(size_t *)count += fill(info, &part, part.calls, part.call_bytes);
    *(size_t *)count += fill(info, &part, part.others, part.other_bytes);
    protect(info, read_only, PROT_READ);
    return 0;
}

size_t turn_fill_slots(void) {
    size_t count = 0;
    turn_find_files();
    later_count = 0;
    dl_iterate_phdr(fill_file, &count);
    turn_seal_calls();
    dl_iterate_phdr(fill_file_later, &count);
    return count;
}

#endif
