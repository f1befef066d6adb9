// The numbers of objects: which object a recording speaks of.

#ifndef C_TRACE_IDENTITY_H
#define C_TRACE_IDENTITY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "TraceThread.h"

/// The last number that an object can have: the bit above says something else, and with it the four numbers behind this one
/// would be those of what is left out (TRACE_LEFT_OUT).
static const uint32_t TRACE_LAST_NUMBER = 0x7ffffffbu;

/// More numbers for the calling thread to give to objects. Returns one, or 0 where there are no more.
uint32_t rxtrace_more_numbers(void);

/// For tests: all numbers up to one are gone; the same for generations.
void rxtrace_skip_numbers(uint32_t number);
void rxtrace_skip_generations(uint32_t generation);

/// A number for an object that no other one has, had or will have; 0 where there are no more. Threads take them by the dozen: one counter that all
/// of them changed for each object would be waited for.
static inline uint32_t rxtrace_new_number(void) {
    rxtrace_thread *thread = rxtrace_current;
    return thread->last_number != thread->number_limit ? ++thread->last_number : rxtrace_more_numbers();
}

/// The numbers of objects that belong to one subscription have the highest bit set in such a recording. Those of a
/// subscription that is left out are not told apart: their number is TRACE_LEFT_OUT and the context.
static const uint32_t TRACE_BOUND = 0x80000000u;
static const uint32_t TRACE_LEFT_OUT = 0xfffffffcu;

/// Likewise, in place of the number of an object that there was none for: its calls are left out and counted. As a context
/// it would be TRACE_UNDECIDED, which leaves nothing out.
static const uint32_t TRACE_UNNUMBERED = 0xfffffffcu;

static inline bool rxtrace_is_left_out(uint32_t node) { return node >= TRACE_LEFT_OUT; }

static inline bool rxtrace_is_bound(uint32_t node) { return __builtin_expect((int32_t)node < 0, 0); }

/// The number of the running recording's part. Each part is told anew of every object it meets. The number grows from
/// one recording to the next, too.
extern _Atomic(uint32_t) rxtrace_generation;

static inline uint32_t rxtrace_current_generation(void) {
    return atomic_load_explicit(&rxtrace_generation, memory_order_relaxed);
}

// The identity of an object in recordings, in 64 bits. The lower half is the object's number. The bit above it says
// whether the object was made before the recording that knows it began. The next 30 bits are the generation that knows
// the object. The highest bit says that none does yet: the generation is then the one in which the object was made.

enum { TRACE_GENERATION_PLACE = 33, TRACE_GENERATION_BITS = 30 };
static const uint64_t TRACE_EARLY = 1ull << 32;

/// The generation that knows an object; no generation at all for one that none knows.
static inline uint32_t rxtrace_known_generation(uint64_t identity) {
    return (uint32_t)(identity >> TRACE_GENERATION_PLACE);
}

/// The identity of an object that the recording knows from now on.
static inline uint64_t rxtrace_identity(uint32_t generation, bool is_early, uint32_t number) {
    return (uint64_t)generation << TRACE_GENERATION_PLACE | (is_early ? TRACE_EARLY : 0) | number;
}

/// The identity that an object made now begins with.
extern _Atomic(uint64_t) rxtrace_birth;

static inline uint64_t rxtrace_current_birth(void) { return atomic_load_explicit(&rxtrace_birth, memory_order_relaxed); }

/// Whether the running recording knows an object, or has seen it being made. One that it has not is early in it.
bool rxtrace_is_of_recording(uint64_t identity);

/// Begins another part of the running recording. Returns false where it cannot: there are no more generations.
bool rxtrace_begin_generation(void);

#endif
