#include "TraceState.h"

#include <string.h>

static uint64_t open_bound(uint8_t operation, uint32_t node, uint8_t detail, uint64_t value, trace_details details) {
    trace_thread *thread = trace_joined_thread();
    if (thread == NULL) return 0;
    uint8_t before = thread->context;
    if (trace_is_left_out(node)) {
        uint64_t entered = trace_enter(node & ~TRACE_LEFT_OUT);
        trace_refuse();
        return entered;
    }
    trace_set_context(thread, TRACE_KEPT);
    uint64_t call = trace_open_with(operation, node & ~TRACE_BOUND, detail, value, details);
    if (before == TRACE_KEPT) return call;
    return trace_context_change(thread, call, before);
}

uint64_t trace_open_bound(uint8_t operation, uint32_t node, uint8_t detail, uint64_t value) {
    return open_bound(operation, node, detail, value, (trace_details){0});
}

void trace_close_bound(uint64_t call) {
    trace_thread *thread = trace_current;
    if ((call & CHANGES) == 0 || trace_call_epoch(thread) != (call & ~CHANGES) >> 48) return;
    if (trace_record_of(call) != NULL) trace_close_at(thread, thread->last = trace_ticks(), call);
    trace_set_context(thread, call & 3);
}

void trace_close_elsewhere(uint64_t ticks) {
    trace_thread *thread = trace_room();
    if (thread == NULL) return;
    trace_record *record = thread->next;
    *record = (trace_record){.start = ticks, .operation = TRACE_DETAIL | TRACE_DETAIL_CLOSE};
    record->depth = trace_depth(thread->depth);
    trace_publish(thread, record);
}

void trace_set_value(uint64_t call, uint64_t value) {
    trace_thread *thread = trace_current;
    if (trace_call_epoch(thread) != (call & ~CHANGES) >> 48) return;
    trace_record *record = trace_record_of(call);
    if (record == NULL) return;
    if (trace_is_at_hand(thread, record)) {
        __atomic_store_n(&record->value, value, __ATOMIC_RELAXED);
        return;
    }
    thread = trace_room();
    if (thread == NULL) return;
    uint32_t depth = thread->depth > 0 ? thread->depth - 1 : 0;
    record = thread->next;
    *record = (trace_record){.value = value, .operation = TRACE_DETAIL | TRACE_DETAIL_VALUE};
    record->depth = trace_depth(depth);
    trace_publish(thread, record);
}

// The thread with room for so many records in one chunk, so that they can be published together.
static trace_thread *room_for(size_t count) {
    trace_thread *thread = trace_room();
    if (thread != NULL && (size_t)(thread->limit - thread->next) < count) thread = trace_make_room();
    return thread;
}

enum { TEXT_BYTES = TRACE_DETAIL_WORDS * sizeof(uint64_t), LONGEST_TEXT = 48000 };

static size_t text_records(size_t count) { return (count + TEXT_BYTES - 1) / TEXT_BYTES; }

static trace_record *put_text(trace_record *record, uint8_t kind, uint32_t node, const uint8_t *bytes, size_t count) {
    for (size_t done = 0; done < count; done += TEXT_BYTES) {
        uint64_t words[TRACE_DETAIL_WORDS] = {0, 0, 0};
        memcpy(words, bytes + done, count - done < TEXT_BYTES ? count - done : TEXT_BYTES);
        *record++ = (trace_record){
            .start = words[0], .duration = words[1], .value = words[2], .node = node,
            .operation = TRACE_DETAIL | kind, .depth = done == 0 ? (uint16_t)count : 0};
    }
    return record;
}

uint64_t trace_open_with(uint8_t operation, uint32_t node, uint8_t detail, uint64_t value, trace_details details) {
    if (trace_is_bound(node)) return open_bound(operation, node, detail, value, details);
    if (details.text_count > LONGEST_TEXT) details.text_count = LONGEST_TEXT;
    size_t stack_records = (details.stack_count + TRACE_DETAIL_WORDS - 1) / TRACE_DETAIL_WORDS;
    trace_thread *thread = room_for(2 + text_records(details.text_count) + stack_records);
    if (thread == NULL) return trace_refuse();
    trace_record *record = thread->next + 1;
    if (details.type != NULL) {
        *record++ = (trace_record){
            .start = (uint64_t)(uintptr_t)details.type, .operation = TRACE_DETAIL | TRACE_DETAIL_TYPE};
    }
    record = put_text(record, TRACE_DETAIL_TEXT, 0, details.text, details.text_count);
    for (size_t done = 0; done < details.stack_count; done += TRACE_DETAIL_WORDS) {
        uint64_t words[TRACE_DETAIL_WORDS] = {0, 0, 0};
        for (size_t i = 0; i < TRACE_DETAIL_WORDS && done + i < details.stack_count; i++) {
            words[i] = details.stack[done + i];
        }
        *record++ = (trace_record){
            .start = words[0], .duration = words[1], .value = words[2],
            .operation = TRACE_DETAIL | TRACE_DETAIL_STACK, .depth = done == 0 ? (uint16_t)details.stack_count : 0};
    }
    return trace_open_before(thread, thread->last = trace_ticks(), operation, node, detail, value, record);
}

// Return addresses of the calling thread, innermost first, by following frame pointers. Returns how many were found.
// Stops at frames without a frame pointer and at the end of the stack.
static inline size_t walk(unsigned long *addresses, size_t capacity) {
    if (trace_room() == NULL) return 0;
    trace_thread *thread = trace_current;
    uintptr_t low = (uintptr_t)__builtin_frame_address(0), high = thread->stack_high;
    uintptr_t *frame = (uintptr_t *)low;
    size_t count = 0;
    while (count < capacity) {
        uintptr_t above = frame[0], address = frame[1];
        if (address == 0) break;
        addresses[count++] = address;
        if (above <= (uintptr_t)frame || above + 2 * sizeof(uintptr_t) > high || (above & (sizeof(uintptr_t) - 1))) break;
        frame = (uintptr_t *)above;
    }
    return count;
}

uint64_t trace_open_here(uint8_t operation, uint32_t node, uint8_t detail, uint64_t value, trace_details details) {
    unsigned long addresses[TRACE_STACK_LIMIT];
    details.stack_count = walk(addresses, TRACE_STACK_LIMIT);
    details.stack = addresses;
    return trace_open_with(operation, node, detail, value, details);
}

#if defined(__OPTIMIZE__)
enum { SEND_STACK_LIMIT = 9 };
#else
enum { SEND_STACK_LIMIT = TRACE_STACK_LIMIT };
#endif

uint64_t trace_open_send(uint8_t operation, uint32_t node, uint8_t detail, uint64_t value, trace_details details) {
    unsigned long addresses[SEND_STACK_LIMIT];
    details.stack_count = walk(addresses, SEND_STACK_LIMIT);
    details.stack = addresses;
    return trace_open_with(operation, node, detail, value, details);
}

void trace_name(uint32_t node, const uint8_t *name, size_t count) {
    if (trace_is_left_out(node)) return;
    node &= ~TRACE_BOUND;
    if (count > LONGEST_TEXT) count = LONGEST_TEXT;
    trace_thread *thread = room_for(1 + text_records(count));
    if (thread != NULL && count > 0) {
        trace_publish(thread, put_text(thread->next, TRACE_DETAIL_NAME, node, name, count) - 1);
    }
}
