// What libraries keep for all threads without a lock that is seen: whether a task or a thread is cancelled, and who observes
// notifications.

#ifndef C_TURN_SHARED_H
#define C_TURN_SHARED_H

#include "Turns.h"

#if HAS_TURNS

/// The kind of the point before each call of a function with the name. TURN_KINDS for none: it neither reads nor changes what threads
/// share, or comes to points by itself.
rxtrace_turn_kind turn_kind_of_use(const char *name);

/// Notes the address of a function before which there is a point. Returns false if there is no room for it.
bool turn_note_use(const void *function, rxtrace_turn_kind kind);

/// The kind that was noted for a function; TURN_KINDS for none.
rxtrace_turn_kind turn_kind_before(const void *function);

#endif

#endif
