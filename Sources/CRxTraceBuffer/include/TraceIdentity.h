// The numbers by which a recording identifies objects.

#ifndef C_TRACE_IDENTITY_H
#define C_TRACE_IDENTITY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "TraceThread.h"

/// The last number that an object can have. The bit above is TRACE_BOUND; together with it, the four numbers after this
/// one would be TRACE_LEFT_OUT and up.
static const uint32_t TRACE_LAST_NUMBER = 0x7ffffffbu;

/// Takes further numbers for the calling thread to give to objects. Returns the first, or 0 if all are used up.
uint32_t rxtrace_more_numbers(void);

/// For tests: all numbers, or generations, up to this one count as used up.
void rxtrace_skip_numbers(uint32_t number);
void rxtrace_skip_generations(uint32_t generation);

/// A number that no other object of the process ever has. 0 if all are used up. A thread takes 64 numbers at once, so
/// that threads seldom contend for the counter.
static inline uint32_t rxtrace_new_number(void) {
    rxtrace_thread *thread = rxtrace_current;
    return thread->last_number != thread->number_limit ? ++thread->last_number : rxtrace_more_numbers();
}

/// In a recording that leaves subscriptions out, the number of an object that belongs to one subscription has the bit
/// TRACE_BOUND. All objects of a subscription that is left out have the number TRACE_LEFT_OUT plus the context.
static const uint32_t TRACE_BOUND = 0x80000000u;
static const uint32_t TRACE_LEFT_OUT = 0xfffffffcu;

/// In place of the number of an object that got none: its calls are left out and counted. It equals TRACE_LEFT_OUT plus
/// TRACE_UNDECIDED, which no left-out subscription has.
static const uint32_t TRACE_UNNUMBERED = 0xfffffffcu;

static inline bool rxtrace_is_left_out(uint32_t node) { return node >= TRACE_LEFT_OUT; }

static inline bool rxtrace_is_bound(uint32_t node) { return __builtin_expect((int32_t)node < 0, 0); }

/// The number of the running recording's current part, its generation. Each part defines anew every object that it
/// mentions. The number grows with each part and each recording.
extern _Atomic(uint32_t) rxtrace_generation;

static inline uint32_t rxtrace_current_generation(void) {
    return atomic_load_explicit(&rxtrace_generation, memory_order_relaxed);
}

// The identity of an object in recordings has 64 bits. Bits 0 to 31 are the object's number. Bit 32 (TRACE_EARLY) says
// that the object was made before the recording began. Bits 33 to 62 are the generation that knows the object. Bit 63
// says that no generation knows the object yet: bits 33 to 62 are then the generation in which it was made.

enum { TRACE_GENERATION_PLACE = 33, TRACE_GENERATION_BITS = 30 };
static const uint64_t TRACE_EARLY = 1ull << 32;

/// The generation that knows an object. Equal to no generation while none knows the object (bit 63).
static inline uint32_t rxtrace_known_generation(uint64_t identity) {
    return (uint32_t)(identity >> TRACE_GENERATION_PLACE);
}

/// Makes the identity of an object that the generation knows.
static inline uint64_t rxtrace_identity(uint32_t generation, bool is_early, uint32_t number) {
    return (uint64_t)generation << TRACE_GENERATION_PLACE | (is_early ? TRACE_EARLY : 0) | number;
}

/// The identity that an object made now begins with: unknown, with the current generation and no number.
extern _Atomic(uint64_t) rxtrace_birth;

static inline uint64_t rxtrace_current_birth(void) { return atomic_load_explicit(&rxtrace_birth, memory_order_relaxed); }

/// Whether the running recording knows an object, or ran when it was made. If not, the object is early in the
/// recording.
bool rxtrace_is_of_recording(uint64_t identity);

/// Begins another part of the running recording. Returns false if all generations are used up.
bool rxtrace_begin_generation(void);

#endif
