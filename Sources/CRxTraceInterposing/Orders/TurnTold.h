// Functions of the C library and the standard library of which it is known what they read and write, in the memory that the program
// hands them.

#ifndef C_TURN_TOLD_H
#define C_TURN_TOLD_H

#include "Turns.h"

#if HAS_TURNS

/// The function that stands in front of such a function in the program's files; NULL for any other.
void *turn_told_function(const char *name);

/// Whether a function of the C library may do more than to answer a value, or to serve the calling thread.
bool turn_is_untold_of_c(uintptr_t function, const char *name);

#endif

#endif
