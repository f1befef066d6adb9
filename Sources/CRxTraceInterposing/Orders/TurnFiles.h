// The files that are loaded beside the program's own.

#ifndef C_TURN_FILES_H
#define C_TURN_FILES_H

#include "Turns.h"

#if HAS_TURNS

/// Finds where the files lie that are loaded now.
void turn_find_files(void);

/// Whether an address lies in a file whose functions do nothing that others may see: the standard library's, and the C library's.
bool turn_is_of_quiet_file(uintptr_t address);

/// Whether an address lies in a file that is loaded.
bool turn_is_of_a_file(uintptr_t address);

/// Whether an address lies in the C library.
bool turn_is_of_c_library(uintptr_t address);

/// Whether the word at an address may be a function or class of another file than the program's and the quiet ones, or a class that
/// inherits from such a class: it is read to call a function or method of it, which no slot shows. Not so for Foundation's locks, whose
/// methods tell themselves what they do.
bool turn_reads_class_of_others(const volatile void *address);

#endif

#endif
