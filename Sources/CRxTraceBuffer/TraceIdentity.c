#include "TraceState.h"

_Atomic(uint32_t) rxtrace_generation;
_Atomic(uint64_t) rxtrace_birth = 1ull << 63;

// The first generation of the running recording.
static _Atomic(uint32_t) first_generation;

static const uint32_t GENERATIONS = (1u << TRACE_GENERATION_BITS) - 1;

static void set_generation(uint32_t generation) {
    atomic_store_explicit(
        &rxtrace_birth, 1ull << 63 | (uint64_t)generation << TRACE_GENERATION_PLACE, memory_order_relaxed);
    atomic_store_explicit(&rxtrace_generation, generation, memory_order_relaxed);
}

// Under the lock. No number comes twice: objects that an earlier generation knew would seem to be known.
static bool next_generation(void) {
    uint32_t generation = rxtrace_current_generation();
    if (generation == GENERATIONS) return false;
    set_generation(generation + 1);
    return true;
}

bool rxtrace_begin_recording(void) {
    if (!next_generation()) return false;
    atomic_store_explicit(&first_generation, rxtrace_current_generation(), memory_order_relaxed);
    return true;
}

bool rxtrace_is_of_recording(uint64_t identity) {
    uint32_t first = atomic_load_explicit(&first_generation, memory_order_relaxed);
    return (rxtrace_known_generation(identity) & GENERATIONS) >= first;
}

bool rxtrace_begin_generation(void) {
    pthread_mutex_lock(&rxtrace_shared.lock);
    bool has_begun = next_generation();
    pthread_mutex_unlock(&rxtrace_shared.lock);
    return has_begun;
}

void rxtrace_skip_generations(uint32_t generation) {
    pthread_mutex_lock(&rxtrace_shared.lock);
    if (generation > rxtrace_current_generation() && generation <= GENERATIONS) set_generation(generation);
    pthread_mutex_unlock(&rxtrace_shared.lock);
}

// In 64 bits, so that it does not overflow however often it is increased past the last number.
static _Atomic(uint64_t) last_number;

uint32_t rxtrace_more_numbers(void) {
    enum { AT_ONCE = 64 };
    rxtrace_thread *thread = rxtrace_current;
    // All threads that have recorded nothing yet share `rxtrace_no_thread`, which must not be changed.
    uint32_t count = thread == &rxtrace_no_thread ? 1 : AT_ONCE;
    uint64_t before = atomic_fetch_add_explicit(&last_number, count, memory_order_relaxed);
    if (before >= TRACE_LAST_NUMBER) return 0;
    if (thread != &rxtrace_no_thread) {
        uint64_t limit = before + count;
        thread->last_number = (uint32_t)before + 1;
        thread->number_limit = limit < TRACE_LAST_NUMBER ? (uint32_t)limit : TRACE_LAST_NUMBER;
    }
    return (uint32_t)before + 1;
}

void rxtrace_skip_numbers(uint32_t number) {
    uint64_t last = atomic_load_explicit(&last_number, memory_order_relaxed);
    while (last < number && !atomic_compare_exchange_weak_explicit(&last_number, &last, number, memory_order_relaxed,
                                                                   memory_order_relaxed)) {
    }
    rxtrace_thread *thread = rxtrace_current;
    if (thread != &rxtrace_no_thread) thread->last_number = thread->number_limit;
}
