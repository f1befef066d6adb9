// The records of calls in memory: all of one size, in chunks.

#ifndef C_TRACE_RECORD_H
#define C_TRACE_RECORD_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

/// One entry of a buffer: a call, or a detail.
typedef struct rxtrace_record {
    uint64_t start;       // ticks; in a detail, its first word
    uint64_t duration;    // ticks, TRACE_OPEN while the call runs; in a detail, its second word
    uint64_t value;       // the event's value or the operation's own word
    uint32_t node;        // the node's id, 0 for none
    uint8_t operation;    // a call's operation, below TRACE_OPERATIONS; from there on, the kind of detail
    uint8_t detail;       // a call's event kind and value kind, or its label
    uint16_t depth;       // how many calls were open on this thread
} rxtrace_record;

static const uint64_t TRACE_OPEN = UINT64_MAX;

/// How many words a detail has for text or addresses: `start`, `duration` and `value`.
enum { TRACE_DETAIL_WORDS = 3 };

/// How many operations there may be. Which there are is for RxTraceKit to say: here they are numbers.
enum { TRACE_OPERATIONS = 0xE0 };

/// The kinds of detail. Those that belong to a call, or to a node, follow it and become readable together with it.
enum {
    TRACE_DETAIL_NODE = TRACE_OPERATIONS, // what a node is: `start` its type, `detail` its role, `value` 1 if it is early,
                                      // `duration` its owner and, above 32 bits, its behaviors
    TRACE_DETAIL_NAME,                // its name, 24 bytes per record; the first one's `depth` says how many there are
    TRACE_DETAIL_TEXT,                // the value of a call, likewise
    TRACE_DETAIL_TYPE,                // the type that received a call, in `start`
    TRACE_DETAIL_STACK,               // return addresses that led to a call, innermost first, three a record; `depth` likewise
    TRACE_DETAIL_CLOSE,               // ends the call open at `depth`; `start` is when
    TRACE_DETAIL_VALUE,               // gives the call open at `depth` another value
    TRACE_DETAIL_KEPT,                // something is kept of a call open below `depth`: `value` is the ticket that names it;
                                      // `detail` is 1 if it is the call before, which has returned
    TRACE_DETAIL_ORIGIN,              // the next call, if it is made at `depth` on `node`, hands on what was kept by the
                                      // tickets, `detail` of them: `value`, `start`, `duration`
    TRACE_DETAIL_GAP,                 // a call is missing here
    TRACE_DETAIL_END,
};
_Static_assert(TRACE_DETAIL_END <= UINT8_MAX + 1, "a kind of detail takes one byte");

/// How many bits of a ticket in a record count within a range of tickets; those above them number the range, from 1. A
/// range is one thread's.
enum { TRACE_TICKET_RANGE_BITS = 20 };

/// In the detail of an event that is sent: the stack is that of the thread's last one. Only the writer sees it.
enum { TRACE_SENT_AGAIN = 0x40 };

/// How many return addresses are kept per call at most, and per event that is sent: hardly more lie between the user's
/// code and the recording.
enum { TRACE_STACK_LIMIT = 15, TRACE_SENT_STACK_LIMIT = 20 };

enum { TRACE_CHUNK_BYTES = 1 << 16 };

typedef struct rxtrace_chunk {
    _Atomic(struct rxtrace_chunk *) next;
    _Atomic(rxtrace_record *) end;      // one past the last complete record
    uint64_t reserved[2];
    rxtrace_record records[];
} rxtrace_chunk;

enum { TRACE_CHUNK_RECORDS = (TRACE_CHUNK_BYTES - sizeof(rxtrace_chunk)) / sizeof(rxtrace_record) };

/// How a record says a depth: calls below the deepest all have that.
static inline uint16_t rxtrace_depth(uint32_t depth) {
    return depth < UINT16_MAX - 1 ? (uint16_t)depth : UINT16_MAX - 1;
}

#endif
