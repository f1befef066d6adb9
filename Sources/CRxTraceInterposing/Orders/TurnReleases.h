// Objects that the program lets go of while a thread owes a point.

#ifndef C_TURN_RELEASES_H
#define C_TURN_RELEASES_H

#include "Turns.h"

#if HAS_TURNS

/// Whether a function with the name lets go of an object, once or several times.
bool turn_is_release(const char *name);

/// Notes that a function of the runtime, which lets go of an object, is called through a slot.
void turn_note_release(const void *function, const char *name);

/// Whether a function is one of those.
bool turn_is_release_function(const void *function);

/// Whether the end of an object does nothing that others may see, unless it lets go of other objects or comes to a point.
bool turn_ends_unseen(uintptr_t object);

/// A function that lets go of an object is called, as a piece of code has seen it. How many references there are to one that may show its
/// end, all touch that let go of it.
void turn_touch_released(uintptr_t word);

/// The same for what the runtime of tasks makes, by functions of its own: which object it is, they do not tell.
void turn_touch_end_for_tasks(void);

/// Whether a word can be read at an address.
bool turn_is_readable(uintptr_t address);

/// The size of the piece of the heap that begins at an address, in bytes; 0 if none does, or if the program has an allocator of its own.
size_t turn_bytes_on_heap(uintptr_t address);

/// Whether a function is one of those, and its call shows nothing to others: it lets go of no last reference, or of one to what
/// ends unseen, with all that ends with it. Such are what closures capture, the standard library's storage, and this library's
/// objects, which come to points of their own where their end does something. Other objects' ends show: to weak and unowned
/// references, and by what a `deinit` does.
bool turn_is_quiet_release(const void *function, uintptr_t object);

#endif

#endif
