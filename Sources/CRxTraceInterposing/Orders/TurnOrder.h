// Which of the threads that can go on does.

#ifndef C_TURN_ORDER_H
#define C_TURN_ORDER_H

#include "Turns.h"

#if HAS_TURNS

/// Reads the order that is asked for: `list:` and the turns that do not go as usual, each as how many go as usual before it
/// and a letter for the choice, such as `list:3.12b.0`; `random:SEED`; or `depth:SEED:DEPTH:LENGTH`, where threads have
/// priorities by chance, which change at so many turns of so many.
void turn_read_order(const char *text);

/// The index of the thread that goes on, of so many; 0 is the usual one.
size_t turn_choose(turn_thread *const *threads, size_t count);

/// How many turns were asked for that have not come.
uint32_t turn_wanted_left(void);

#endif

#endif
