#include "CRxTraceDeallocation.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#if defined(__APPLE__) || defined(__BIG_ENDIAN__) || (defined(__has_feature) && __has_feature(ptrauth_calls))                  \
    || !__has_attribute(swiftcall)

rxtrace_deallocation_status rxtrace_deallocation_observe_class(const void *object, rxtrace_deallocation_begin begin, rxtrace_deallocation_end end) {
    (void)object, (void)begin, (void)end;
    return DEALLOCATION_UNSUPPORTED_PLATFORM;
}

#else

typedef __attribute__((swiftcall)) void (*deinit_function)(__attribute__((swift_context)) void *object);

/// A class and its original deinit. Classes are never removed: their metadata lives as long as the process.
typedef struct replaced_class {
    _Atomic(const void *) class;
    deinit_function original;
} replaced_class;

/// A hash table of classes by address, with open addressing. Read without a lock. An outgrown table is kept, because
/// another thread may still be reading it.
typedef struct class_table {
    struct class_table *smaller;
    size_t mask;
    replaced_class classes[];
} class_table;

enum { FIRST_CAPACITY = 64 };
// Metadata of other types than classes begin with a number up to this (MetadataValues.h, LastEnumeratedMetadataKind).
enum { LAST_OTHER_KIND = 0x7ff };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(class_table *) all_classes;
static size_t class_count;  // an upper bound: includes repeated attempts
static rxtrace_deallocation_begin object_begins;
static rxtrace_deallocation_end object_ends;

static replaced_class *find(class_table *table, const void *class) {
    size_t index = (uintptr_t)class >> 4;
    while (true) {
        replaced_class *place = &table->classes[index++ & table->mask];
        const void *found = atomic_load_explicit(&place->class, memory_order_acquire);
        if (found == class || found == NULL) return place;
    }
}

static void put(class_table *table, const void *class, deinit_function original) {
    replaced_class *place = find(table, class);
    if (atomic_load_explicit(&place->class, memory_order_relaxed) == class) return;
    place->original = original;
    atomic_store_explicit(&place->class, class, memory_order_release);
}

/// Under the lock: makes room for one more class.
static bool reserve(void) {
    class_table *table = atomic_load_explicit(&all_classes, memory_order_relaxed);
    size_t capacity = table == NULL ? FIRST_CAPACITY : table->mask + 1;
    if (table != NULL) {
        if (class_count < capacity / 2) return true;
        capacity *= 2;
    }
    class_table *larger = calloc(1, sizeof *larger + capacity * sizeof larger->classes[0]);
    if (larger == NULL) return false;
    larger->smaller = table;
    larger->mask = capacity - 1;
    for (size_t index = 0; table != NULL && index <= table->mask; index++) {
        const void *class = atomic_load_explicit(&table->classes[index].class, memory_order_relaxed);
        if (class != NULL) put(larger, class, table->classes[index].original);
    }
    atomic_store_explicit(&all_classes, larger, memory_order_release);
    return true;
}

static deinit_function original_of(const void *class) {
    // The table was published before the pointer that led here, which the runtime reads without ordering.
    atomic_thread_fence(memory_order_acquire);
    return find(atomic_load_explicit(&all_classes, memory_order_acquire), class)->original;
}

/// Replaces the deallocating deinit of each observed class.
__attribute__((swiftcall)) static void observed_deinit(__attribute__((swift_context)) void *object) {
    deinit_function original = original_of(*(const void **)object);
    void *watch = object_begins(object);
    original(object);
    if (watch != NULL) object_ends(watch);
}

rxtrace_deallocation_status rxtrace_deallocation_observe_class(const void *object, rxtrace_deallocation_begin begin, rxtrace_deallocation_end end) {
    void **class = *(void ***)(uintptr_t)object;
    uintptr_t kind = (uintptr_t)class[0];
    void **place = class - 2;
    if (kind != 0 && kind <= LAST_OTHER_KIND) return DEALLOCATION_NOT_A_CLASS;

    rxtrace_deallocation_status status = DEALLOCATION_OBSERVED;
    pthread_mutex_lock(&lock);
    void *current = __atomic_load_n(place, __ATOMIC_RELAXED);
    if (current == NULL) {
        status = DEALLOCATION_NOT_A_CLASS;
    } else if (current != (void *)observed_deinit) {
        // Set once, before the first table is published: whoever calls these has read a table.
        if (object_begins == NULL) {
            object_begins = begin;
            object_ends = end;
        }
        if (!reserve()) {
            status = DEALLOCATION_OUT_OF_MEMORY;
        } else {
            // The original is published before the replacement can be called.
            put(atomic_load_explicit(&all_classes, memory_order_relaxed), class, (deinit_function)current);
            class_count++;
            if (!rxtrace_deallocation_write_pointer(place, (void *)observed_deinit)) status = DEALLOCATION_PROTECTED_MEMORY;
        }
    }
    pthread_mutex_unlock(&lock);
    return status;
}

#endif

bool swift_isDeallocating(void *object);

bool rxtrace_deallocation_has_begun(const void *object) { return swift_isDeallocating((void *)(uintptr_t)object); }
