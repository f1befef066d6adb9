#define _GNU_SOURCE
#include "TurnFiles.h"
#include "TurnNames.h"
#include "TurnOperations.h"
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
static const char *const files_of_tasks[] = {"libswift_Concurrency.", NULL};

typedef struct file {
    turn_memory memory;
    bool is_quiet, is_of_c, is_of_tasks;
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
    const char *name = path + 1;
    file added = {turn_bounds_of(info), turn_begins_with_one_of(name, quiet_files), turn_begins_with_one_of(name, files_of_c),
                  turn_begins_with_one_of(name, files_of_tasks)};
    size_t index = file_count++;
    for (; index > 0 && files[index - 1].memory.start > added.memory.start; index--) files[index] = files[index - 1];
    files[index] = added;
    return 0;
}

// What the methods of these classes do, by themselves or as those of a protocol, is seen: they lock (TurnLocks.c, TurnConditions.c). The
// main actor only answers its executor. Of the last ones, those of operations and their queues, that holds for some.
enum { KNOWN_CLASSES = 10, CLASSES_OF_OPERATIONS = 3 };
static turn_memory known_classes[KNOWN_CLASSES];

static void find_known_classes(void) {
    static const char *const names[KNOWN_CLASSES] = {
        "$s10Foundation6NSLockCN",                    "$s10Foundation6NSLockCAA9NSLockingAAWP",
        "$s10Foundation15NSRecursiveLockCN",          "$s10Foundation15NSRecursiveLockCAA9NSLockingAAWP",
        "$s10Foundation11NSConditionCN",              "$s10Foundation11NSConditionCAA9NSLockingAAWP",
        "$sScMN",                                     "$s10Foundation14OperationQueueCN",
        "$s10Foundation9OperationCN",                 "$s10Foundation14BlockOperationCN"};
    for (int index = 0; index < KNOWN_CLASSES; index++) {
        const void *class = dlsym(RTLD_DEFAULT, names[index]);
        const ElfW(Sym) *symbol = NULL;
        Dl_info info;
        if (class == NULL || dladdr1(class, &info, (void **)&symbol, RTLD_DL_SYMENT) == 0 || symbol == NULL) continue;
        known_classes[index] = (turn_memory){(uintptr_t)class, (uintptr_t)class + symbol->st_size};
    }
}

void turn_find_files(void) {
    file_count = 0;
    dl_iterate_phdr(add_file, NULL);
    find_known_classes();
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

// Those from `first` on.
static bool is_of_class(uintptr_t address, int first) {
    for (int index = first; index < KNOWN_CLASSES; index++) {
        if (address >= known_classes[index].start && address < known_classes[index].end) return true;
    }
    return false;
}

static bool is_of_known_class(uintptr_t address) { return is_of_class(address, 0); }

// What is read from a class of operations.
static turn_read read_of_operations(uintptr_t value) {
    Dl_info info;
    if (!is_of_others(value) || is_of_known_class(value)) return READS_OWN;
    bool is_known = dladdr((const void *)value, &info) != 0 && info.dli_sname != NULL && turn_is_about_operations(info.dli_sname);
    return is_known ? READS_OPERATIONS : READS_OF_OTHERS;
}

// They only hand on work.
static bool is_of_main_actor(uintptr_t address) {
    enum { WORDS = 16 };
    uintptr_t table = turn_functions_of_main_actor();
    return table != 0 && address >= table && address < table + WORDS * sizeof address;
}

// It begins with its class.
static bool is_known_object(uintptr_t address) {
    return turn_is_readable(address) && is_of_known_class(*(const uintptr_t *)address);
}

static bool is_class_of_others(uintptr_t value) {
    // The second word of a class is that which it inherits from; the first word of what is no class is no address and not 0.
    for (int depth = 0; depth < 8 && value > UINT32_MAX && value % sizeof value == 0; depth++) {
        if (is_of_others(value)) return !is_of_known_class(value) && !is_known_object(value);
        if (!turn_is_of_file((const void *)value) || !turn_is_readable(value + sizeof value)) return false;
        const uintptr_t *words = (const uintptr_t *)value;
        if (words[0] != 0 && words[0] <= UINT32_MAX) return false;
        value = words[1];
    }
    return false;
}

// Tables of functions by which values of types of the runtime of tasks are copied and end. Where such a table is, stands before the
// kind of its type (swift/include/swift/ABI/MetadataKind.def and ValueWitness.def), and is read there first.
enum { TABLES = 64, WORDS_OF_TABLE = 14 };
static uintptr_t tables[TABLES];
static size_t table_count;

static bool is_in_table(uintptr_t address) {
    for (size_t index = 0; index < table_count; index++) {
        if (address >= tables[index] && address < tables[index] + WORDS_OF_TABLE * sizeof address) return true;
    }
    return false;
}

// A table has eight functions, and then how large a value is, and how far one stands behind another.
static bool is_like_table(const uintptr_t *table) {
    enum { FUNCTIONS = 8, SIZE = 8, STRIDE = 9, LARGEST = 1 << 16 };
    if (!turn_is_readable((uintptr_t)(table + STRIDE))) return false;
    for (int index = 0; index < FUNCTIONS; index++) {
        if (!turn_is_of_a_file(table[index])) return false;
    }
    return table[SIZE] <= table[STRIDE] && table[STRIDE] > 0 && table[STRIDE] <= LARGEST;
}

static bool finds_table(const volatile uintptr_t *address) {
    enum { STRUCT = 0x200, ENUM, OPTIONAL };
    if (!turn_is_readable((uintptr_t)(address + 1))) return false;
    bool is_kind = address[1] >= STRUCT && address[1] <= OPTIONAL;
    bool is_found = is_kind && table_count < TABLES && is_like_table((const uintptr_t *)*address);
    if (is_found) tables[table_count++] = *address;
    return is_found;
}

turn_read turn_read_at(const volatile void *address) {
    uintptr_t value = *(const volatile uintptr_t *)address;
    if (is_of_class((uintptr_t)address, KNOWN_CLASSES - CLASSES_OF_OPERATIONS)) return read_of_operations(value);
    if (is_of_known_class((uintptr_t)address) || !is_class_of_others(value)) return READS_OWN;
    const file *found = file_of(value);
    if (found == NULL || !found->is_of_tasks) return READS_OF_OTHERS;
    if (is_of_main_actor((uintptr_t)address) || is_of_main_actor(value)) return READS_OWN;
    bool is_of_table = is_in_table((uintptr_t)address) || is_in_table(value) || finds_table(address);
    return is_of_table ? READS_VALUES_OF_TASKS : READS_OF_OTHERS;
}

#endif
