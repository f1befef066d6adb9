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

/// What is read with a word: nothing of others; the table of functions by which values of a type of the runtime of tasks are copied and
/// end; or what may be a function or class of another file than the program's and the quiet ones, or a class that inherits from such a
/// class. It is read to call a function or method of it, which no slot shows. Not so for Foundation's locks, whose methods tell
/// themselves what they do, nor for the main actor; and of operations and their queues, a method may be about these alone.
typedef enum turn_read { READS_OWN, READS_OPERATIONS, READS_VALUES_OF_TASKS, READS_OF_OTHERS } turn_read;

turn_read turn_read_at(const volatile void *address);

#endif

#endif
