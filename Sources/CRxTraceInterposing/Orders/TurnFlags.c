#define _GNU_SOURCE
#include "TurnFlags.h"
#include "TurnNames.h"

#if HAS_TURNS

enum { FUNCTIONS = 128 };

static const void *functions[FUNCTIONS];
static size_t count;

// What these do has points of its own: locks, or functions of Dispatch's in C (TurnDispatch.c).
static const char *const own[] = {"$s8Dispatch", "dispatch_", "$s10Foundation9Operation", NULL};

// `Thread.current.isCancelled`: what it answers is asked through the class's table, and so cannot be seen by itself.
static const char *const current_thread[] = {"$s10Foundation6ThreadC7current", NULL};

bool turn_is_of_flag(const char *name) {
    if (turn_begins_with_one_of(name, own)) return false;
    if (turn_begins_with_one_of(name, current_thread)) return true;
    // `cancel`, `isCancelled`, `withTaskCancellationHandler`, but no function of the error that is thrown.
    return strstr(name, "ancel") != NULL && strstr(name, "CancellationError") == NULL;
}

bool turn_note_flag(const void *function) {
    if (turn_has_flag(function)) return true;
    if (count == FUNCTIONS) return false;
    functions[count++] = function;
    return true;
}

bool turn_has_flag(const void *function) {
    for (size_t index = 0; index < count; index++) {
        if (functions[index] == function) return true;
    }
    return false;
}

#endif
