#include "Hops.h"

// A ticket has its thread's number, from 1, above 40 bits that count the thread's tickets from 1, and above that bits
// that tell its recording from others: the work may run when that is over. Number 0 says that the call was left out.
// The highest of the 40 bits, which no count reaches, says that the call belongs to a subscription that is recorded; the
// recording's own numbers are without it.
static const uint64_t TICKET_KEPT = 1ull << 39;

enum { TICKET_THREAD = 40, TICKET_RECORDING = 57, TICKET_THREADS = 1 << (TICKET_RECORDING - TICKET_THREAD) };

static uint64_t ticket_recording(const rxtrace_thread *thread) {
    return (uint64_t)(thread->epoch & 0x7f) << TICKET_RECORDING;
}

// A ticket that the thread has not given out before; 0 for a thread that cannot give any.
static uint64_t new_ticket(rxtrace_thread *thread) {
    return thread->index + 1 < TICKET_THREADS ? ((uint64_t)thread->index + 1) << TICKET_THREAD | ++thread->tickets : 0;
}

// A ticket without the bits that tell recordings apart; 0 for one of another recording.
static uint64_t ticket_in(const rxtrace_thread *thread, uint64_t ticket) {
    bool is_current = ticket != 0 && (ticket & 0x7full << TICKET_RECORDING) == ticket_recording(thread);
    return is_current ? ticket & ((1ull << TICKET_RECORDING) - 1) : 0;
}

// The ticket of a call that is not recorded.
static rxtrace_ticketed not_recorded(void) {
    rxtrace_drop_call();
    uint8_t context = rxtrace_thread_context();
    if (context < TRACE_SAMPLED_OUT) return (rxtrace_ticketed){0, 0};
    return (rxtrace_ticketed){0, ticket_recording(rxtrace_current) | context};
}

static rxtrace_ticketed ticketed(const rxtrace_thread *thread, uint64_t call, uint64_t ticket) {
    if (ticket == 0) return (rxtrace_ticketed){call, 0};
    uint64_t kept = thread->context == TRACE_KEPT ? TICKET_KEPT : 0;
    return (rxtrace_ticketed){call, ticket | kept | ticket_recording(thread)};
}

// Whose the work is that a ticket, of the running recording, names the asker of.
static uint8_t context_of(uint64_t ticket) {
    if (ticket >> TICKET_THREAD == 0) return (uint8_t)ticket;
    return (ticket & TICKET_KEPT) != 0 ? TRACE_KEPT : TRACE_UNDECIDED;
}

rxtrace_ticketed rxtrace_open_ticketed(uint8_t operation, uint32_t node) {
    rxtrace_thread *thread = rxtrace_room();
    if (thread == NULL) return not_recorded();
    uint64_t ticket = new_ticket(thread);
    return ticketed(thread, rxtrace_open(operation, node, 0, ticket), ticket);
}

rxtrace_ticketed rxtrace_open_ticketed_with(uint8_t operation, uint8_t detail, rxtrace_details details) {
    rxtrace_thread *thread = rxtrace_room();
    if (thread == NULL) return not_recorded();
    uint64_t ticket = new_ticket(thread);
    return ticketed(thread, rxtrace_open_with(operation, 0, detail, ticket, details), ticket);
}

uint64_t rxtrace_open_caused(uint8_t operation, uint32_t node, uint64_t ticket) {
    rxtrace_thread *thread = rxtrace_joined_thread();
    if (thread == NULL) return rxtrace_drop_call();
    ticket = ticket_in(thread, ticket);
    if (ticket == 0) return rxtrace_open(operation, node, 0, 0);
    uint8_t context = context_of(ticket);
    if (context >= TRACE_SAMPLED_OUT) return rxtrace_open_bound(operation, TRACE_LEFT_OUT | context, 0, 0);
    if (context == TRACE_KEPT && !rxtrace_is_left_out(node)) node |= TRACE_BOUND;
    return rxtrace_open(operation, node, 0, ticket & ~TICKET_KEPT);
}

uint8_t rxtrace_context_by(uint64_t ticket) {
    rxtrace_thread *thread = rxtrace_joined_thread();
    ticket = thread == NULL ? 0 : ticket_in(thread, ticket);
    return ticket == 0 ? TRACE_UNDECIDED : context_of(ticket);
}

uint64_t rxtrace_open_tentative(uint8_t operation, uint8_t detail, uint64_t ticket) {
    rxtrace_thread *thread = rxtrace_joined_thread();
    ticket = thread == NULL ? 0 : ticket_in(thread, ticket);
    if (ticket == 0) return 0;
    uint8_t context = context_of(ticket);
    if (context >= TRACE_SAMPLED_OUT) return rxtrace_enter(context);
    thread = rxtrace_room();
    if (thread == NULL) return 0;
    // As other calls, but for the chunk's end: the next record publishes this one, too.
    rxtrace_record *record = thread->next++;
    *record = (rxtrace_record){
        .start = thread->last = rxtrace_ticks(), .duration = TRACE_OPEN, .value = ticket & ~TICKET_KEPT,
        .operation = operation, .detail = detail, .depth = rxtrace_depth(thread->depth++)};
    uint64_t call = (uint64_t)(uintptr_t)record | rxtrace_call_epoch(thread) << 48;
    uint8_t before = thread->context;
    if (context == before || context == TRACE_UNDECIDED) return call;
    rxtrace_set_context(thread, context);
    return rxtrace_context_change(thread, call, before);
}

void rxtrace_close_tentative(uint64_t call) {
    rxtrace_thread *thread = rxtrace_current;
    rxtrace_record *record = rxtrace_record_of(call);
    bool is_last = record != NULL && rxtrace_call_epoch(thread) == (call & ~CHANGES) >> 48 &&
                   thread->next == record + 1 && rxtrace_is_at_hand(thread, record) &&
                   atomic_load_explicit(&thread->current->end, memory_order_relaxed) == record;
    if (!is_last) return rxtrace_close(call);
    thread->next = record;
    if (thread->depth > 0) thread->depth--;
    if ((call & CHANGES) != 0) rxtrace_set_context(thread, call & 3);
}

// Puts a record down that gives a call a ticket.
static uint64_t put_kept(rxtrace_thread *thread, uint16_t depth, bool is_made) {
    uint64_t ticket = new_ticket(thread);
    if (ticket == 0) return 0;
    rxtrace_record *record = thread->next;
    *record = (rxtrace_record){.value = ticket, .operation = TRACE_DETAIL_KEPT, .detail = is_made, .depth = depth};
    rxtrace_publish(thread, record);
    return ticket | ticket_recording(thread);
}

uint64_t rxtrace_keep(void) {
    rxtrace_thread *thread = rxtrace_room();
    if (thread == NULL || thread->depth == 0) return 0;
    uint16_t depth = rxtrace_depth(thread->depth);
    const rxtrace_record *last = thread->next - 1;
    if (last >= thread->current->records && last->operation == TRACE_DETAIL_KEPT && last->depth == depth) {
        return last->value | ticket_recording(thread);
    }
    return put_kept(thread, depth, false);
}

uint64_t rxtrace_keep_made(void) {
    rxtrace_thread *thread = rxtrace_room();
    return thread == NULL ? 0 : put_kept(thread, rxtrace_depth(thread->depth + 1), true);
}

void rxtrace_hand_on(const uint64_t *tickets, size_t count, uint32_t node) {
    if (rxtrace_is_left_out(node)) return;
    uint64_t entered = rxtrace_is_bound(node) ? rxtrace_enter(TRACE_KEPT) : 0;
    for (size_t done = 0; done < count;) {
        // Together with room for the call.
        rxtrace_thread *thread = rxtrace_room_for(2);
        if (thread == NULL) break;
        uint64_t words[TRACE_DETAIL_WORDS];
        uint8_t filled = 0;
        while (done < count && filled < TRACE_DETAIL_WORDS) {
            uint64_t ticket = ticket_in(thread, tickets[done++]) & ~TICKET_KEPT;
            if (ticket >> TICKET_THREAD != 0) words[filled++] = ticket;
        }
        if (filled == 0) continue;
        rxtrace_record *record = thread->next;
        record->value = words[0];
        record->start = words[filled > 1];
        record->duration = words[filled > 2 ? 2 : 0];
        record->node = node & ~TRACE_BOUND;
        record->operation = TRACE_DETAIL_ORIGIN;
        record->detail = filled;
        record->depth = rxtrace_depth(thread->depth);
        rxtrace_publish(thread, record);
    }
    if (entered != 0) rxtrace_close(entered);
}
