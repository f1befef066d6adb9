// Hops: work that the program itself hands on to a dispatch queue, an operation queue, a task or a thread.
//
// A function that stands in front of the system's records a `hop` and calls the system's. The work then runs within an
// `invoke` that names the hop.

#ifndef C_TRACE_HOPS_H
#define C_TRACE_HOPS_H

#include <stdbool.h>
#include <stdint.h>

/// How work is handed on. HopLabel.swift has a word for each, in this order.
enum {
    TRACE_HOP_ASYNC,
    TRACE_HOP_ASYNC_AFTER,
    TRACE_HOP_GROUP_NOTIFY,
    TRACE_HOP_ITEM_NOTIFY,
    TRACE_HOP_SOURCE,
    TRACE_HOP_OPERATION,
    TRACE_HOP_FOUNDATION,
    TRACE_HOP_TASK,
    TRACE_HOP_LET,
    TRACE_HOP_THREAD,
    TRACE_HOP_PTHREAD,
    TRACE_HOP_LABELS,
};

/// The numbers that stand for hops in recordings.
typedef struct rxtrace_hop_words {
    uint8_t hop;              // the number of the operation `hop`
    uint8_t invoke;           // the number of the operation `invoke`
    uint8_t first_label;      // the label of TRACE_HOP_ASYNC; the others follow
    bool has_sites;           // whether return addresses are recorded with a hop
} rxtrace_hop_words;

/// Has hops recorded from now on.
void rxtrace_record_hops(rxtrace_hop_words words);

/// Has no hops recorded from now on.
void rxtrace_ignore_hops(void);

/// Sets whether the calling thread hands on work of the library itself, which is recorded as `schedule` and not as a
/// hop. Returns the former value, for the caller to restore.
bool rxtrace_hand_on_own_work(bool is_own);

#endif
