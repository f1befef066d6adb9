// Choosing one of the threads that can go on.

#ifndef C_TURN_ORDER_H
#define C_TURN_ORDER_H

#include "Turns.h"

#if HAS_TURNS

/// Reads the requested order.
///
/// - `list:3.12b.0` lists the turns that do not take the usual thread. Each entry says how many usual turns come before
///   it, and by a letter which thread it takes: none or `a` for the first after the usual one, `b` for the second.
/// - `random:SEED` takes any thread at random.
/// - `depth:SEED:DEPTH:LENGTH` gives threads random priorities, which change at DEPTH of the first LENGTH turns.
///
/// With `each-` before it, each read of the program's is one that others may change; with `begins-`, `ends-` and `drops-` behind that,
/// they see when an operation begins, ends and leaves its queue, and with `parts-` when the next of several things is disposed
/// (TurnVariables.h).
void turn_read_order(const char *text);

/// The index of the thread that goes on. 0 is the usual one.
size_t turn_choose(turn_thread *const *threads, size_t count);

/// How many entries of the list have not come yet.
uint32_t turn_wanted_left(void);

#endif

#endif
