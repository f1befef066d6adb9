extension Trace {
    /// One recorded call, from its start to its return.
    public struct Call: Sendable, Equatable, Identifiable {
        // A long trace in memory is its calls: numbers that need not be known share the bits that say whether they are,
        // and what few calls have is kept apart.
        public var id: Int
        /// The thread it ran on.
        public var thread: Int
        private var parentID = 0
        private var nodeID = 0
        private var subscriptionID = 0
        private var startTime: UInt64 = 0
        private var runTime: UInt64 = 0
        /// For a handler, which closure of the user's ran; for a create, the operator that made the node; for a
        /// deinit, the type of the object that held the node, where that object's own end let go of it; for a mark, its
        /// text; for a hop, the word for it, such as `DispatchQueue.async`; for the work of one, `turn` where it is one
        /// turn of a task or of a source's handler, which is not what waited from the hop on.
        public var label: String?
        /// The value of the event it was handed; nil for none, and where values were not captured.
        private(set) var eventValue: String?
        private var details: KeptCallDetails?
        private var disposableID: Int32 = 0
        /// The kind of call.
        public var operation: Operation
        /// The kind of the event it was handed; nil for none.
        private(set) var eventKind: Event.Kind?
        private var known: Known = []

        /// Makes a call; what is not given is not known.
        public init(
            id: Int, parent: Int? = nil, cause: Int? = nil, origin: Int? = nil, parts: [Int] = [],
            operation: Operation, node: Int? = nil, disposable: Int? = nil, thread: Int = 0, type: String? = nil,
            label: String? = nil, subscription: Int? = nil, event: Event? = nil, site: Site? = nil,
            start: UInt64? = nil, duration: UInt64? = nil
        ) {
            self.id = id
            self.thread = thread
            self.operation = operation
            self.label = label
            (eventKind, eventValue) = (event?.kind, event?.value)
            parentID = known.note(parent, as: .parent)
            nodeID = known.note(node, as: .node)
            disposableID = known.note(disposable.flatMap { Int32(exactly: $0) }, as: .disposable)
            subscriptionID = known.note(subscription, as: .subscription)
            startTime = known.note(start, as: .start)
            runTime = known.note(duration, as: .duration)
            details = CallDetails.kept(cause: cause, origin: origin, parts: parts, type: type, site: site)
        }
    }

    /// The event a call was handed.
    public struct Event: Sendable, Hashable {
        /// The kinds of events.
        public enum Kind: UInt8, Sendable, CaseIterable {
            /// An element.
            case next
            /// The end by an error.
            case error
            /// The end.
            case completed

            /// Its word: `next`, `error` or `completed`.
            public var name: String { word.description }

            /// The name, for where there are too many events to make a string of each.
            var word: StaticString {
                switch self {
                case .next: "next"
                case .error: "error"
                case .completed: "completed"
                }
            }
        }

        /// The kind of event.
        public var kind: Kind
        /// The element or error as text; nil for `completed`, and where values were not captured.
        public var value: String?

        /// Makes an event with the text of its value.
        public init(_ kind: Kind, value: String? = nil) {
            self.kind = kind
            self.value = value
        }
    }
}

extension Trace.Call {
    /// Which numbers are known of a call that need not be.
    private struct Known: OptionSet {
        let rawValue: UInt8
        static let parent = Known(rawValue: 1)
        static let node = Known(rawValue: 2)
        static let subscription = Known(rawValue: 4)
        static let start = Known(rawValue: 8)
        static let duration = Known(rawValue: 16)
        static let disposable = Known(rawValue: 32)

        /// Notes whether a number is there, and gives the one to keep.
        mutating func note<Number: FixedWidthInteger>(_ number: Number?, as which: Known) -> Number {
            if number == nil { remove(which) } else { insert(which) }
            return number ?? 0
        }
    }

    /// The call that was running on the same thread when this one started.
    public var parent: Int? {
        get { known.contains(.parent) ? parentID : nil }
        set { parentID = known.note(newValue, as: .parent) }
    }

    /// The node that was called; nil where the receiver is none, such as an observer made from a closure, and for a
    /// mark.
    public var node: Int? {
        get { known.contains(.node) ? nodeID : nil }
        set { nodeID = known.note(newValue, as: .node) }
    }

    /// The node of the disposable that a subscribe returned, or that an insert or a remove was handed; nil for none, and
    /// where no call is made on it.
    public var disposable: Int? {
        get { known.contains(.disposable) ? Int(disposableID) : nil }
        set { disposableID = known.note(newValue.flatMap { Int32(exactly: $0) }, as: .disposable) }
    }

    /// The subscription it belongs to; nil for none.
    public var subscription: Int? {
        get { known.contains(.subscription) ? subscriptionID : nil }
        set { subscriptionID = known.note(newValue, as: .subscription) }
    }

    /// Nanoseconds from the start of the recording; nil where times were left out.
    public var start: UInt64? {
        get { known.contains(.start) ? startTime : nil }
        set { startTime = known.note(newValue, as: .start) }
    }

    /// Nanoseconds from start to return; nil where times were left out or the call had not returned.
    public var duration: UInt64? {
        get { known.contains(.duration) ? runTime : nil }
        set { runTime = known.note(newValue, as: .duration) }
    }

    /// The event it was handed; nil for none.
    public var event: Trace.Event? {
        get { eventKind.map { Trace.Event($0, value: eventValue) } }
        set { (eventKind, eventValue) = (newValue?.kind, newValue?.value) }
    }

    /// For an ``Trace/Operation/invoke``, the ``Trace/Operation/schedule`` or ``Trace/Operation/hop`` call that asked for
    /// the work.
    public var cause: Int? {
        get { details?.values.cause }
        set { change { $0.cause = newValue } }
    }

    /// The call that handed in the element that this one hands on, where that was kept in between: by a queue, a
    /// replay, an operator. nil where the calls around this one lead there, and where it is not known.
    public var origin: Int? {
        get { details?.values.origin }
        set { change { $0.origin = newValue } }
    }

    /// Where the call hands on an element that was made of several: the calls that handed these in, in their order,
    /// those around this one too. ``origin`` is then the last, unless one of them is around this call.
    public var parts: [Int] {
        get { details?.values.parts ?? [] }
        set { change { $0.parts = newValue } }
    }

    /// The receiver's type where it is not its node's, such as `AnyObserver`, a struct around a sink.
    public var type: String? {
        get { details?.values.type }
        set { change { $0.type = newValue } }
    }

    /// For an event that the user's code sent, and for a hop, where it did so; for a deinit, where the user's code let go
    /// of the node, or of what held it; nil where that is not known.
    public var site: Trace.Site? {
        get { details?.values.site }
        set { change { $0.site = newValue } }
    }

    /// Whether the user's code made both calls at one place, or neither is known to.
    @inline(__always)
    func hasSite(of other: Trace.Call) -> Bool { details === other.details || site == other.site }

    private mutating func change(_ body: (inout CallDetails) -> Void) {
        var values = details?.values ?? CallDetails()
        body(&values)
        details = values.kept
    }

    /// The label of work that is one turn of several.
    static var turn: String { "turn" }

    /// Whether it is work that waited from the call that asked for it until it ran.
    var hasWaited: Bool { operation == .invoke && cause != nil && label != Self.turn }
}

/// What few calls have.
private struct CallDetails: Sendable, Equatable {
    var cause: Int?
    var origin: Int?
    var parts: [Int] = []
    var type: String?
    var site: Trace.Site?

    /// nil where there are none: most calls have none, and nothing is made for them.
    @inline(__always)
    static func kept(
        cause: Int?, origin: Int?, parts: [Int], type: String?, site: Trace.Site?
    ) -> KeptCallDetails? {
        guard cause != nil || origin != nil || !parts.isEmpty || type != nil || site != nil else { return nil }
        return KeptCallDetails(CallDetails(cause: cause, origin: origin, parts: parts, type: type, site: site))
    }

    var kept: KeptCallDetails? { Self.kept(cause: cause, origin: origin, parts: parts, type: type, site: site) }
}

/// The details of a call that has any, shared by its copies.
private final class KeptCallDetails: Sendable, Equatable {
    let values: CallDetails

    init(_ values: CallDetails) { self.values = values }

    static func == (one: KeptCallDetails, other: KeptCallDetails) -> Bool {
        one === other || one.values == other.values
    }
}
