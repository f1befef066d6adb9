/// A call of a recording that has not returned, as the calls of a thread are gone through.
struct RecordedStackCall {
    /// The call's number in the trace; 0 where it is no part of it.
    var id: Int
    var operation: Trace.Operation?
    var detail: UInt8
    var value: UInt64
    /// The node's ``RecordedNodes`` slot.
    var node: Int32
    /// When it returned, in ticks; `RecordedCall.open` where that is not known.
    var end = RecordedCall.open
    /// The subscription the call belongs to; -1 for none.
    var subscription: Int32 = -1
    /// Where on the stack the innermost `subscribe` stands, this call included; -1 for none.
    var scope: Int32 = -1
    /// For an `invoke`, the subscription it was scheduled in.
    var scheduledIn: Int32 = -1

    /// The kind of event the call was handed: 1 next, 2 error, 3 completed.
    var eventKind: UInt8 { RecordedEventForm.kind(of: detail) }
    /// The slot-less number of who observes, for a `subscribe`.
    var observer: UInt32 { UInt32(truncatingIfNeeded: value) }
    /// For a `subscribe`, the number of the disposable that came of it.
    var disposable: UInt32 { UInt32(truncatingIfNeeded: value >> 32) }
    /// Whether it is the work of the program's own hop, which has no node: the program's code runs right below it.
    var isWorkOfHop: Bool { operation == .invoke && node < 0 }
}

/// The calls of a thread that have not returned, outermost first.
struct RecordedStack {
    var stack: [RecordedStackCall] = []

    /// A call that was lost, or made before the recording.
    static let unknown = RecordedStackCall(id: 0, operation: nil, detail: 0, value: 0, node: RecordedNodes.none)

    var last: RecordedStackCall { stack[stack.count - 1] }

    /// Calls of the thread are missing up to `time`: a call that is not known to have gone on until then may be another
    /// call by now. A call that goes on keeps the calls around it.
    mutating func forget(endedBefore time: UInt64) {
        let known = stack.lastIndex { $0.end != RecordedCall.open && $0.end > time }.map { $0 + 1 } ?? 0
        for place in known..<stack.count { stack[place] = Self.unknown }
    }

    /// The place of the call that the one at `place` was made in; nil where it is none of the trace's.
    func parent(of place: Int) -> Int? {
        place > 0 && stack[place - 1].id != 0 ? place - 1 : nil
    }

    /// As ``parent(of:)``, past the program's marks and hops: a call's meaning does not depend on those around it.
    func caller(of place: Int) -> Int? {
        var caller = parent(of: place)
        while let around = caller, stack[around].operation?.isNote ?? false || stack[around].isWorkOfHop {
            caller = parent(of: around)
        }
        return caller
    }

    /// Where the call with an id stands below `place`; nil where it does not.
    func place(of id: Int, before place: Int) -> Int? { stack[..<place].lastIndex { $0.id == id } }

    /// The subscription of the innermost call with one, from the one at `place` outwards; -1 for none.
    func nearestSubscription(from place: Int?) -> Int32 {
        var place = place
        while let current = place {
            if stack[current].subscription >= 0 { return stack[current].subscription }
            guard let outer = caller(of: current) else { return stack[current].scheduledIn }
            place = outer
        }
        return -1
    }
}

/// The facts that a recorded subscribe tells of itself.
package struct RecordedSubscribeFlags: OptionSet {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The flags as a recording keeps them. To make a set of flags, unspecialised code runs, for longer than the call
    /// takes to record.
    @inlinable package static func rawValue(begins: Bool, byUser: Bool) -> UInt8 {
        (begins ? 1 : 0) | (byUser ? 2 : 0)
    }

    /// The observer is not a sink that goes on upward: a subscription of its own begins.
    package static let begins = RecordedSubscribeFlags(rawValue: rawValue(begins: true, byUser: false))
    /// The user's code called it.
    package static let byUser = RecordedSubscribeFlags(rawValue: rawValue(begins: false, byUser: true))
}
