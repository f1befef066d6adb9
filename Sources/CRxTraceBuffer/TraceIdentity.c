#include "TraceState.h"

_Atomic(uint32_t) rxtrace_generation;
_Atomic(uint64_t) rxtrace_birth = 1ull << 63;

// The first generation of the running recording.
static _Atomic(uint32_t) first_generation;

static const uint32_t GENERATIONS = (1u << TRACE_GENERATION_BITS) - 1;

uint32_t rxtrace_next_generation(void) {
    uint32_t generation = (rxtrace_current_generation() + 1) & GENERATIONS;
    if (generation == 0) generation = 1;
    atomic_store_explicit(
        &rxtrace_birth, 1ull << 63 | (uint64_t)generation << TRACE_GENERATION_PLACE, memory_order_relaxed);
    atomic_store_explicit(&rxtrace_generation, generation, memory_order_relaxed);
    return generation;
}

void rxtrace_begin_recording(void) {
    atomic_store_explicit(&first_generation, rxtrace_next_generation(), memory_order_relaxed);
}

bool rxtrace_is_of_recording(uint64_t identity) {
    uint32_t first = atomic_load_explicit(&first_generation, memory_order_relaxed);
    return (rxtrace_known_generation(identity) & GENERATIONS) >= first;
}

void rxtrace_begin_generation(void) {
    pthread_mutex_lock(&rxtrace_shared.lock);
    rxtrace_next_generation();
    pthread_mutex_unlock(&rxtrace_shared.lock);
}

uint32_t rxtrace_more_numbers(void) {
    enum { AT_ONCE = 64 };
    static _Atomic(uint32_t) last_number;
    rxtrace_thread *thread = rxtrace_current;
    // All threads that record nothing yet share this one, which nobody may change.
    uint32_t count = thread == &rxtrace_no_thread ? 1 : AT_ONCE;
    uint32_t before = atomic_fetch_add_explicit(&last_number, count, memory_order_relaxed);
    if (thread != &rxtrace_no_thread) {
        thread->last_number = before + 1;
        thread->number_limit = before + count;
    }
    return before + 1;
}
