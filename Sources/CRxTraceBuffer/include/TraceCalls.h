// The recording points: how calls open and close.
//
// The fast path of a recorded call is `static inline`, so that it inlines into Swift. A thread writes only into its
// current chunk. If the thread is in another chunk when a call ends, a record of its own closes the call. So a chunk
// that its thread has left can be written to a file and reused.

#ifndef C_TRACE_CALLS_H
#define C_TRACE_CALLS_H

#include "TraceClock.h"
#include "TraceIdentity.h"
#include "TraceThread.h"

// The token of a call. Bits 32 to 62: the recording's number. Bits 16 to 31: the number of the thread's chunk, modulo
// 2^16. Bits 5 to 15: the place of the record in the chunk, 0 for a call without a record. Bits 0 to 2 and 63: the
// context to restore, IN_TASK_WORK and CHANGES, for a call that changes the thread's context.

enum { TRACE_CALL_EPOCH = 32, TRACE_CALL_CHUNK = 16, TRACE_CALL_RECORD = 0xffe0 };
_Static_assert(TRACE_CHUNK_BYTES == 1 << TRACE_CALL_CHUNK, "the places in a chunk take the bits below the chunk's");
_Static_assert(sizeof(rxtrace_record) == 32 && offsetof(rxtrace_chunk, records) == 32,
               "a record's place has no bit below 5, and is not 0");

/// The number of the recording that the thread has joined, as tokens hold it.
static inline uint64_t rxtrace_call_epoch(const rxtrace_thread *thread) { return thread->epoch & TRACE_EPOCH_BITS; }

static inline bool rxtrace_has_record(uint64_t call) { return (call & TRACE_CALL_RECORD) != 0; }

/// Opens a call whose details, if any, have been written behind it, up to `next`.
static inline uint64_t rxtrace_open_before(rxtrace_thread *thread, uint64_t ticks, uint8_t operation, uint32_t node,
                                         uint8_t detail, uint64_t value, rxtrace_record *next) {
#if !defined(__OPTIMIZE__)
    if (operation >= TRACE_OPERATIONS) __builtin_trap();
#endif
    rxtrace_record *record = thread->next;
    record->start = ticks;
    record->duration = TRACE_OPEN;
    record->value = value;
    record->node = node;
    record->operation = operation;
    record->detail = detail;
    record->depth = rxtrace_depth(thread->depth++);
    rxtrace_publish(thread, next - 1);
    return thread->place | ((uint64_t)(uintptr_t)record & TRACE_CALL_RECORD);
}

static inline uint64_t rxtrace_open_at(rxtrace_thread *thread, uint64_t ticks, uint8_t operation, uint32_t node,
                                     uint8_t detail, uint64_t value) {
    return rxtrace_open_before(thread, ticks, operation, node, detail, value, thread->next + 1);
}

/// Counts a call of the calling thread that is not recorded. Returns 0.
uint64_t rxtrace_drop_call(void);

/// As `rxtrace_open`, for a node with TRACE_BOUND: the node's subscription decides whether the call is recorded,
/// whatever the thread's context is.
uint64_t rxtrace_open_bound(uint8_t operation, uint32_t node, uint8_t detail, uint64_t value);

/// Whether a call on the node may be recorded, so that it is worth describing the call's value.
static inline bool rxtrace_takes_value(uint32_t node) {
    return rxtrace_is_bound(node) ? !rxtrace_is_left_out(node) : rxtrace_room() != NULL;
}

/// Opens a call. Returns the token for `rxtrace_close`, or 0 if the call is not recorded.
static inline uint64_t rxtrace_open(uint8_t operation, uint32_t node, uint8_t detail, uint64_t value) {
    if (rxtrace_is_bound(node)) return rxtrace_open_bound(operation, node, detail, value);
    rxtrace_thread *thread = rxtrace_room();
    if (__builtin_expect(thread == NULL, 0)) return rxtrace_drop_call();
    return rxtrace_open_at(thread, thread->last = rxtrace_ticks(), operation, node, detail, value);
}

/// As `rxtrace_open`, for a call that is opened a few instructions after the thread last read the clock: it takes that
/// time as its start. Reading the clock would take longer than these instructions.
static inline uint64_t rxtrace_open_next(uint8_t operation, uint32_t node, uint8_t detail, uint64_t value) {
    if (rxtrace_is_bound(node)) return rxtrace_open_bound(operation, node, detail, value);
    rxtrace_thread *thread = rxtrace_room();
    if (__builtin_expect(thread == NULL, 0)) return rxtrace_drop_call();
    return rxtrace_open_at(thread, thread->last, operation, node, detail, value);
}

/// The token of a call, and a ticket: a number that no other call has.
typedef struct rxtrace_ticketed {
    uint64_t call;
    uint64_t ticket;
} rxtrace_ticketed;

/// As `rxtrace_open`, for a call whose value is a new ticket, by which other calls name it. For a call that is not
/// recorded, the token is 0, and so is the ticket, unless a subscription is left out: the ticket then says so.
rxtrace_ticketed rxtrace_open_ticketed(uint8_t operation, uint32_t node);

/// As `rxtrace_open`, for the work that the call with the ticket asked for.
uint64_t rxtrace_open_caused(uint8_t operation, uint32_t node, uint64_t ticket);

/// Returns a ticket for the call by which the thread got the element that it keeps now: the innermost open call with an
/// event, or else the innermost open call. Elements kept without a call in between share a ticket. 0 if no call is open
/// or nothing is recorded.
uint64_t rxtrace_keep(void);

/// Returns a ticket for the call that the thread has just closed, which made an object with its first element.
uint64_t rxtrace_keep_made(void);

/// Records that the thread's next call, if it is on `node`, hands on the elements kept under the tickets, or an element
/// made of them.
void rxtrace_hand_on(const uint64_t *tickets, size_t count, uint32_t node);

/// The record of an open call of the thread's recording. NULL if the thread has left the record's chunk.
///
/// The thread may since have taken so many chunks that the current one has the same number modulo 2^16. The place in
/// the current chunk is then either not written yet (beyond `next`), or holds a later call, made within this one, which
/// has ended (is not TRACE_OPEN).
static inline rxtrace_record *rxtrace_record_at_hand(const rxtrace_thread *thread, uint64_t call) {
    if ((uint16_t)((call ^ thread->place) >> TRACE_CALL_CHUNK) != 0) return NULL;
    rxtrace_record *record = (rxtrace_record *)((char *)thread->current + (call & TRACE_CALL_RECORD));
    return record < thread->next && record->duration == TRACE_OPEN ? record : NULL;
}

/// Ends the thread's innermost call by a record of its own, because the thread has left the chunk of the call's record.
void rxtrace_close_elsewhere(uint64_t ticks);

static inline void rxtrace_close_at(rxtrace_thread *thread, uint64_t ticks, uint64_t call) {
    rxtrace_record *record = rxtrace_record_at_hand(thread, call);
    if (thread->depth > 0) thread->depth--;
    if (__builtin_expect(thread->depth < thread->described, 0)) rxtrace_forget_descriptions(thread);
    if (__builtin_expect(record == NULL, 0)) return rxtrace_close_elsewhere(ticks);
    __atomic_store_n(&record->duration, ticks - record->start, __ATOMIC_RELEASE);
}

/// Ends a call that changed the thread's context, or whose chunk the thread has left. Ignores a call of an earlier
/// recording.
void rxtrace_close_apart(uint64_t call);

/// Ends a call.
static inline void rxtrace_close(uint64_t call) {
    rxtrace_thread *thread = rxtrace_current;
    if (__builtin_expect((call ^ thread->place) >> TRACE_CALL_CHUNK != 0, 0)) return rxtrace_close_apart(call);
    rxtrace_close_at(thread, thread->last = rxtrace_ticks(), call);
}

/// As `rxtrace_close`, for a call that ends a few instructions after the thread last read the clock.
static inline void rxtrace_close_next(uint64_t call) {
    rxtrace_thread *thread = rxtrace_current;
    if (__builtin_expect((call ^ thread->place) >> TRACE_CALL_CHUNK != 0, 0)) return rxtrace_close_apart(call);
    rxtrace_close_at(thread, thread->last, call);
}

/// Details of a call. A field that is NULL or 0 is left out.
typedef struct rxtrace_details {
    const void *type;                 // the metadata of the type that received the call
    const uint8_t *text;              // the text of the call's value
    size_t text_count;
    const unsigned long *stack;       // the return addresses that led to the call
    size_t stack_count;
} rxtrace_details;

/// As `rxtrace_open`, with details.
uint64_t rxtrace_open_with(uint8_t operation, uint32_t node, uint8_t detail, uint64_t value, rxtrace_details details);

/// As `rxtrace_open_with`, and adds the calling thread's return addresses to the details.
uint64_t rxtrace_open_here(uint8_t operation, uint32_t node, uint8_t detail, uint64_t value, rxtrace_details details);

/// As `rxtrace_open_here`, for an event that the user's code sends. If the return addresses equal those of the event
/// that the thread sent before, as in a loop, they are left out and TRACE_SENT_AGAIN is set in `detail`.
uint64_t rxtrace_open_send(uint8_t operation, uint32_t node, uint8_t detail, uint64_t value, rxtrace_details details);

/// As `rxtrace_open`, for the end of an object, with the return addresses of the code that released it.
uint64_t rxtrace_open_end(uint8_t operation, uint32_t node);

/// Defines a node in the running recording.
///
/// - Parameter owner: the number of the node that this one works for, 0 for none.
static inline void rxtrace_define(uint32_t node, uint8_t role, uint32_t behaviors, uint32_t owner, const void *type,
                                  bool is_early) {
    rxtrace_thread *thread = rxtrace_room();
    if (__builtin_expect(thread == NULL, 0)) return;
    rxtrace_record *record = thread->next;
    *record = (rxtrace_record){
        .start = (uint64_t)(uintptr_t)type, .duration = (uint64_t)behaviors << 32 | owner, .value = is_early,
        .node = node, .operation = TRACE_DETAIL_NODE, .detail = role};
    rxtrace_publish(thread, record);
}

/// Records the name of a node that has been defined.
void rxtrace_name(uint32_t node, const uint8_t *name, size_t count);

/// Sets the value of the thread's innermost open call once the value is known, such as a returned disposable.
void rxtrace_set_value(uint64_t call, uint64_t value);

#endif
