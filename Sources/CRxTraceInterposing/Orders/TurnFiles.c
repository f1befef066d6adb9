#define _GNU_SOURCE
#include "TurnFiles.h"
#include "TurnNames.h"
#include "TurnReleases.h"
#include "TurnSlots.h"
#include "TurnVariables.h"

#if HAS_TURNS

#include <dlfcn.h>
#include <link.h>
#include <string.h>

static const char *const quiet_files[] = {
    "libswiftCore.", "libswiftSwiftOnoneSupport.", "libswift_StringProcessing.", "libswift_RegexParser.", "libswiftGlibc.",
    "libswiftRuntime.", "libBlocksRuntime.", "libc.", "libm.", "libgcc_s.", "libstdc++.", "libpthread.", "ld-", NULL};

static const char *const files_of_c[] = {"libc.", "libpthread.", NULL};

typedef struct file {
    turn_memory memory;
    bool is_quiet, is_of_c;
} file;

// In order.
enum { FILES = 128 };

static file files[FILES];
static size_t file_count;
static bool misses_files;

static int add_file(struct dl_phdr_info *info, size_t size, void *context) {
    (void)size;
    (void)context;
    const char *path = info->dlpi_name == NULL ? NULL : strrchr(info->dlpi_name, '/');
    if (path == NULL) return 0;
    misses_files = file_count == FILES;
    if (misses_files) return 1;
    file added = {turn_bounds_of(info), turn_begins_with_one_of(path + 1, quiet_files), turn_begins_with_one_of(path + 1, files_of_c)};
    size_t index = file_count++;
    for (; index > 0 && files[index - 1].memory.start > added.memory.start; index--) files[index] = files[index - 1];
    files[index] = added;
    return 0;
}

// What the methods of these classes do, by themselves or as those of a protocol, is seen: they lock (TurnLocks.c, TurnConditions.c).
enum { LOCK_CLASSES = 6 };
static turn_memory lock_classes[LOCK_CLASSES];

static void find_lock_classes(void) {
    static const char *const names[LOCK_CLASSES] = {
        "$s10Foundation6NSLockCN",                    "$s10Foundation6NSLockCAA9NSLockingAAWP",
        "$s10Foundation15NSRecursiveLockCN",          "$s10Foundation15NSRecursiveLockCAA9NSLockingAAWP",
        "$s10Foundation11NSConditionCN",              "$s10Foundation11NSConditionCAA9NSLockingAAWP"};
    for (int index = 0; index < LOCK_CLASSES; index++) {
        const void *class = dlsym(RTLD_DEFAULT, names[index]);
        const ElfW(Sym) *symbol = NULL;
        Dl_info info;
        if (class == NULL || dladdr1(class, &info, (void **)&symbol, RTLD_DL_SYMENT) == 0 || symbol == NULL) continue;
        lock_classes[index] = (turn_memory){(uintptr_t)class, (uintptr_t)class + symbol->st_size};
    }
}

void turn_find_files(void) {
    file_count = 0;
    dl_iterate_phdr(add_file, NULL);
    find_lock_classes();
}

static const file *file_of(uintptr_t address) {
    size_t first = 0, end = file_count;
    while (first < end) {
        size_t middle = (first + end) / 2;
        if (address < files[middle].memory.start) end = middle;
        else if (address >= files[middle].memory.end) first = middle + 1;
        else return &files[middle];
    }
    return NULL;
}

bool turn_is_of_quiet_file(uintptr_t address) {
    const file *found = file_of(address);
    return found != NULL && found->is_quiet;
}

bool turn_is_of_a_file(uintptr_t address) { return turn_is_of_file((const void *)address) || file_of(address) != NULL; }

bool turn_is_of_c_library(uintptr_t address) {
    const file *found = file_of(address);
    return found != NULL && found->is_of_c;
}

static bool is_of_others(uintptr_t address) {
    const file *found = file_of(address);
    return found == NULL ? misses_files : !found->is_quiet;
}

static bool is_of_lock_class(uintptr_t address) {
    for (int index = 0; index < LOCK_CLASSES; index++) {
        if (address >= lock_classes[index].start && address < lock_classes[index].end) return true;
    }
    return false;
}

static bool is_class_of_others(uintptr_t value) {
    // The second word of a class is that which it inherits from; the first word of what is no class is no address and not 0.
    for (int depth = 0; depth < 8 && value > UINT32_MAX && value % sizeof value == 0; depth++) {
        if (is_of_others(value)) return !is_of_lock_class(value);
        if (!turn_is_of_file((const void *)value) || !turn_is_readable(value + sizeof value)) return false;
        const uintptr_t *words = (const uintptr_t *)value;
        if (words[0] != 0 && words[0] <= UINT32_MAX) return false;
        value = words[1];
    }
    return false;
}

bool turn_reads_class_of_others(const volatile void *address) {
    return !is_of_lock_class((uintptr_t)address) && is_class_of_others(*(const volatile uintptr_t *)address);
}

#endif
