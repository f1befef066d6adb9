/// A line of a drawn tree: a call, or several like it that follow each other, with all that is below them. A
/// ``TreeLink`` holds the part of it that is looked at when rows are compared.
struct TreeRow {
    /// No row.
    static let none: Int32 = -1

    /// The first of the calls.
    var call: Trace.Call
    /// The place of that call in ``FoldedTree/places``.
    var place: UInt32
    /// The value of the last of the calls, where it is not the first one's.
    var lastValue: String?
    /// The subscription of the last of the calls.
    var lastSubscription: Int?
    /// For a schedule: how often its work ran, and the first of these calls.
    var works = 0
    var firstWork: (call: Int, thread: Int)?
    /// For work: the scheduler's node.
    var scheduler: Int?
    /// The work the call was made in.
    var turn = TreeRow.none
    /// Why nobody took the event of the first of the calls.
    var lost: LostEvent?
    /// What another thread still sent to the receiver when the first of the calls did.
    var overlap: OverlappingSends.Send?
}

/// Where a row stands, and a number for its text: little enough for the links of a whole tree to stay near the
/// processor.
struct TreeLink {
    struct Flags: OptionSet {
        let rawValue: UInt16
        /// The call hangs below its cause, rather than below its caller.
        static let isWork = Flags(rawValue: 1)
        /// Work that ran on its own, not within another call of its thread.
        static let isApart = Flags(rawValue: 2)
        /// The call ran on another thread than the row above it.
        static let changesThread = Flags(rawValue: 4)
        /// The call is the first to speak of its node or subscription, and so shows where that was made.
        static let introduces = Flags(rawValue: 8)
        /// More calls may come below the row.
        static let isOpen = Flags(rawValue: 16)
        /// The row is no call: it stands for rounds of the rows below it.
        static let isRound = Flags(rawValue: 32)
        /// The calls it stands for name several nodes.
        static let hasOtherNodes = Flags(rawValue: 64)
        /// The calls it stands for were handed events with different values.
        static let hasOtherValues = Flags(rawValue: 128)
        /// A schedule caused the call.
        static let isScheduled = Flags(rawValue: 256)
        /// The call is the first to name a node that was made before the recording.
        static let namesEarly = Flags(rawValue: 512)
        /// A hop of the program's own caused the call.
        static let isHopped = Flags(rawValue: 1024)
        /// Another thread still sent to the receiver when the call did.
        static let overlaps = Flags(rawValue: 2048)
    }

    var flags: Flags
    /// How many hops that are not shown lie between it and the row above, in the canonical form.
    var hiddenHops: UInt16 = 0
    /// How many calls in a row the row stands for.
    var count: UInt32 = 1
    var parent: Int32
    var firstChild = TreeRow.none
    var lastChild = TreeRow.none
    var next = TreeRow.none
    /// Numbers for the row's text without the rows below it, and with them: see ``TreeShapes``.
    var key: Int32 = 0
    var shape: Int32 = 0
}
