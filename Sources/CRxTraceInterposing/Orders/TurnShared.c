#define _GNU_SOURCE
#include "TurnShared.h"
#include "TurnNames.h"

#if HAS_TURNS

enum { FUNCTIONS = 128 };

static struct {
    const void *function;
    rxtrace_turn_kind kind;
} uses[FUNCTIONS];
static size_t count;

// What these do has points of its own: locks, or functions of Dispatch's in C (TurnDispatch.c).
static const char *const own[] = {"$s8Dispatch", "dispatch_", "$s10Foundation9Operation", NULL};

// `Thread.current.isCancelled`: what it answers is asked through the class's table, and so cannot be seen by itself.
static const char *const current_thread[] = {"$s10Foundation6ThreadC7current", NULL};

// `NotificationCenter.default` only answers the center.
static bool uses_notifications(const char *name) {
    return strstr(name, "18NotificationCenterC") != NULL && strstr(name, "7defaultACvgZ") == NULL;
}

rxtrace_turn_kind turn_kind_of_use(const char *name) {
    if (turn_begins_with_one_of(name, own)) return TURN_KINDS;
    if (turn_begins_with_one_of(name, current_thread)) return TURN_FLAG;
    if (uses_notifications(name)) return TURN_SHARED;
    // `cancel`, `isCancelled`, `withTaskCancellationHandler`, but no function of the error that is thrown.
    return strstr(name, "ancel") != NULL && strstr(name, "CancellationError") == NULL ? TURN_FLAG : TURN_KINDS;
}

bool turn_note_use(const void *function, rxtrace_turn_kind kind) {
    if (turn_kind_before(function) != TURN_KINDS) return true;
    if (count == FUNCTIONS) return false;
    uses[count].function = function;
    uses[count++].kind = kind;
    return true;
}

rxtrace_turn_kind turn_kind_before(const void *function) {
    for (size_t index = 0; index < count; index++) {
        if (uses[index].function == function) return uses[index].kind;
    }
    return TURN_KINDS;
}

#endif
