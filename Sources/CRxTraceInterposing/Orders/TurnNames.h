// Names of functions and files.

#ifndef C_TURN_NAMES_H
#define C_TURN_NAMES_H

#include <stdbool.h>
#include <string.h>

/// Whether a text begins with one of the others, behind the last of which is NULL.
static inline bool turn_begins_with_one_of(const char *text, const char *const *beginnings) {
    for (; *beginnings != NULL; beginnings++) {
        if (strncmp(text, *beginnings, strlen(*beginnings)) == 0) return true;
    }
    return false;
}

#endif
