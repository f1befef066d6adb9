// Objects that a thread makes while it owes a point. Until it hands on work, nobody else knows them: what it does to them is not seen.

#define _GNU_SOURCE
#include "TurnObjects.h"
#include "TurnOwed.h"
#include "TurnRaces.h"
#include "TurnReleases.h"
#include "TurnSlots.h"
#include "TurnState.h"
#include "TurnSteps.h"

#if HAS_TURNS

#include <link.h>

REAL(void *, swift_allocObject, const void *, size_t, size_t);

static void *turned_swift_allocObject(const void *metadata, size_t size, size_t alignment) {
    void *object = real_swift_allocObject(metadata, size, alignment);
    turn_thread *self = turn_current;
    turn_forget_plain(object, size);
    if (turn_is_owed && self != NULL) {
        self->own_objects[self->own_count++ % OWN_OBJECTS] = (turn_memory){(uintptr_t)object, (uintptr_t)object + size};
    }
    return object;
}

#define SWIFT_CALL __attribute__((swiftcall))

static SWIFT_CALL void *(*real_swift_task_alloc)(size_t);

// What an asynchronous function has for itself.
static SWIFT_CALL void *turned_swift_task_alloc(size_t size) {
    void *memory = real_swift_task_alloc(size);
    turn_forget_plain(memory, size);
    return memory;
}

REAL(void, swift_beginAccess, void *, void *, uintptr_t, void *);

// What no other call tells of is read and changed so, too: the library's variables, and values that are copied as a whole. What the
// compiler tells of, it tells more exactly.
static void turned_swift_beginAccess(void *variable, void *buffer, uintptr_t flags, void *place) {
    enum { MODIFIES = 1 };
    if (turn_is_noted()) turn_begin_access(variable, sizeof(void *), (flags & MODIFIES) != 0, __builtin_frame_address(0));
    real_swift_beginAccess(variable, buffer, flags, place == NULL ? __builtin_return_address(0) : place);
}

bool turn_is_own_object(const turn_thread *self, uintptr_t address, size_t size) {
    size_t count = self->own_count < OWN_OBJECTS ? self->own_count : OWN_OBJECTS;
    for (size_t index = 0; index < count; index++) {
        turn_memory own = self->own_objects[index];
        if (address >= own.start && address < own.end && size <= own.end - address) return true;
    }
    return false;
}

bool turn_is_own_group(const turn_thread *self, uintptr_t address) {
    if (self->group == NULL || address % sizeof(void *) != 0) return false;
    return *(const void *const *)address == self->group;
}

static int is_code_of_file(struct dl_phdr_info *info, size_t size, void *address) {
    (void)size;
    return turn_is_within(info, *(const uintptr_t *)address, PF_X);
}

static bool is_code(uintptr_t address) { return dl_iterate_phdr(is_code_of_file, &address) != 0; }

// What an asynchronous function has of its own begins with the same of its caller, and with where the caller goes on (AsyncContext in
// swift/include/swift/ABI/Task.h). In the place of the latter an object has its counts, which are no address of code.
typedef struct async_context {
    const struct async_context *caller;
    uintptr_t goes_on;
} async_context;

static bool is_readable(const async_context *context) {
    uintptr_t address = (uintptr_t)context;
    return address != 0 && address % sizeof address == 0 && turn_is_readable(address) && turn_is_readable(address + sizeof address);
}

static bool is_context(const async_context *context) {
    return is_readable(context) && is_code(context->goes_on) && is_readable(context->caller) && is_code(context->caller->goes_on);
}

bool turn_is_of_return(uintptr_t address, size_t size) {
    if (size != sizeof(uintptr_t) || address % size != 0) return false;
    return is_context(*(const async_context *const *)address) || is_context((const async_context *)(address - size));
}

const turn_function turn_object_functions[] = {
    STANDS_FOR(swift_allocObject), STANDS_FOR(swift_task_alloc), STANDS_FOR(swift_beginAccess), {NULL, NULL, NULL}};

#endif
