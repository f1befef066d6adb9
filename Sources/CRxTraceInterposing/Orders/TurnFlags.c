#define _GNU_SOURCE
#include "TurnFlags.h"

#if HAS_TURNS

#include <string.h>

enum { FUNCTIONS = 128 };

static const void *functions[FUNCTIONS];
static size_t count;

// What these do has points of its own: locks, or functions of Dispatch's in C (TurnDispatch.c).
static const char *const own[] = {"$s8Dispatch", "dispatch_", "$s10Foundation9Operation"};

// `Thread.current.isCancelled`: what it answers is asked through the class's table, and so cannot be seen by itself.
static const char current_thread[] = "$s10Foundation6ThreadC7current";

#define LENGTH(array) (sizeof(array) / sizeof *(array))

bool turn_is_of_flag(const char *name) {
    for (size_t index = 0; index < LENGTH(own); index++) {
        if (strncmp(name, own[index], strlen(own[index])) == 0) return false;
    }
    if (strncmp(name, current_thread, sizeof current_thread - 1) == 0) return true;
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
