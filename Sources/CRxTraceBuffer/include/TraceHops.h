// Work that the program hands on by itself: to a dispatch queue, an operation queue, a task or a thread.
//
// Functions of the system by which that is done are defined in the program once more: each records a `hop` and goes on
// to the next definition. The work then runs within an `invoke` that names the hop.

#ifndef C_TRACE_HOPS_H
#define C_TRACE_HOPS_H

#include <stdbool.h>
#include <stdint.h>

/// By what work is handed on. Swift's words for them are in HopLabel.swift, in this order.
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

/// The numbers that a recording has for hops.
typedef struct rxtrace_hop_words {
    uint8_t hop;              // the operations
    uint8_t invoke;
    uint8_t first_label;      // the label of TRACE_HOP_ASYNC
    bool has_sites;           // whether places in the source are kept
} rxtrace_hop_words;

/// Lets recordings that start from now on have hops.
void rxtrace_record_hops(rxtrace_hop_words words);

/// Lets recordings that start from now on have none.
void rxtrace_ignore_hops(void);

/// Says whether the calling thread hands on work of the library's own, which has a ticket. Returns whether it did
/// before.
bool rxtrace_hand_on_own_work(bool is_own);

#endif
