#include "TraceState.h"

_Atomic(bool) trace_selects;

// While its calls are left out, or suppressed, a thread's buffer looks full, so that every recording point takes the
// slow path and is turned away.
void trace_set_context(trace_thread *thread, uint8_t context) {
    thread->context = context;
    if (context >= TRACE_SAMPLED_OUT || thread->suppressed > 0) thread->epoch |= ~EPOCH_BITS;
    else thread->epoch &= EPOCH_BITS;
}

trace_thread *trace_joined_thread(void) {
    trace_thread *thread = trace_current;
    if (thread->suppressed > 0 || trace_current_epoch() == 0) return NULL;
    return trace_has_joined(thread) ? thread : trace_make_room();
}

uint64_t trace_context_change(const trace_thread *thread, uint64_t call, uint8_t before) {
    return (uint64_t)(uintptr_t)trace_record_of(call) | trace_call_epoch(thread) << 48 | CHANGES | before;
}

uint64_t trace_enter(uint8_t context) {
    trace_thread *thread = trace_joined_thread();
    if (thread == NULL || thread->context == context) return 0;
    uint8_t before = thread->context;
    trace_set_context(thread, context);
    return trace_context_change(thread, 0, before);
}

uint8_t trace_thread_context(void) {
    const trace_thread *thread = trace_current;
    return trace_has_joined(thread) ? thread->context : TRACE_UNDECIDED;
}

void trace_suppress(void) {
    // Only a thread that takes part in the recording can be kept out of it.
    trace_joined_thread();
    trace_thread *thread = trace_current;
    if (thread == &trace_no_thread) return;
    if (thread->suppressed++ == 0) trace_set_context(thread, thread->context);
}

void trace_resume(void) {
    trace_thread *thread = trace_current;
    // A thread that could not join the recording then may have by now.
    if (thread->suppressed == 0) return;
    if (--thread->suppressed == 0) trace_set_context(thread, thread->context);
}
