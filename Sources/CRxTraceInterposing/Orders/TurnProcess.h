// What else would make two runs of one order differ.

#ifndef C_TURN_PROCESS_H
#define C_TURN_PROCESS_H

#include "Turns.h"

#if HAS_TURNS

#include <sched.h>
#include <sys/types.h>

/// Fills the bytes with numbers that are the same in each run. Returns how many there are.
ssize_t turn_draw_bytes(void *bytes, size_t count);

/// Has all of the process's threads run on one processor, after its number of them is fixed: a switch then costs little.
void turn_stay_on_processor(void);

/// The processors that there are to be seen, in a set of so many bytes. Returns 0.
int turn_fill_processors(size_t size, cpu_set_t *processors);

#endif

#endif
