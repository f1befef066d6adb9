#include "TraceState.h"

_Atomic(bool) rxtrace_selects;

// While a thread's calls are left out or suppressed, its epoch is never the recording's, so that every recording point
// takes the slow path and is turned away.
void rxtrace_set_context(rxtrace_thread *thread, uint8_t context) {
    thread->context = context;
    if (context >= TRACE_SAMPLED_OUT || thread->suppressed > 0) thread->epoch |= ~TRACE_EPOCH_BITS;
    else thread->epoch &= TRACE_EPOCH_BITS;
}

rxtrace_thread *rxtrace_joined_thread(void) {
    rxtrace_thread *thread = rxtrace_current;
    if (thread->suppressed > 0 || rxtrace_current_epoch() == 0) return NULL;
    return rxtrace_has_joined(thread) ? thread : rxtrace_make_room();
}

uint64_t rxtrace_context_change(const rxtrace_thread *thread, uint64_t call, uint8_t before) {
    return (call & 0xffffffe0u) | rxtrace_call_epoch(thread) << TRACE_CALL_EPOCH | CHANGES | before;
}

uint64_t rxtrace_enter(uint8_t context) {
    rxtrace_thread *thread = rxtrace_joined_thread();
    if (thread == NULL || thread->context == context) return 0;
    uint8_t before = thread->context;
    rxtrace_set_context(thread, context);
    return rxtrace_context_change(thread, 0, before);
}

uint8_t rxtrace_thread_context(void) {
    const rxtrace_thread *thread = rxtrace_current;
    return rxtrace_has_joined(thread) ? thread->context : TRACE_UNDECIDED;
}

void rxtrace_suppress(void) {
    // Only a thread that takes part in the recording can be kept out of it.
    rxtrace_joined_thread();
    rxtrace_thread *thread = rxtrace_current;
    if (thread == &rxtrace_no_thread) return;
    if (thread->suppressed++ == 0) rxtrace_set_context(thread, thread->context);
}

void rxtrace_resume(void) {
    rxtrace_thread *thread = rxtrace_current;
    // The thread had not joined a recording when `rxtrace_suppress` was called.
    if (thread->suppressed == 0) return;
    if (--thread->suppressed == 0) rxtrace_set_context(thread, thread->context);
}

static void add(_Atomic(uint64_t) *sum, uint64_t number) {
    atomic_store_explicit(sum, atomic_load_explicit(sum, memory_order_relaxed) + number, memory_order_relaxed);
}

void rxtrace_note_description(uint64_t ticks, bool is_cut) {
    rxtrace_thread *thread = rxtrace_current;
    if (!rxtrace_has_joined(thread)) return;
    add(&thread->describing, ticks);
    if (is_cut) add(&thread->cut, 1);
}
