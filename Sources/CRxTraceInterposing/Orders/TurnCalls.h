// Calls of the program's into libraries, which do not tell what they read and write: Foundation, Dispatch and so on.

#ifndef C_TURN_CALLS_H
#define C_TURN_CALLS_H

#include "Turns.h"

#if HAS_TURNS

/// What to put into a slot for a function of a library, so that a point that is owed comes before each call of it. NULL for one
/// that does nothing which others may see: of the C library (docs/orders.md tells of files), and most of the standard library's,
/// which work on values that the program reads or hands on to be changed, and so tells of. To let go of an object shows if it was
/// the last reference.
void *turn_seen_call(void *function, const char *name);

/// Makes what `turn_seen_call` answered since the last time fit to be called.
void turn_seal_calls(void);

/// Whether what a library's file has at an address never changes: a quality of service of Dispatch, flags of its work items, or the
/// metadata of a type.
bool turn_is_known_value(const volatile void *address);

/// Whether all such calls are seen.
bool turn_sees_calls(void);

#endif

#endif
