/// A call as a recording holds it.
struct RecordedCall {
    /// Ticks.
    var start: UInt64 = 0
    /// Ticks; ``open`` for a call that had not returned.
    var duration: UInt64 = 0
    /// The event's value, or a number whose meaning depends on the operation.
    var value: UInt64 = 0
    /// The node's recorded number, 0 for none.
    var node: UInt32 = 0
    var operation: UInt8 = 0
    /// The event's kind and value kind, the handler's label, or the subscribe's flags.
    var detail: UInt8 = 0
    /// How many calls were open around it.
    var depth: Int32 = 0
    /// Which of the block's ``RecordedCalls/attachments`` is its own, -1 for none.
    var attachment: Int32 = -1
    /// Whether calls of its thread that were made before it are missing.
    var followsLoss = false
    /// Where something was kept of it, its place in the thread's ``KeptCalls``; -1 elsewhere.
    var keeper: Int32 = -1

    /// Ticks; ``open`` for a call that had not returned.
    var end: UInt64 { duration == Self.open ? Self.open : start &+ duration }

    static let open = UInt64.max
}

/// Details that few calls have any of.
struct RecordedAttachment {
    /// Where the value's text is in the block.
    var text: Range<Int>?
    /// The receiver's type, where it is not the node's; -1 for none.
    var type: Int32 = -1
    /// The stack that led to the call; -1 for none.
    var stack: Int32 = -1
    /// Which of the block's ``RecordedCalls/origins`` name the calls that handed in the elements.
    var origins = 0..<0
}
