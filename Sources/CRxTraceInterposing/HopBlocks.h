// Wrapping the blocks that hops hand on, so that their work is recorded.

#ifndef C_HOP_BLOCKS_H
#define C_HOP_BLOCKS_H

#include "CRxTraceBuffer.h"
#include "Orders/TurnHandOn.h"

#if defined(__linux__)

typedef struct rxtrace_block_descriptor {
    unsigned long reserved;
    unsigned long size;
    void (*copy)(void *to, const void *from);
    void (*dispose)(const void *block);
} rxtrace_block_descriptor;

/// The header of a block. See clang's docs/Block-ABI-Apple.rst.
typedef struct rxtrace_block {
    void *kind;
    int flags;
    int reserved;
    void (*invoke)(struct rxtrace_block *block);
    const rxtrace_block_descriptor *descriptor;
} rxtrace_block;

/// A block that calls another block, which it retains.
typedef struct rxtrace_wrapped_block {
    rxtrace_block head;
    rxtrace_block *work;
    _Atomic(uint64_t) ticket;
    // Only where threads are under control: the place where the block was handed on, and when; and the work item made of the block.
    _Atomic(uint32_t) place;
    turn_gift gift;
    rxtrace_block *item;
    void *source;                 // of which it is the handler of events; NULL for none
} rxtrace_wrapped_block;

/// Makes `wrapped`, a variable of the caller, a block around `work`, valid until the caller returns. Returns the block,
/// or `work` itself if the runtime of blocks is not linked.
///
/// - Parameter is_turn: whether the block may run more than once.
rxtrace_block *rxtrace_wrap_block(rxtrace_wrapped_block *wrapped, rxtrace_block *work, uint64_t ticket, bool is_turn);

/// As `rxtrace_wrap_block`, for the block of a work item that is being made. If `ticket` is 0, `rxtrace_hand_on_item`
/// sets it later.
rxtrace_block *rxtrace_wrap_item(rxtrace_wrapped_block *wrapped, rxtrace_block *work, uint64_t ticket);

/// Whether a block is a work item (made by `dispatch_block_create`). A work item must not be wrapped, for it could then
/// not be cancelled or waited for.
///
/// - Parameter make: the system's `dispatch_block_create`. If NULL, every block may be a work item.
bool rxtrace_is_item(const rxtrace_block *block, rxtrace_block *(*make)(unsigned long flags, rxtrace_block *block));

/// Sets the hop that hands on a work item. An item that is handed on twice before it runs has no hop.
void rxtrace_hand_on_item(rxtrace_block *item, uint64_t ticket, const turn_thread *turn);

/// Lets a wrapped block know the work item made of it, so that it checks for cancellation once more when it runs.
void rxtrace_keep_item(rxtrace_block *item);

#endif

#endif
