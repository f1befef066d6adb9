#include "Hops.h"

#include <string.h>

static uint64_t open_bound(uint8_t operation, uint32_t node, uint8_t detail, uint64_t value, rxtrace_details details) {
    rxtrace_thread *thread = rxtrace_joined_thread();
    if (thread == NULL) return 0;
    uint8_t before = thread->context;
    if (node == TRACE_UNNUMBERED) {
        if (before >= TRACE_SAMPLED_OUT) return rxtrace_drop_call();
        rxtrace_count_dropped(thread, TRACE_DROPPED_NUMBER);
        return 0;
    }
    if (rxtrace_is_left_out(node)) {
        uint64_t entered = rxtrace_enter(node & ~TRACE_LEFT_OUT);
        rxtrace_drop_call();
        return entered;
    }
    rxtrace_set_context(thread, TRACE_KEPT);
    uint64_t call = rxtrace_open_with(operation, node & ~TRACE_BOUND, detail, value, details);
    if (before == TRACE_KEPT) return call;
    return rxtrace_context_change(thread, call, before);
}

uint64_t rxtrace_open_bound(uint8_t operation, uint32_t node, uint8_t detail, uint64_t value) {
    return open_bound(operation, node, detail, value, (rxtrace_details){0});
}

void rxtrace_close_apart(uint64_t call) {
    rxtrace_thread *thread = rxtrace_current;
    if (rxtrace_call_epoch(thread) != (call & ~CHANGES) >> TRACE_CALL_EPOCH) return;
    if (rxtrace_has_record(call)) rxtrace_close_at(thread, thread->last = rxtrace_ticks(), call);
    if ((call & CHANGES) == 0) return;
    rxtrace_set_context(thread, call & 3);
    if ((call & IN_TASK_WORK) != 0) rxtrace_end_task_work();
}

void rxtrace_close_elsewhere(uint64_t ticks) {
    rxtrace_thread *thread = rxtrace_room();
    if (thread == NULL) return;
    rxtrace_record *record = thread->next;
    *record = (rxtrace_record){.start = ticks, .operation = TRACE_DETAIL_CLOSE};
    record->depth = rxtrace_depth(thread->depth);
    rxtrace_publish(thread, record);
}

void rxtrace_set_value(uint64_t call, uint64_t value) {
    rxtrace_thread *thread = rxtrace_current;
    if (rxtrace_call_epoch(thread) != (call & ~CHANGES) >> TRACE_CALL_EPOCH || !rxtrace_has_record(call)) return;
    rxtrace_record *record = rxtrace_record_at_hand(thread, call);
    if (record != NULL) {
        __atomic_store_n(&record->value, value, __ATOMIC_RELAXED);
        return;
    }
    thread = rxtrace_room();
    if (thread == NULL) return;
    uint32_t depth = thread->depth > 0 ? thread->depth - 1 : 0;
    record = thread->next;
    *record = (rxtrace_record){.value = value, .operation = TRACE_DETAIL_VALUE};
    record->depth = rxtrace_depth(depth);
    rxtrace_publish(thread, record);
}

rxtrace_thread *rxtrace_room_for(size_t count) {
    rxtrace_thread *thread = rxtrace_room();
    if (thread != NULL && (size_t)(thread->limit - thread->next) < count) thread = rxtrace_make_room();
    return thread;
}

enum { TEXT_BYTES = TRACE_DETAIL_WORDS * sizeof(uint64_t) };

static size_t text_records(size_t count) { return (count + TEXT_BYTES - 1) / TEXT_BYTES; }

static rxtrace_record *put_text(rxtrace_record *record, uint8_t kind, uint32_t node, const uint8_t *bytes, size_t count) {
    for (size_t done = 0; done < count; done += TEXT_BYTES) {
        uint64_t words[TRACE_DETAIL_WORDS] = {0, 0, 0};
        memcpy(words, bytes + done, count - done < TEXT_BYTES ? count - done : TEXT_BYTES);
        *record++ = (rxtrace_record){
            .start = words[0], .duration = words[1], .value = words[2], .node = node,
            .operation = kind, .depth = done == 0 ? (uint16_t)count : 0};
    }
    return record;
}

uint64_t rxtrace_open_with(uint8_t operation, uint32_t node, uint8_t detail, uint64_t value, rxtrace_details details) {
    if (rxtrace_is_bound(node)) return open_bound(operation, node, detail, value, details);
    if (details.text_count > TRACE_LONGEST_TEXT) details.text_count = TRACE_LONGEST_TEXT;
    size_t stack_records = (details.stack_count + TRACE_DETAIL_WORDS - 1) / TRACE_DETAIL_WORDS;
    rxtrace_thread *thread = rxtrace_room_for(2 + text_records(details.text_count) + stack_records);
    if (thread == NULL) return rxtrace_drop_call();
    rxtrace_record *record = thread->next + 1;
    if (details.type != NULL) {
        *record++ = (rxtrace_record){
            .start = (uint64_t)(uintptr_t)details.type, .operation = TRACE_DETAIL_TYPE};
    }
    record = put_text(record, TRACE_DETAIL_TEXT, 0, details.text, details.text_count);
    for (size_t done = 0; done < details.stack_count; done += TRACE_DETAIL_WORDS) {
        uint64_t words[TRACE_DETAIL_WORDS] = {0, 0, 0};
        for (size_t i = 0; i < TRACE_DETAIL_WORDS && done + i < details.stack_count; i++) {
            words[i] = details.stack[done + i];
        }
        *record++ = (rxtrace_record){
            .start = words[0], .duration = words[1], .value = words[2],
            .operation = TRACE_DETAIL_STACK, .depth = done == 0 ? (uint16_t)details.stack_count : 0};
    }
    return rxtrace_open_before(thread, thread->last = rxtrace_ticks(), operation, node, detail, value, record);
}

// The caller's frame, by the frame pointer. NULL if that leads nowhere or beyond the stack.
static inline __attribute__((always_inline)) const uintptr_t *frame_above(const uintptr_t *frame, uintptr_t high) {
    uintptr_t above = frame[0];
    if (above <= (uintptr_t)frame || above + 2 * sizeof(uintptr_t) > high || (above & (sizeof(uintptr_t) - 1))) return NULL;
    return (const uintptr_t *)above;
}

// Writes the calling function's return addresses, innermost first. Returns how many.
static inline __attribute__((always_inline)) size_t walk(uintptr_t high, unsigned long *addresses, size_t capacity) {
    size_t count = 0;
    for (const uintptr_t *frame = __builtin_frame_address(0); frame != NULL && count < capacity && frame[1] != 0;
         frame = frame_above(frame, high)) {
        addresses[count++] = frame[1];
    }
    return count;
}

static inline __attribute__((always_inline)) uint64_t open_here(
    uint8_t operation, uint32_t node, uint8_t detail, uint64_t value, rxtrace_details details) {
    const rxtrace_thread *thread = rxtrace_room();
    if (thread == NULL) return rxtrace_open_with(operation, node, detail, value, details);
    unsigned long addresses[TRACE_STACK_LIMIT];
    details.stack_count = walk(thread->stack_high, addresses, TRACE_STACK_LIMIT);
    details.stack = addresses;
    return rxtrace_open_with(operation, node, detail, value, details);
}

uint64_t rxtrace_open_here(uint8_t operation, uint32_t node, uint8_t detail, uint64_t value, rxtrace_details details) {
    bool is_in_task = rxtrace_begin_task_work();
    uint64_t call = open_here(operation, node, detail, value, details);
    return is_in_task ? rxtrace_in_task_work(call) : call;
}

#if defined(__OPTIMIZE__)
// Up to ten functions of the library lie in between, then those by which the program reaches it: closures, a
// notification's post, a deinit.
enum { SEND_STACK_LIMIT = 16 };
#else
enum { SEND_STACK_LIMIT = TRACE_SENT_STACK_LIMIT };
#endif

// Whether the thread's stack equals the stack of the event that it sent before.
static inline __attribute__((always_inline)) bool is_sent_again(const rxtrace_thread *thread) {
    size_t count = 0;
    for (const uintptr_t *frame = __builtin_frame_address(0);
         frame != NULL && count < SEND_STACK_LIMIT && frame[1] != 0; frame = frame_above(frame, thread->stack_high)) {
        if (count == thread->sent_count || thread->sent[count++] != frame[1]) return false;
    }
    return count > 0 && count == thread->sent_count;
}

static inline __attribute__((always_inline)) uint64_t open_send(
    uint8_t operation, uint32_t node, uint8_t detail, uint64_t value, rxtrace_details details) {
    rxtrace_thread *thread = rxtrace_room();
    if (thread == NULL) return rxtrace_open_with(operation, node, detail, value, details);
    if (is_sent_again(thread)) {
        detail |= TRACE_SENT_AGAIN;
        if (details.type != NULL || details.text_count > 0 || rxtrace_is_bound(node)) {
            return rxtrace_open_with(operation, node, detail, value, details);
        }
        return rxtrace_open_at(thread, thread->last = rxtrace_ticks(), operation, node, detail, value);
    }
    unsigned long addresses[SEND_STACK_LIMIT];
    details.stack_count = walk(thread->stack_high, addresses, SEND_STACK_LIMIT);
    details.stack = addresses;
    uint64_t call = rxtrace_open_with(operation, node, detail, value, details);
    // The next event can refer to the stack of a recorded event only.
    if (rxtrace_has_record(call)) {
        memcpy(thread->sent, addresses, details.stack_count * sizeof *addresses);
        thread->sent_count = (uint32_t)details.stack_count;
    }
    return call;
}

uint64_t rxtrace_open_send(uint8_t operation, uint32_t node, uint8_t detail, uint64_t value, rxtrace_details details) {
    bool is_in_task = rxtrace_begin_task_work();
    uint64_t call = open_send(operation, node, detail, value, details);
    return is_in_task ? rxtrace_in_task_work(call) : call;
}

__attribute__((noinline)) uint64_t rxtrace_open_end(uint8_t operation, uint32_t node) {
    rxtrace_details none = {0};
    if (rxtrace_room() == NULL) return rxtrace_open_with(operation, node, 0, 0, none);
    rxtrace_asker releaser;
    rxtrace_find_releaser(__builtin_frame_address(0), &releaser);
    rxtrace_details details = {.stack = releaser.stack, .stack_count = releaser.count};
    return rxtrace_open_with(operation, node, 0, 0, details);
}

void rxtrace_name(uint32_t node, const uint8_t *name, size_t count) {
    if (rxtrace_is_left_out(node)) return;
    node &= ~TRACE_BOUND;
    if (count > TRACE_LONGEST_TEXT) count = TRACE_LONGEST_TEXT;
    rxtrace_thread *thread = rxtrace_room_for(1 + text_records(count));
    if (thread != NULL && count > 0) {
        rxtrace_publish(thread, put_text(thread->next, TRACE_DETAIL_NAME, node, name, count) - 1);
    }
}
