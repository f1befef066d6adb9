// Randomness and processors: what else would make two runs of the same order differ.

#ifndef C_TURN_PROCESS_H
#define C_TURN_PROCESS_H

#include "Turns.h"

#if HAS_TURNS

#include <sched.h>
#include <sys/types.h>

/// Fills the bytes with pseudorandom numbers that are the same in each run. Returns `count`.
ssize_t turn_draw_bytes(void *bytes, size_t count);

/// Binds the process to one processor, which makes switches cheap.
void turn_stay_on_processor(void);

/// Writes the set of processors that the program sees, of `size` bytes. Returns 0.
int turn_fill_processors(size_t size, cpu_set_t *processors);

#endif

#endif
