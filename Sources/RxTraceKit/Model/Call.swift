extension Trace {
    /// One recorded call, from its start to its return.
    public struct Call: Sendable, Equatable, Identifiable {
        public var id: Int
        /// The call that was running on the same thread when this one started.
        public var parent: Int?
        /// For an ``Operation/invoke``, the ``Operation/schedule`` or ``Operation/hop`` call that asked for the work.
        public var cause: Int?
        /// The call that handed in the element that this one hands on, where that was kept in between: by a queue, a
        /// replay, an operator. nil where the calls around this one lead there, and where it is not known.
        public var origin: Int?
        /// Where the call hands on an element that was made of several: the calls that handed these in, in their order,
        /// those around this one too. ``origin`` is then the last, unless one of them is around this call.
        public var parts: [Int] = []
        /// The kind of call.
        public var operation: Operation
        /// The node that was called; nil where the receiver is none, such as an observer made from a closure, and for a
        /// mark.
        public var node: Int?
        /// The thread it ran on.
        public var thread: Int
        /// The receiver's type where it is not its node's, such as `AnyObserver`, a struct around a sink.
        public var type: String?
        /// For a handler, which closure of the user's ran; for a create, the operator that made the node; for a
        /// deinit, the type of the object that held the node, where that object's own end let go of it; for a mark, its
        /// text; for a hop, the word for it, such as `DispatchQueue.async`; for the work of one, `turn` where it is one
        /// turn of a task or of a source's handler, which is not what waited from the hop on.
        public var label: String?
        /// The subscription it belongs to; nil for none.
        public var subscription: Int?
        /// The event it was handed; nil for none.
        public var event: Event?
        /// For an event that the user's code sent, and for a hop, where it did so; for a deinit, where the user's code let
        /// go of the node, or of what held it; nil where that is not known.
        public var site: Site?
        /// Nanoseconds from the start of the recording; nil where times were left out.
        public var start: UInt64?
        /// Nanoseconds from start to return; nil where times were left out or the call had not returned.
        public var duration: UInt64?

        /// Makes a call; what is not given is not known.
        public init(
            id: Int, parent: Int? = nil, cause: Int? = nil, origin: Int? = nil, parts: [Int] = [],
            operation: Operation, node: Int? = nil, thread: Int = 0, type: String? = nil, label: String? = nil,
            subscription: Int? = nil, event: Event? = nil, site: Site? = nil, start: UInt64? = nil,
            duration: UInt64? = nil
        ) {
            self.id = id
            self.parent = parent
            self.cause = cause
            self.origin = origin
            self.parts = parts
            self.operation = operation
            self.node = node
            self.thread = thread
            self.type = type
            self.label = label
            self.subscription = subscription
            self.event = event
            self.site = site
            self.start = start
            self.duration = duration
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
    /// The label of work that is one turn of several.
    static var turn: String { "turn" }

    /// Whether it is work that waited from the call that asked for it until it ran.
    var hasWaited: Bool { operation == .invoke && cause != nil && label != Self.turn }
}
