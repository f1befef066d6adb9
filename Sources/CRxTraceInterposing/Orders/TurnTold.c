#define _GNU_SOURCE
#include "TurnTold.h"
#include "TurnFiles.h"
#include "TurnNames.h"
#include "TurnRaces.h"
#include "TurnReleases.h"
#include "TurnSlots.h"
#include "TurnState.h"
#include "TurnSteps.h"
#include "TurnVariables.h"

#if HAS_TURNS

#include <dlfcn.h>
#include <string.h>

// Returns how many bytes the function reads or writes, which is asked for in the control's own code.
typedef size_t (*size_of)(const void *memory, uintptr_t count);

static size_t text(const void *memory, uintptr_t count) {
    (void)count;
    return strlen(memory) + 1;
}

static size_t bytes(const void *memory, uintptr_t count) {
    (void)memory;
    return count;
}

// Elements have a word or more each.
static size_t words(const void *memory, uintptr_t count) {
    (void)memory;
    return count > SIZE_MAX / sizeof(uintptr_t) ? SIZE_MAX : count * sizeof(uintptr_t);
}

static size_t nothing(const void *memory, uintptr_t count) {
    (void)memory, (void)count;
    return 0;
}

static bool is_own(const turn_thread *self, uintptr_t address) {
    return address >= self->stack_start && address < self->stack_end && !(turns.sees & SEES_READS);
}

static void touch(const uintptr_t *frame, uintptr_t address, size_of size, uintptr_t count, bool is_write) {
    turn_thread *self = turn_current;
    if (!turn_is_own_code(frame[1]) || !turns_on() || self == NULL || self->is_inside) return;
    if (address == 0 || is_own(self, address)) return;
    self->is_inside = true;
    size_t length = size((const void *)address, count);
    self->is_inside = false;
    if (length == 0) return;
    turn_reach_plain((const void *)address, frame[1], is_write, frame);
    turn_touch_bytes((const void *)address, length, is_write);
    turn_note_plain((const void *)address, length, is_write, frame[1]);
}

// A function of up to four arguments, with what it does with the first and the second.
#define TOLD(name, of_first, first_is_written, of_second, second_is_written)                                  \
    static uintptr_t (*real_##name)(uintptr_t, uintptr_t, uintptr_t, uintptr_t);                              \
    static uintptr_t turned_##name(uintptr_t first, uintptr_t second, uintptr_t third, uintptr_t fourth) {   \
        const uintptr_t *frame = __builtin_frame_address(0);                                                  \
        touch(frame, first, of_first, third, first_is_written);                                               \
        touch(frame, second, of_second, third, second_is_written);                                            \
        __attribute__((musttail)) return real_##name(first, second, third, fourth);                           \
    }

TOLD(memcpy, bytes, true, bytes, false)
TOLD(memmove, bytes, true, bytes, false)
TOLD(memset, bytes, true, nothing, false)
TOLD(memcmp, bytes, false, bytes, false)
TOLD(bcmp, bytes, false, bytes, false)
TOLD(memchr, bytes, false, nothing, false)
TOLD(strlen, text, false, nothing, false)
TOLD(strchr, text, false, nothing, false)
TOLD(strrchr, text, false, nothing, false)
TOLD(strstr, text, false, text, false)
TOLD(strcmp, text, false, text, false)
TOLD(swift_arrayInitWithCopy, words, true, words, false)
TOLD(swift_arrayInitWithTakeNoAlias, words, true, words, true)
TOLD(swift_arrayInitWithTakeFrontToBack, words, true, words, true)
TOLD(swift_arrayInitWithTakeBackToFront, words, true, words, true)
TOLD(swift_arrayAssignWithCopyNoAlias, words, true, words, false)
TOLD(swift_arrayAssignWithCopyFrontToBack, words, true, words, false)
TOLD(swift_arrayAssignWithCopyBackToFront, words, true, words, false)
TOLD(swift_arrayAssignWithTake, words, true, words, true)

// Its first argument says whether a variable has its value. Whoever finds that it has comes behind who made it.
static void (*real_swift_once)(uintptr_t *, void (*)(void *), void *);
static void turned_swift_once(uintptr_t *once, void (*make)(void *), void *context) {
    if (turn_is_own_code((uintptr_t)__builtin_return_address(0))) turn_touch_bytes(once, sizeof *once, true);
    real_swift_once(once, make, context);
    turn_go_through(once, true);
}

static void end_object(uintptr_t object) {
    if (turns_on() && turn_current != NULL && !turn_current->is_inside && !turn_ends_unseen(object)) turn_lose_steps_of_end();
}

// The last that is done to an object, by the code of its own class.
static uintptr_t (*real_swift_deallocClassInstance)(uintptr_t, uintptr_t, uintptr_t, uintptr_t);
static uintptr_t turned_swift_deallocClassInstance(uintptr_t object, uintptr_t size, uintptr_t mask, uintptr_t nothing) {
    end_object(object);
    __attribute__((musttail)) return real_swift_deallocClassInstance(object, size, mask, nothing);
}

static const turn_function functions[] = {
    STANDS_FOR(memcpy), STANDS_FOR(memmove), STANDS_FOR(memset), STANDS_FOR(memcmp), STANDS_FOR(bcmp), STANDS_FOR(memchr),
    STANDS_FOR(strlen), STANDS_FOR(strchr), STANDS_FOR(strrchr), STANDS_FOR(strstr), STANDS_FOR(strcmp), STANDS_FOR(swift_once),
    STANDS_FOR(swift_arrayInitWithCopy), STANDS_FOR(swift_arrayInitWithTakeNoAlias),
    STANDS_FOR(swift_arrayInitWithTakeFrontToBack), STANDS_FOR(swift_arrayInitWithTakeBackToFront),
    STANDS_FOR(swift_arrayAssignWithCopyNoAlias), STANDS_FOR(swift_arrayAssignWithCopyFrontToBack),
    STANDS_FOR(swift_arrayAssignWithCopyBackToFront), STANDS_FOR(swift_arrayAssignWithTake),
    STANDS_FOR(swift_deallocClassInstance)};

void *turn_told_function(const char *name) {
    for (size_t index = 0; index < sizeof functions / sizeof *functions; index++) {
        const turn_function *function = &functions[index];
        if (strcmp(function->name, name) != 0) continue;
        if (*function->real == NULL) *function->real = dlsym(RTLD_DEFAULT, name);
        return *function->real == NULL ? NULL : function->replacement;
    }
    return NULL;
}

// These answer what is the same at any time, or are about the calling thread alone. What waits, reads the clock or writes is in
// the tables of TurnSlots.c.
static const char *const harmless[] = {
    "malloc", "calloc", "realloc", "free", "posix_memalign", "aligned_alloc", "getpid", "getppid", "gettid", "getuid", "geteuid",
    "__errno_location", "__tls_get_addr", "__stack_chk_fail", "__cxa_", "sysconf", "getpagesize", "pthread_self", "pthread_equal",
    "pthread_getspecific", "pthread_setspecific", "pthread_key_create", "pthread_sigmask", "pthread_getattr_np",
    "pthread_attr_", "sigaltstack", "sigemptyset", "sigfillset", "sigaddset", "sigismember", "dl_iterate_phdr", "dladdr", "dlsym",
    "mmap", "munmap", "mprotect", "madvise", "abs", "labs",
    "isatty", "setvbuf", "abort", "exit", "_exit", "quick_exit", "atexit", NULL};

bool turn_is_untold_of_c(uintptr_t function, const char *name) {
    return turn_is_of_c_library(function) && !turn_begins_with_one_of(name, harmless);
}

#endif
