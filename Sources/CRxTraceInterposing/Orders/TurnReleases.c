#define _GNU_SOURCE
#include "TurnReleases.h"
#include "RawCalls.h"
#include "TurnNames.h"
#include "TurnSlots.h"
#include "TurnState.h"
#include "TurnSteps.h"

#if HAS_TURNS

#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <string.h>

enum { RELEASES = 8 };

static const void *release_functions[RELEASES];
static size_t release_count;
static const void *queue_class;   // of Dispatch; NULL if it is not loaded
static bool uses_glibc;           // the program has no allocator of its own

// Functions of the standard library that let go of an object. Others begin with these names that let go of it several times.
static const char *const releases[] = {"swift_release", "swift_bridgeObjectRelease", "swift_unknownObjectRelease", NULL};

bool turn_is_release(const char *name) { return turn_begins_with_one_of(name, releases); }

void turn_note_release(const void *function, const char *name) {
    for (size_t index = 0; releases[index] != NULL; index++) {
        if (strcmp(name, releases[index]) == 0 && release_count < RELEASES) release_functions[release_count++] = function;
    }
    queue_class = dlsym(RTLD_DEFAULT, "$s8Dispatch0A5QueueCN");
    uses_glibc = !turn_has_own_memory();
}

// Kinds of what is on the heap and of no class: variables and values that closures capture, boxes, and errors
// (swift/include/swift/ABI/MetadataKind.def). That of a class is 0.
enum { LOCAL_VARIABLE = 0x400, GENERIC_LOCAL_VARIABLE = 0x500, ERROR_OBJECT = 0x501 };

// The layouts are those of ClassMetadata and of the context descriptors (swift/include/swift/ABI/Metadata.h).
enum { SUPERCLASS = 1, DESCRIPTOR = 5, KIND_OF_CONTEXT = 0x1F, MODULE = 0 };

typedef struct context {
    uint32_t flags;
    int32_t parent;               // from its own address; with the lowest bit set, to a variable that has the address
    int32_t name;
} context;

static const char *name_of_module(const context *inner) {
    while (inner != NULL && (inner->flags & KIND_OF_CONTEXT) != MODULE) {
        uintptr_t parent = (uintptr_t)&inner->parent + (uintptr_t)(intptr_t)(inner->parent & ~1);
        if (inner->parent == 0) return "";
        inner = (inner->parent & 1) != 0 ? *(const context *const *)parent : (const context *)parent;
    }
    return inner == NULL ? "" : (const char *)&inner->name + inner->name;
}

// The end of an object of these modules does nothing that others may see, unless it lets go of other objects or comes to a point.
static bool is_of_quiet_module(const char *name) {
    static const char *const names[] = {"Swift", "RxInstrumented", "RxRelay", "RxCocoa", "RxBlocking"};
    for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
        if (strcmp(name, names[index]) == 0) return true;
    }
    return false;
}

// How the end of an object may show. What the runtime of tasks makes, as for a stream, ends for all that have it: it may call a closure
// of the program's then.
typedef enum end { ENDS_UNSEEN, ENDS_SEEN, ENDS_FOR_TASKS } end;

// Each `DispatchQueue.global()` is an object of its own, whose end does nothing to the queue.
static end end_of(const void *const *metadata) {
    uintptr_t kind = (uintptr_t)metadata[0];
    if (kind == LOCAL_VARIABLE || kind == GENERIC_LOCAL_VARIABLE || kind == ERROR_OBJECT || metadata == queue_class) return ENDS_UNSEEN;
    if (kind != 0) return ENDS_SEEN;
    for (; metadata != NULL; metadata = metadata[SUPERCLASS]) {
        const char *module = metadata[DESCRIPTOR] == NULL ? "" : name_of_module(metadata[DESCRIPTOR]);
        if (!is_of_quiet_module(module)) return strcmp(module, "_Concurrency") == 0 ? ENDS_FOR_TASKS : ENDS_SEEN;
    }
    return ENDS_UNSEEN;
}

// The layout of the word is that of InlineRefCountBits in swift/stdlib/public/SwiftShims/swift/shims/RefCount.h: bits 33 to 62
// count the references but one; bits 1 to 31 the unowned ones, with one for all others. Bits 62 and 63 say that it is no count but
// leads to a table, as that of an object with weak references. Of its four words the third has the counts.
enum { HAS_TABLE = 3, COUNTS_IN_TABLE = 2 };

static bool has_table(uint64_t counts) { return counts >> 62 == HAS_TABLE; }
static bool lives_for_ever(uint64_t counts) { return (uint32_t)counts == UINT32_MAX; }
static bool is_known_to_others(uint64_t counts) { return counts >> 63 == 1 || (uint32_t)counts >> 1 != 1; }

static uint64_t references_but_one(uint64_t counts) {
    uint64_t known = has_table(counts) ? ((const uint64_t *)(uintptr_t)(counts << 3))[COUNTS_IN_TABLE] : counts;
    return known << 1 >> 34;
}

// By metadata; one may take the place of another.
enum { CLASSES = 256 };

static end end_of_object(uintptr_t object) {
    static struct {
        const void *metadata;
        end end;
    } known[CLASSES];
    const void *const *metadata = *(const void *const *const *)object;
    size_t index = ((uintptr_t)metadata >> 4) % CLASSES;
    if (known[index].metadata != metadata) {
        known[index].end = end_of(metadata);
        known[index].metadata = metadata;
    }
    return known[index].end;
}

bool turn_ends_unseen(uintptr_t object) { return end_of_object(object) == ENDS_UNSEEN; }

// The kernel reads the word before it finds that it is asked for nothing it knows.
bool turn_is_readable(uintptr_t address) {
    enum { UNKNOWN = -1, BYTES = 8 };
    return raw_call(SYS_rt_sigprocmask, UNKNOWN, (long)address, 0, BYTES, 0, 0) != -EFAULT;
}

// Before each piece of the heap glibc keeps the size of it with this word; the lowest bits are flags, and the first of them says in
// the next piece that this one is in use (malloc/malloc.c). A number with what an address has left in its upper bytes leads into
// the midst of a piece: to take that for an object would have the order depend on what lies there.
enum { IN_USE = 1, IS_MAPPED = 2, FLAGS_OF_PIECE = 7, SMALLEST_PIECE = 32, BYTES_BEFORE = 16 };

static bool begins_on_heap(uintptr_t address) {
    if (address % BYTES_BEFORE != 0 || !turn_is_readable(address - 8)) return false;
    uintptr_t word = ((const uintptr_t *)address)[-1], size = word & ~(uintptr_t)FLAGS_OF_PIECE;
    if (size < SMALLEST_PIECE || size % BYTES_BEFORE != 0) return false;
    uintptr_t next = address - BYTES_BEFORE + size + 8;
    return (word & IS_MAPPED) != 0 || (next > address && turn_is_readable(next) && (*(const uintptr_t *)next & IN_USE) != 0);
}

size_t turn_bytes_on_heap(uintptr_t address) {
    return uses_glibc && begins_on_heap(address) ? malloc_usable_size((void *)address) : 0;
}

static bool is_like_object(uintptr_t address) {
    if (address < 4096 || !turn_is_readable(address) || !turn_is_readable(address + 8)) return false;
    if (uses_glibc && !begins_on_heap(address)) return false;
    uintptr_t metadata = *(const uintptr_t *)address;
    if (metadata < 4096 || metadata % sizeof(void *) != 0 || !turn_is_readable(metadata)) return false;
    return *(const uintptr_t *)metadata <= 0x7FF;
}

// With the highest bit it is no object, but a small string or one that lives for ever (swift/stdlib/public/core,
// StringObject.swift). Other bits that no address has tell what kind of object it is.
static uintptr_t object_of(uintptr_t word) { return (intptr_t)word <= 0 ? 0 : word & 0x00FFFFFFFFFFFFF8; }

// Objects that references were found to, among what ends.
enum { MOST_FOUND = 256, MOST_BYTES = 1 << 16 };

typedef struct found_object {
    uintptr_t address;
    uint64_t references;
} found_object;

typedef struct found_objects {
    found_object all[MOST_FOUND];
    size_t count, ending;         // the first ones of them have their last references there
} found_objects;

// Notes a reference. Returns false if with it an object ends that others may see ending.
static bool add_reference(found_objects *found, uintptr_t object) {
    size_t index = 0;
    while (index < found->count && found->all[index].address != object) index++;
    if (index == found->count) {
        if (!is_like_object(object)) return true;
        if (found->count == MOST_FOUND) return false;
        found->all[found->count++] = (found_object){object, 0};
    }
    uint64_t counts = ((const uint64_t *)object)[1];
    if (index < found->ending || lives_for_ever(counts)) return true;
    uint64_t references = ++found->all[index].references;
    if (references_but_one(counts) >= references) return true;
    if (is_known_to_others(counts) || !turn_ends_unseen(object)) return false;
    found_object ending = found->all[index];
    found->all[index] = found->all[found->ending];
    found->all[found->ending++] = ending;
    return true;
}

static bool is_on_stack(uintptr_t address) {
    return turn_current != NULL && address >= turn_current->stack_start && address < turn_current->stack_end;
}

// What looks like a reference counts as one: that makes a point more, never one less.
static bool end_of_all_is_unseen(uintptr_t object) {
    found_objects found;
    found.count = found.ending = 0;
    // One on a stack is no piece of the heap, but ends all the same.
    if (is_on_stack(object) || !add_reference(&found, object)) return false;
    for (size_t next = 0; next < found.ending; next++) {
        uintptr_t ending = found.all[next].address;
        size_t size = malloc_usable_size((void *)ending);
        if (size > MOST_BYTES || !turn_is_readable(ending + size - sizeof(uintptr_t))) return false;
        for (uintptr_t word = ending + 2 * sizeof(uintptr_t); word + sizeof(uintptr_t) <= ending + size; word += sizeof(uintptr_t)) {
            uintptr_t held = object_of(*(const uintptr_t *)word);
            if (held != 0 && !add_reference(&found, held)) return false;
        }
    }
    return true;
}

void turn_touch_end_for_tasks(void) {
    static const char ends;
    turn_touch_task(&ends);
}

void turn_touch_released(uintptr_t word) {
    uintptr_t object = object_of(word);
    end end = object == 0 ? ENDS_UNSEEN : end_of_object(object);
    if (end != ENDS_UNSEEN) turn_touch((const void *)object, true);
    if (end == ENDS_FOR_TASKS) turn_touch_end_for_tasks();
}

bool turn_is_release_function(const void *function) {
    for (size_t index = 0; index < release_count; index++) {
        if (release_functions[index] == function) return true;
    }
    return false;
}

bool turn_is_quiet_release(const void *function, uintptr_t word) {
    for (size_t index = 0; index < release_count; index++) {
        if (release_functions[index] != function) continue;
        uintptr_t object = object_of(word);
        return object == 0 || end_of_all_is_unseen(object);
    }
    return false;
}

#endif
