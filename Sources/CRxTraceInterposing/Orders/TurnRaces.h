// Races: two threads read and write the same plain memory, and nothing decides which of them does so first.
//
// A read or write of plain memory is no switching point, unless it takes part in a race. Which do, a run finds out; the orders are run
// anew then, with a point before each of them, known by where in the program's code it stands.

#ifndef C_TURN_RACES_H
#define C_TURN_RACES_H

#include "Turns.h"

#if HAS_TURNS

/// Makes room for what is known of the program's threads and memory. To be called before the process has threads.
void turn_begin_races(void);

/// The calling thread comes behind all that has led to what is known by an address; and leads there, with all that it has done so far.
void turn_come_behind(const volatile void *what);
void turn_lead_to(const volatile void *what);

/// Both, as by what only one thread at a time is at: who is next comes behind. Who only reads leads to nobody.
static inline void turn_go_through(const volatile void *what, bool is_write) {
    turn_come_behind(what);
    if (is_write) turn_lead_to(what);
}

/// The calling thread has made another one, or wakes it, which comes behind.
void turn_lead_thread(const turn_thread *woken);

/// A part of the calling thread ends: who waits for an end comes behind, and so does who is next on its queue or actor.
void turn_end_part(void);

/// The calling thread has waited for the end of what others do.
void turn_come_behind_ends(void);

/// The program's code reads or writes plain memory, by an instruction before an address.
void turn_note_plain(const volatile void *start, size_t size, bool is_write, uintptr_t code);

/// The program, or the library, begins to read or write a variable. Unless the compiler tells of that more exactly before the next one
/// begins or the step ends, it counts as a whole.
void turn_begin_access(const volatile void *variable, size_t size, bool is_write, const uintptr_t *frame);

/// The compiler has told of a read or write.
void turn_note_told(const volatile void *start, bool is_write);

/// The step under way ends.
void turn_end_access(void);

/// A thread has the memory for itself from now on: who used it before had other memory.
void turn_forget_plain(const void *start, size_t size);

/// Stops before an instruction, which stands before an address in the program's code, if it takes part in a race.
void turn_reach_plain(const volatile void *start, uintptr_t code, bool is_write, const uintptr_t *frame);

/// Reads which instructions an order has points before. Returns what follows.
const char *turn_read_races(const char *text);

#endif

#endif
