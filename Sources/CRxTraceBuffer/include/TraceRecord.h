// Records in memory: all have 32 bytes and stand in chunks of 64 KB.

#ifndef C_TRACE_RECORD_H
#define C_TRACE_RECORD_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

/// A call, or a detail of a call or node.
typedef struct rxtrace_record {
    uint64_t start;       // ticks; in a detail, the first word
    uint64_t duration;    // ticks, TRACE_OPEN while the call runs; in a detail, the second word
    uint64_t value;       // the event's value, or what the operation defines; in a detail, the third word
    uint32_t node;        // the node's id, 0 for none
    uint8_t operation;    // a call's operation if below TRACE_OPERATIONS, otherwise the kind of detail
    uint8_t detail;       // a call's event kind and value kind, or the call's label
    uint16_t depth;       // how many calls were open on the thread; see `rxtrace_depth`
} rxtrace_record;

static const uint64_t TRACE_OPEN = UINT64_MAX;

/// How many words a detail has for text or addresses: `start`, `duration` and `value`.
enum { TRACE_DETAIL_WORDS = 3 };

/// A longer text is cut to so many bytes: its first detail has their number in 16 bits.
enum { TRACE_LONGEST_TEXT = 48000 };

/// The number of operations is limited to this. RxTraceKit's table defines them; C knows them as numbers only.
enum { TRACE_OPERATIONS = 0xE0 };

/// The kinds of detail. The details of a call follow its record and are published together with it.
enum {
    TRACE_DETAIL_NODE = TRACE_OPERATIONS, // a node: `start` is its type, `detail` its role, `value` 1 if it is early,
                                      // `duration` its owner and, from bit 32 on, its behaviors
    TRACE_DETAIL_NAME,                // a node's name, 24 bytes per record; the first one's `depth` is its length
    TRACE_DETAIL_TEXT,                // the text of a call's value, laid out like a name
    TRACE_DETAIL_TYPE,                // the type that received a call, in `start`
    TRACE_DETAIL_STACK,               // a call's return addresses, innermost first, 3 per record, counted like a name
    TRACE_DETAIL_CLOSE,               // ends the call open at `depth`; `start` is when
    TRACE_DETAIL_VALUE,               // replaces the value of the call open at `depth`
    TRACE_DETAIL_KEPT,                // an element is kept of a call open below `depth`; `value` is its ticket;
                                      // `detail` is 1 if the call has just returned
    TRACE_DETAIL_ORIGIN,              // the next call, if made at `depth` on `node`, hands on the elements with the
                                      // first `detail` of the tickets `value`, `start`, `duration`
    TRACE_DETAIL_GAP,                 // a call is missing here
    TRACE_DETAIL_END,
};
_Static_assert(TRACE_DETAIL_END <= UINT8_MAX + 1, "a kind of detail takes one byte");

/// How many low bits of a ticket count within a range of tickets. The bits above are the range's number within the
/// recording, from 1. A range belongs to one thread.
enum { TRACE_TICKET_RANGE_BITS = 20 };

/// Set in `detail` of a sent event whose stack equals that of the event that the thread sent before. The writer of the
/// recording clears it.
enum { TRACE_SENT_AGAIN = 0x40 };

/// The most return addresses per call, and per sent event. Hardly more calls lie between the user's code and the
/// recording point.
enum { TRACE_STACK_LIMIT = 15, TRACE_SENT_STACK_LIMIT = 20 };

enum { TRACE_CHUNK_BYTES = 1 << 16 };

typedef struct rxtrace_chunk {
    _Atomic(struct rxtrace_chunk *) next;
    _Atomic(rxtrace_record *) end;      // one past the last complete record
    uint64_t reserved[2];
    rxtrace_record records[];
} rxtrace_chunk;

enum { TRACE_CHUNK_RECORDS = (TRACE_CHUNK_BYTES - sizeof(rxtrace_chunk)) / sizeof(rxtrace_record) };

/// The depth as a record holds it: all depths beyond the limit are recorded as the limit.
static inline uint16_t rxtrace_depth(uint32_t depth) {
    return depth < UINT16_MAX - 1 ? (uint16_t)depth : UINT16_MAX - 1;
}

#endif
