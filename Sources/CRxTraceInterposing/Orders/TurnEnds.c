#define _GNU_SOURCE
#include "TurnReleases.h"
#include "TurnState.h"

#if HAS_TURNS

#include <dlfcn.h>

// The standard library lets tools stand in front of the functions by which objects are held and let go of
// (swift/stdlib/public/runtime/HeapObject.cpp).
static void *(*hold)(void *);
static void *(*hold_several)(void *, uint32_t);
static void (*let_go)(void *);
static void (*let_go_of_several)(void *, uint32_t);

static bool begin_end(void *object, uint32_t count) {
    turn_thread *self = turn_current;
    if (self == NULL || self->is_inside || !turn_is_last_reference((uintptr_t)object, count)) return false;
    self->ending++;
    return true;
}

static void turned_let_go(void *object) {
    bool ends = begin_end(object, 1);
    let_go(object);
    if (ends) turn_current->ending--;
}

static void turned_let_go_of_several(void *object, uint32_t count) {
    bool ends = begin_end(object, count);
    let_go_of_several(object, count);
    if (ends) turn_current->ending--;
}

// What is held may be the second half of a short string. Its highest byte tells that, and where tools stand in front of the function,
// that byte is lost. Then the letters of a string seem to be an address: one that can be read at no time.
enum { PAGE_BITS = 12, PAGES = 1 << 12, ADDRESS_BITS = 47 };

static bool may_be_object(uintptr_t address) {
    static _Atomic(uintptr_t) readable[PAGES];
    uintptr_t page = address >> PAGE_BITS;
    if (page == 0 || address >> ADDRESS_BITS != 0) return false;
    if (readable[page % PAGES] == page) return true;
    if (!turn_is_readable(address) || !turn_is_readable(address + sizeof address)) return false;
    readable[page % PAGES] = page;
    return true;
}

static void *turned_hold(void *object) { return may_be_object((uintptr_t)object) ? hold(object) : object; }

static void *turned_hold_several(void *object, uint32_t count) {
    return may_be_object((uintptr_t)object) ? hold_several(object, count) : object;
}

bool turn_watch_ends(void) {
    _Atomic(bool) *asks = dlsym(RTLD_DEFAULT, "_swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly");
    void *(**holds)(void *) = dlsym(RTLD_DEFAULT, "_swift_retain");
    void *(**holds_several)(void *, uint32_t) = dlsym(RTLD_DEFAULT, "_swift_retain_n");
    void (**lets_go)(void *) = dlsym(RTLD_DEFAULT, "_swift_release");
    void (**lets_go_of_several)(void *, uint32_t) = dlsym(RTLD_DEFAULT, "_swift_release_n");
    if (asks == NULL || holds == NULL || holds_several == NULL || lets_go == NULL || lets_go_of_several == NULL) return false;
    hold = *holds;
    hold_several = *holds_several;
    let_go = *lets_go;
    let_go_of_several = *lets_go_of_several;
    *holds = turned_hold;
    *holds_several = turned_hold_several;
    *lets_go = turned_let_go;
    *lets_go_of_several = turned_let_go_of_several;
    *asks = true;
    return true;
}

#endif
