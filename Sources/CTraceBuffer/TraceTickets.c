#include "TraceState.h"

// A ticket has its thread's number, from 1, above 40 bits that count the thread's tickets from 1, and above that what
// tells its recording from others: the work may run when that is over. Number 0 says that the call was left out.
enum { TICKET_THREAD = 40, TICKET_RECORDING = 57, TICKET_THREADS = 1 << (TICKET_RECORDING - TICKET_THREAD) };

static uint64_t ticket_recording(const trace_thread *thread) {
    return (uint64_t)(thread->epoch & 0x7f) << TICKET_RECORDING;
}

trace_ticketed trace_open_ticketed(uint8_t operation, uint32_t node) {
    trace_thread *thread = trace_room();
    if (thread == NULL) {
        trace_refuse();
        uint8_t context = trace_thread_context();
        if (context < TRACE_SAMPLED_OUT) return (trace_ticketed){0, 0};
        return (trace_ticketed){0, ticket_recording(trace_current) | context};
    }
    uint64_t ticket = 0;
    if (thread->index + 1 < TICKET_THREADS) ticket = ((uint64_t)thread->index + 1) << TICKET_THREAD | ++thread->tickets;
    uint64_t call = trace_open(operation, node, 0, ticket);
    return (trace_ticketed){call, ticket == 0 ? 0 : ticket | ticket_recording(thread)};
}

uint64_t trace_open_caused(uint8_t operation, uint32_t node, uint64_t ticket) {
    trace_thread *thread = trace_joined_thread();
    if (thread == NULL) return trace_refuse();
    bool is_current = ticket != 0 && (ticket & 0x7full << TICKET_RECORDING) == ticket_recording(thread);
    ticket &= (1ull << TICKET_RECORDING) - 1;
    if (!is_current) return trace_open(operation, node, 0, 0);
    if (ticket >> TICKET_THREAD != 0) return trace_open(operation, node, 0, ticket);
    return trace_open_bound(operation, TRACE_LEFT_OUT | (uint32_t)ticket, 0, 0);
}
