// Blocks that are handed on: wrapped, so that their work is recorded.

#ifndef C_HOP_BLOCKS_H
#define C_HOP_BLOCKS_H

#include "CRxTraceBuffer.h"

#if defined(__linux__)

typedef struct rxtrace_block_descriptor {
    unsigned long reserved;
    unsigned long size;
    void (*copy)(void *to, const void *from);
    void (*dispose)(const void *block);
} rxtrace_block_descriptor;

/// The head of a block, as the compiler lays it out.
typedef struct rxtrace_block {
    void *kind;
    int flags;
    int reserved;
    void (*invoke)(struct rxtrace_block *block);
    const rxtrace_block_descriptor *descriptor;
} rxtrace_block;

/// A block around another one, which it keeps as long as it is kept itself.
typedef struct rxtrace_wrapped_block {
    rxtrace_block head;
    rxtrace_block *work;
    _Atomic(uint64_t) ticket;
    // Where threads have turns: the number of the place where it was handed on, and the item made of it.
    _Atomic(uint32_t) place;
    rxtrace_block *item;
} rxtrace_wrapped_block;

/// A block on the stack around `work`, to be used until the function returns that has `wrapped`; `work` itself where
/// there are no blocks.
///
/// - Parameter is_turn: whether it may run again and again.
rxtrace_block *rxtrace_wrap_block(rxtrace_wrapped_block *wrapped, rxtrace_block *work, uint64_t ticket, bool is_turn);

/// As that, around the block of a work item that is being made. Its hop is told later, where the ticket is 0.
rxtrace_block *rxtrace_wrap_item(rxtrace_wrapped_block *wrapped, rxtrace_block *work, uint64_t ticket);

/// Whether a block is a work item's, which has a quality of service and can be cancelled and waited for: it cannot be
/// wrapped.
///
/// - Parameter make: the system's `dispatch_block_create`; where there is none, each block may be an item's.
bool rxtrace_is_item(const rxtrace_block *block, rxtrace_block *(*make)(unsigned long flags, rxtrace_block *block));

/// Tells a work item which hop hands it on. An item that is handed on twice before it runs has none.
void rxtrace_hand_on_item(rxtrace_block *item, uint64_t ticket, uint32_t place);

/// Has an item that was made of a wrapped block looked at once more as it runs: whether it was cancelled.
void rxtrace_keep_item(rxtrace_block *item);

#endif

#endif
