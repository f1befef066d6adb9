// Hops by blocks that are handed to dispatch queues.

#include "HopBlocks.h"
#include "HopFunctions.h"
#include "InterposingParts.h"
#include "Orders/TurnHandOn.h"
#include "Orders/TurnQueues.h"

void rxtrace_link_queue_hops(void) {}

#if defined(__linux__)

typedef void *object;
typedef rxtrace_block *block;

// The block to make a work item of. An operation queue makes an operation's item when the operation is added, which is
// the hop. It hands on the item when the operation may run, perhaps as another operation ends, which is no hop.
static block of_item(const uintptr_t *frame, rxtrace_wrapped_block *wrapped, block work) {
    if (work == NULL) return work;
    return rxtrace_wrap_item(wrapped, work, rxtrace_record_hop(TRACE_HOP_OPERATION, frame).ticket);
}

static block kept(block made);

// DISPATCH_BLOCK_BARRIER.
enum { IS_BARRIER = 1 };

REPLACE(block, dispatch_block_create, unsigned long flags, block work) {
    if ((flags & IS_BARRIER) != 0) turn_note_barrier();
    rxtrace_wrapped_block wrapped;
    if (rxtrace_is_on() || turns_on()) work = of_item(__builtin_frame_address(0), &wrapped, work);
    return kept(NEXT(dispatch_block_create)(flags, work));
}

REPLACE(block, dispatch_block_create_with_qos_class, unsigned long flags, unsigned int quality, int priority, block work) {
    if ((flags & IS_BARRIER) != 0) turn_note_barrier();
    rxtrace_wrapped_block wrapped;
    if (rxtrace_is_on() || turns_on()) work = of_item(__builtin_frame_address(0), &wrapped, work);
    return kept(NEXT(dispatch_block_create_with_qos_class)(flags, quality, priority, work));
}

// Under control, a work item checks for cancellation when it runs, and so has to be known.
static block kept(block made) {
    if (turns_on() && made != NULL && rxtrace_is_item(made, NEXT_IF_ANY(dispatch_block_create))) rxtrace_keep_item(made);
    return made;
}

// Records the hop of `work`. Returns the block to hand on in its place.
static block handed_on(uint8_t label, const uintptr_t *frame, rxtrace_wrapped_block *wrapped, block work,
                       const turn_thread *turn) {
    if (work == NULL) return work;
    rxtrace_hop hop = rxtrace_record_hop(label, frame);
    // Under control, the start of any work is a switching point.
    if (!hop.is_recorded && !turns_on()) return work;
    if (!rxtrace_is_item(work, NEXT_IF_ANY(dispatch_block_create))) {
        work = rxtrace_wrap_block(wrapped, work, hop.ticket, label == TRACE_HOP_SOURCE);
        if (work != &wrapped->head) return work;
        atomic_init(&wrapped->place, turn_handed_within(turn));
        wrapped->gift = turn_gift_of(turn);
        return work;
    }
    rxtrace_hand_on_item(work, hop.ticket, turn);
    return work;
}

// Hands on `work`, the last argument, through the system's function.
#define HAND_ON(label, name, ...)                                                                           \
    const uintptr_t *frame = __builtin_frame_address(0);                                                    \
    HAND_ON_IN_TURN(turn_hand_on(frame), label, name, __VA_ARGS__)

#define HAND_ON_IN_TURN(in_turn, label, name, ...) HAND_ON_NOTED(in_turn, label, (void)0, name, __VA_ARGS__)

// `note` is what a block of ours around the work is to know.
#define HAND_ON_NOTED(in_turn, label, note, name, ...)                                                      \
    rxtrace_wrapped_block wrapped;                                                                          \
    turn_thread *turn = in_turn;                                                                            \
    if (rxtrace_is_on() || turns_on()) work = handed_on(label, frame, &wrapped, work, turn);                \
    if (work == &wrapped.head) note;                                                                        \
    NEXT(name)(__VA_ARGS__, work);                                                                          \
    turn_handed_on(turn);

REPLACE(void, dispatch_async, object queue, block work) {
    const uintptr_t *frame = __builtin_frame_address(0);
    bool is_unseen = turns_on() && (rxtrace_is_of_pool(queue) || turn_begins_in_any_order(queue));
    HAND_ON_IN_TURN(is_unseen ? turn_hand_on_unseen(frame) : turn_hand_on_to_queue(frame, queue), TRACE_HOP_ASYNC, dispatch_async,
                    queue)
}

REPLACE(void, dispatch_barrier_async, object queue, block work) {
    turn_note_held_back(queue);
    const uintptr_t *frame = __builtin_frame_address(0);
    HAND_ON_IN_TURN(turn_hand_on_to_queue(frame, queue), TRACE_HOP_ASYNC, dispatch_barrier_async, queue)
}

// Who waits for the group may see that the work was handed on early.
REPLACE(void, dispatch_group_async, object group, object queue, block work) {
    const uintptr_t *frame = __builtin_frame_address(0);
    HAND_ON_IN_TURN(turn_hand_on_to_queue(frame, queue), TRACE_HOP_ASYNC, dispatch_group_async, group, queue)
}

REPLACE(void, dispatch_after, uint64_t when, object queue, block work) {
    turn_hand_on_at(when);
    HAND_ON(TRACE_HOP_ASYNC_AFTER, dispatch_after, when, queue)
}

REPLACE(void, dispatch_group_notify, object group, object queue, block work) {
    HAND_ON(TRACE_HOP_GROUP_NOTIFY, dispatch_group_notify, group, queue)
}

REPLACE(void, dispatch_block_notify, object item, object queue, block work) {
    HAND_ON(TRACE_HOP_ITEM_NOTIFY, dispatch_block_notify, item, queue)
}

#define HAND_ON_TO_SOURCE(name, note)                                                                       \
    const uintptr_t *frame = __builtin_frame_address(0);                                                    \
    HAND_ON_NOTED(turn_hand_on_to_source(frame, source), TRACE_HOP_SOURCE, note, name, source)

REPLACE(void, dispatch_source_set_event_handler, object source, block work) {
    HAND_ON_TO_SOURCE(dispatch_source_set_event_handler, wrapped.source = source)
}

REPLACE(void, dispatch_source_set_cancel_handler, object source, block work) {
    HAND_ON_TO_SOURCE(dispatch_source_set_cancel_handler, (void)0)
}

REPLACE(void, dispatch_source_set_registration_handler, object source, block work) {
    HAND_ON_TO_SOURCE(dispatch_source_set_registration_handler, (void)0)
}

#endif
