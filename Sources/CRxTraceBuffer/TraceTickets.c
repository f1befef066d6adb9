#include "TraceState.h"

// A ticket has its thread's number, from 1, above 40 bits that count the thread's tickets from 1, and above that what
// tells its recording from others: the work may run when that is over. Number 0 says that the call was left out.
enum { TICKET_THREAD = 40, TICKET_RECORDING = 57, TICKET_THREADS = 1 << (TICKET_RECORDING - TICKET_THREAD) };

static uint64_t ticket_recording(const rxtrace_thread *thread) {
    return (uint64_t)(thread->epoch & 0x7f) << TICKET_RECORDING;
}

rxtrace_ticketed rxtrace_open_ticketed(uint8_t operation, uint32_t node) {
    rxtrace_thread *thread = rxtrace_room();
    if (thread == NULL) {
        rxtrace_refuse();
        uint8_t context = rxtrace_thread_context();
        if (context < TRACE_SAMPLED_OUT) return (rxtrace_ticketed){0, 0};
        return (rxtrace_ticketed){0, ticket_recording(rxtrace_current) | context};
    }
    uint64_t ticket = 0;
    if (thread->index + 1 < TICKET_THREADS) ticket = ((uint64_t)thread->index + 1) << TICKET_THREAD | ++thread->tickets;
    uint64_t call = rxtrace_open(operation, node, 0, ticket);
    return (rxtrace_ticketed){call, ticket == 0 ? 0 : ticket | ticket_recording(thread)};
}

uint64_t rxtrace_open_caused(uint8_t operation, uint32_t node, uint64_t ticket) {
    rxtrace_thread *thread = rxtrace_joined_thread();
    if (thread == NULL) return rxtrace_refuse();
    bool is_current = ticket != 0 && (ticket & 0x7full << TICKET_RECORDING) == ticket_recording(thread);
    ticket &= (1ull << TICKET_RECORDING) - 1;
    if (!is_current) return rxtrace_open(operation, node, 0, 0);
    if (ticket >> TICKET_THREAD != 0) return rxtrace_open(operation, node, 0, ticket);
    return rxtrace_open_bound(operation, TRACE_LEFT_OUT | (uint32_t)ticket, 0, 0);
}
