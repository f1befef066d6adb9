#include "TraceState.h"

_Atomic(uint32_t) trace_generation;
_Atomic(uint64_t) trace_birth = 1ull << 63;

// The first generation of the running recording.
static _Atomic(uint32_t) first_generation;

static const uint32_t GENERATIONS = (1u << TRACE_GENERATION_BITS) - 1;

uint32_t trace_next_generation(void) {
    uint32_t generation = (trace_current_generation() + 1) & GENERATIONS;
    if (generation == 0) generation = 1;
    atomic_store_explicit(
        &trace_birth, 1ull << 63 | (uint64_t)generation << TRACE_GENERATION_PLACE, memory_order_relaxed);
    atomic_store_explicit(&trace_generation, generation, memory_order_relaxed);
    return generation;
}

void trace_begin_recording(void) {
    atomic_store_explicit(&first_generation, trace_next_generation(), memory_order_relaxed);
}

bool trace_is_of_recording(uint64_t identity) {
    uint32_t first = atomic_load_explicit(&first_generation, memory_order_relaxed);
    return (trace_known_generation(identity) & GENERATIONS) >= first;
}

void trace_begin_generation(void) {
    pthread_mutex_lock(&trace_shared.lock);
    trace_next_generation();
    pthread_mutex_unlock(&trace_shared.lock);
}

uint32_t trace_more_numbers(void) {
    enum { AT_ONCE = 64 };
    static _Atomic(uint32_t) last_number;
    trace_thread *thread = trace_current;
    // What all threads have that record nothing yet is nobody's to change.
    uint32_t count = thread == &trace_no_thread ? 1 : AT_ONCE;
    uint32_t before = atomic_fetch_add_explicit(&last_number, count, memory_order_relaxed);
    if (thread != &trace_no_thread) {
        thread->last_number = before + 1;
        thread->number_limit = before + count;
    }
    return before + 1;
}
