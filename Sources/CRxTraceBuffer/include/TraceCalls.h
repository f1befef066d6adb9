// The recording points: how calls open and close.
//
// Everything a recorded call runs through is `static inline`, so that it inlines into Swift. A thread writes only into
// the chunk it is in: a call that ends after its thread went on to another chunk is closed by a record of its own, so
// that a chunk that is left behind can be written to a file and used again.

#ifndef C_TRACE_CALLS_H
#define C_TRACE_CALLS_H

#include "TraceClock.h"
#include "TraceIdentity.h"
#include "TraceThread.h"

// The token of a call is its recording's number in 31 bits from 32 on, 16 bits that tell the thread's chunks apart from 16
// on, and from 5 on where in the chunk its record is; 0 for a call without one. What lies below, and the highest bit,
// is for calls that change the thread's context.

enum { TRACE_CALL_EPOCH = 32, TRACE_CALL_CHUNK = 16, TRACE_CALL_RECORD = 0xffe0 };
_Static_assert(TRACE_CHUNK_BYTES == 1 << TRACE_CALL_CHUNK, "the places in a chunk take the bits below the chunk's");
_Static_assert(sizeof(rxtrace_record) == 32 && offsetof(rxtrace_chunk, records) == 32,
               "a record's place has no bit below 5, and is not 0");

/// The number of the recording that the thread takes part in, as its calls' tokens have it.
static inline uint64_t rxtrace_call_epoch(const rxtrace_thread *thread) { return thread->epoch & TRACE_EPOCH_BITS; }

static inline bool rxtrace_has_record(uint64_t call) { return (call & TRACE_CALL_RECORD) != 0; }

/// Opens a call whose details, if any, stand behind it up to `next`.
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

/// Counts a call that is not recorded. Returns 0.
uint64_t rxtrace_drop_call(void);

/// As `rxtrace_open`, on an object that belongs to one subscription: its calls are recorded, or left out, whatever the
/// thread was doing before.
uint64_t rxtrace_open_bound(uint8_t operation, uint32_t node, uint8_t detail, uint64_t value);

/// Whether a call on the node would be recorded, with the value that it is handed.
static inline bool rxtrace_takes_value(uint32_t node) {
    return rxtrace_is_bound(node) ? !rxtrace_is_left_out(node) : rxtrace_room() != NULL;
}

/// Starts a call. Returns the token for `rxtrace_close`, 0 when the call was not recorded.
static inline uint64_t rxtrace_open(uint8_t operation, uint32_t node, uint8_t detail, uint64_t value) {
    if (rxtrace_is_bound(node)) return rxtrace_open_bound(operation, node, detail, value);
    rxtrace_thread *thread = rxtrace_room();
    if (__builtin_expect(thread == NULL, 0)) return rxtrace_drop_call();
    return rxtrace_open_at(thread, thread->last = rxtrace_ticks(), operation, node, detail, value);
}

/// As `rxtrace_open`, for a call made with nothing but a few instructions since the call before it was opened: it starts
/// when that did. Reading the clock takes longer than such a step.
static inline uint64_t rxtrace_open_next(uint8_t operation, uint32_t node, uint8_t detail, uint64_t value) {
    if (rxtrace_is_bound(node)) return rxtrace_open_bound(operation, node, detail, value);
    rxtrace_thread *thread = rxtrace_room();
    if (__builtin_expect(thread == NULL, 0)) return rxtrace_drop_call();
    return rxtrace_open_at(thread, thread->last, operation, node, detail, value);
}

/// A call and a number that no other call of its recording has.
typedef struct rxtrace_ticketed {
    uint64_t call;
    uint64_t ticket;
} rxtrace_ticketed;

/// As `rxtrace_open`; the call's value is a ticket, by which others can name the call. Both are 0 for one not recorded,
/// but for one of a subscription that is left out: then the ticket says that.
rxtrace_ticketed rxtrace_open_ticketed(uint8_t operation, uint32_t node);

/// As `rxtrace_open`, for the work that a call with the ticket asked for.
uint64_t rxtrace_open_caused(uint8_t operation, uint32_t node, uint64_t ticket);

/// A ticket for the call that hands the thread the element it keeps now: the innermost open call that hands an event
/// over, or else the innermost call. Elements kept without a call in between have the same ticket. 0 where there is
/// none.
uint64_t rxtrace_keep(void);

/// A ticket for the call that the thread has just ended, by which an object was made with its first element.
uint64_t rxtrace_keep_made(void);

/// Lets the call that the thread makes next, if it is one on `node`, hand on the element kept by a ticket, or one made
/// of several such elements.
void rxtrace_hand_on(const uint64_t *tickets, size_t count, uint32_t node);

/// The record of a running call of the thread's recording; NULL where the thread has left the chunk it is in.
///
/// That chunk may have been written to the file, given back and taken again since, and so may the 16 bits that tell it
/// from others. The record's memory is then either not written yet, or it belongs to a later call that was made within
/// this one and is over.
static inline rxtrace_record *rxtrace_record_at_hand(const rxtrace_thread *thread, uint64_t call) {
    if ((uint16_t)((call ^ thread->place) >> TRACE_CALL_CHUNK) != 0) return NULL;
    rxtrace_record *record = (rxtrace_record *)((char *)thread->current + (call & TRACE_CALL_RECORD));
    return record < thread->next && record->duration == TRACE_OPEN ? record : NULL;
}

/// Ends a call by a record of its own, because the thread has left the chunk in which the call began.
void rxtrace_close_elsewhere(uint64_t ticks);

static inline void rxtrace_close_at(rxtrace_thread *thread, uint64_t ticks, uint64_t call) {
    rxtrace_record *record = rxtrace_record_at_hand(thread, call);
    if (thread->depth > 0) thread->depth--;
    if (__builtin_expect(thread->depth < thread->described, 0)) rxtrace_forget_descriptions(thread);
    if (__builtin_expect(record == NULL, 0)) return rxtrace_close_elsewhere(ticks);
    __atomic_store_n(&record->duration, ticks - record->start, __ATOMIC_RELEASE);
}

/// Ends a call within which the thread had another context, or went on to another chunk. A call that began in a recording
/// the thread has left is passed over.
void rxtrace_close_apart(uint64_t call);

/// Ends a call.
static inline void rxtrace_close(uint64_t call) {
    rxtrace_thread *thread = rxtrace_current;
    if (__builtin_expect((call ^ thread->place) >> TRACE_CALL_CHUNK != 0, 0)) return rxtrace_close_apart(call);
    rxtrace_close_at(thread, thread->last = rxtrace_ticks(), call);
}

/// As `rxtrace_close`, for a call that ends a few instructions after the last one did.
static inline void rxtrace_close_next(uint64_t call) {
    rxtrace_thread *thread = rxtrace_current;
    if (__builtin_expect((call ^ thread->place) >> TRACE_CALL_CHUNK != 0, 0)) return rxtrace_close_apart(call);
    rxtrace_close_at(thread, thread->last, call);
}

/// Details of a call; a field that is null or 0 says nothing.
typedef struct rxtrace_details {
    const void *type;                 // the type that received it
    const uint8_t *text;              // its value
    size_t text_count;
    const unsigned long *stack;       // the return addresses that led to it
    size_t stack_count;
} rxtrace_details;

/// As `rxtrace_open`, with details.
uint64_t rxtrace_open_with(uint8_t operation, uint32_t node, uint8_t detail, uint64_t value, rxtrace_details details);

/// As `rxtrace_open_with`, with the return addresses that led here.
uint64_t rxtrace_open_here(uint8_t operation, uint32_t node, uint8_t detail, uint64_t value, rxtrace_details details);

/// The same for an event that is sent. Many are sent from one place after the other: a call that comes from where the
/// thread's last one came from has TRACE_SENT_AGAIN in its detail instead.
uint64_t rxtrace_open_send(uint8_t operation, uint32_t node, uint8_t detail, uint64_t value, rxtrace_details details);

/// As `rxtrace_open_with`, for the end of an object: with the return addresses of the code that let go of it.
uint64_t rxtrace_open_end(uint8_t operation, uint32_t node);

/// Defines a node in the recording.
///
/// - Parameter owner: the number of the node it works for, 0 for none.
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

/// Gives a node that the recording knows a name.
void rxtrace_name(uint32_t node, const uint8_t *name, size_t count);

/// Replaces the value of the running call once it is known, such as the disposable a subscribe returned.
void rxtrace_set_value(uint64_t call, uint64_t value);

#endif
