#include "Hops.h"

// A ticket is a number that no other call of the process ever has: work may run several recordings after the one in
// which it was asked for. Threads take tickets in ranges, and each recording uses ranges that no other one does. A
// recording's first range belongs to no thread: a ticket in it says that the call was left out, and holds the context.
// Bit 63 says that the call belongs to a subscription that is recorded. Records hold tickets without that bit, counted
// from the start of the recording's first range.
static const uint64_t TICKET_KEPT = 1ull << 63;

enum { TICKET_RANGE = TRACE_TICKET_RANGE_BITS };

static const uint64_t RANGES = 1ull << (63 - TICKET_RANGE);

uint64_t rxtrace_new_range(void) {
    static _Atomic(uint64_t) last_range;
    return atomic_fetch_add_explicit(&last_range, 1, memory_order_relaxed) + 1;
}

static uint64_t first_ticket(const rxtrace_thread *thread) { return thread->first_range << TICKET_RANGE; }

// A new ticket; 0 if all are used up.
static uint64_t new_ticket(rxtrace_thread *thread) {
    if (thread->next_ticket == thread->ticket_limit) {
        uint64_t range = rxtrace_new_range();
        if (range >= RANGES) return 0;
        thread->next_ticket = range << TICKET_RANGE;
        thread->ticket_limit = thread->next_ticket + (1ull << TICKET_RANGE);
    }
    return thread->next_ticket++;
}

// The ticket as records hold it.
static uint64_t in_records(const rxtrace_thread *thread, uint64_t ticket) {
    return ticket == 0 ? 0 : (ticket & ~TICKET_KEPT) - first_ticket(thread);
}

// The ticket, or 0 if it is of an earlier recording.
static uint64_t ticket_in(const rxtrace_thread *thread, uint64_t ticket) {
    return (ticket & ~TICKET_KEPT) >= first_ticket(thread) ? ticket : 0;
}

// The ticket of a call that is not recorded.
static rxtrace_ticketed not_recorded(void) {
    rxtrace_drop_call();
    uint8_t context = rxtrace_thread_context();
    if (context < TRACE_SAMPLED_OUT) return (rxtrace_ticketed){0, 0};
    return (rxtrace_ticketed){0, first_ticket(rxtrace_current) | context};
}

static rxtrace_ticketed ticketed(const rxtrace_thread *thread, uint64_t call, uint64_t ticket) {
    if (ticket == 0) return (rxtrace_ticketed){call, 0};
    uint64_t kept = thread->context == TRACE_KEPT ? TICKET_KEPT : 0;
    return (rxtrace_ticketed){call, ticket | kept};
}

static bool names_call(const rxtrace_thread *thread, uint64_t ticket) {
    return in_records(thread, ticket) >> TICKET_RANGE != 0;
}

// The context of the work that a call asked for, by the call's ticket in the running recording.
static uint8_t context_of(const rxtrace_thread *thread, uint64_t ticket) {
    if (!names_call(thread, ticket)) return (uint8_t)ticket & 3;
    return (ticket & TICKET_KEPT) != 0 ? TRACE_KEPT : TRACE_UNDECIDED;
}

rxtrace_ticketed rxtrace_open_ticketed(uint8_t operation, uint32_t node) {
    rxtrace_thread *thread = rxtrace_room();
    if (thread == NULL) return not_recorded();
    uint64_t ticket = new_ticket(thread);
    return ticketed(thread, rxtrace_open(operation, node, 0, in_records(thread, ticket)), ticket);
}

rxtrace_ticketed rxtrace_open_ticketed_with(uint8_t operation, uint8_t detail, rxtrace_details details) {
    rxtrace_thread *thread = rxtrace_room();
    if (thread == NULL) return not_recorded();
    uint64_t ticket = new_ticket(thread);
    uint64_t call = rxtrace_open_with(operation, 0, detail, in_records(thread, ticket), details);
    return ticketed(thread, call, ticket);
}

uint64_t rxtrace_open_caused(uint8_t operation, uint32_t node, uint64_t ticket) {
    rxtrace_thread *thread = rxtrace_joined_thread();
    if (thread == NULL) return rxtrace_drop_call();
    ticket = ticket_in(thread, ticket);
    if (ticket == 0) return rxtrace_open(operation, node, 0, 0);
    uint8_t context = context_of(thread, ticket);
    if (context >= TRACE_SAMPLED_OUT) return rxtrace_open_bound(operation, TRACE_LEFT_OUT | context, 0, 0);
    if (context == TRACE_KEPT && !rxtrace_is_left_out(node)) node |= TRACE_BOUND;
    return rxtrace_open(operation, node, 0, in_records(thread, ticket));
}

uint8_t rxtrace_context_by(uint64_t ticket) {
    rxtrace_thread *thread = rxtrace_joined_thread();
    ticket = thread == NULL ? 0 : ticket_in(thread, ticket);
    return ticket == 0 ? TRACE_UNDECIDED : context_of(thread, ticket);
}

uint64_t rxtrace_open_work(uint8_t operation, uint8_t detail, uint64_t ticket) {
    rxtrace_thread *thread = rxtrace_joined_thread();
    ticket = thread == NULL ? 0 : ticket_in(thread, ticket);
    if (ticket == 0) return 0;
    uint8_t context = context_of(thread, ticket);
    if (context >= TRACE_SAMPLED_OUT) return rxtrace_enter(context);
    thread = rxtrace_room();
    if (thread == NULL) return 0;
    rxtrace_record *record = thread->next;
    *record = (rxtrace_record){
        .start = thread->last = rxtrace_ticks(), .duration = TRACE_OPEN, .value = in_records(thread, ticket),
        .operation = operation, .detail = detail, .depth = rxtrace_depth(thread->depth++)};
    rxtrace_publish(thread, record);
    uint64_t call = thread->place | ((uint64_t)(uintptr_t)record & TRACE_CALL_RECORD);
    uint8_t before = thread->context;
    if (context == before || context == TRACE_UNDECIDED) return call;
    rxtrace_set_context(thread, context);
    return rxtrace_context_change(thread, call, before);
}

// Writes a record that gives a call a ticket.
static uint64_t put_kept(rxtrace_thread *thread, uint16_t depth, bool is_made) {
    uint64_t ticket = new_ticket(thread);
    if (ticket == 0) return 0;
    rxtrace_record *record = thread->next;
    *record = (rxtrace_record){
        .value = in_records(thread, ticket), .operation = TRACE_DETAIL_KEPT, .detail = is_made, .depth = depth};
    rxtrace_publish(thread, record);
    return ticket;
}

uint64_t rxtrace_keep(void) {
    rxtrace_thread *thread = rxtrace_room();
    if (thread == NULL || thread->depth == 0) return 0;
    uint16_t depth = rxtrace_depth(thread->depth);
    const rxtrace_record *last = thread->next - 1;
    if (last >= thread->current->records && last->operation == TRACE_DETAIL_KEPT && last->depth == depth) {
        return last->value + first_ticket(thread);
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
        // With room for the call, which must follow in the same chunk.
        rxtrace_thread *thread = rxtrace_room_for(2);
        if (thread == NULL) break;
        uint64_t words[TRACE_DETAIL_WORDS];
        uint8_t filled = 0;
        while (done < count && filled < TRACE_DETAIL_WORDS) {
            uint64_t ticket = ticket_in(thread, tickets[done++]);
            if (ticket != 0 && names_call(thread, ticket)) words[filled++] = in_records(thread, ticket);
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
