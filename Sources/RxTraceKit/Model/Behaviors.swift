extension Trace {
    /// Something that a node does, besides the part it plays. Operators say it of themselves; every reader of a trace
    /// goes by it, and by no type's name.
    ///
    /// Sinks and other inside observers have the behaviors of the observable they work for (``Node/owner``).
    public enum Behavior: UInt8, Sendable, CaseIterable {
        /// Ends its source when it has had enough, without being told.
        case ends
        /// Leaves one source for the next as soon as there is one.
        case switches
        /// Is the connection of a source to those who share it.
        case connects
        /// Brings events to a scheduler, and does nothing else.
        case hops
        /// Subscribes on a scheduler, and does nothing else.
        case starts
        /// Gives to observers elements that were sent before they came.
        case replays
        /// Has one subscription to its source for all who observe.
        case shares
        /// Gives its result only when its source has completed.
        case waits
        /// Lets no element through.
        case ignores
        /// May leave elements out.
        case drops
        /// Keeps elements for later.
        case buffers
        /// Runs closures of the user's beside the events, for their side effects.
        case acts
        /// Subscribes again to a source that has failed.
        case retries
        /// Subscribes to one source after the end of another.
        case continues
        /// Needs something of each of several sources.
        case combines
        /// Is sent to by the user's code, as an observer or in a closure.
        case sentTo
        /// Hands its elements on by observables of its own: groups.
        case groups
        /// Is itself handed over as an element: a group, a window.
        case handedOver
        /// Is a scheduler whose work stays on the thread that asks for it, at most put in order.
        case stays
        /// Is a scheduler of the main thread.
        case main
        /// Was made by the library for its own use.
        case inside
        /// Makes each of its elements of all that it was handed before.
        case accumulates
        /// Never ends by itself.
        case endless
        /// Keeps every element until it has its turn, however many there are.
        case queues
        /// Chooses which elements it lets through, and may let none through.
        case selects
        /// Subscribes to the next source when the one before has completed.
        case follows
        /// Lets an element through that is not like the one it let through before.
        case compares
        /// Lets an element through only with the last one of another source.
        case pairs
        /// Holds a step of work that schedules itself again, where the step may begin before anybody holds this.
        case step

        /// The word of the trace document, in the `roles` of a node.
        public var name: String { String(describing: self) }
    }

    /// The behaviors of a node.
    ///
    /// ```swift
    /// node.behaviors.contains(.hops)
    /// ```
    public struct Behaviors: Sendable, Hashable, ExpressibleByArrayLiteral, Sequence {
        /// A bit for each ``Behavior``, at its raw value.
        public private(set) var bits: UInt32

        /// Makes them of the bits that recordings hold.
        public init(bits: UInt32) { self.bits = bits }

        public init(arrayLiteral behaviors: Behavior...) {
            bits = behaviors.reduce(0) { $0 | 1 << $1.rawValue }
        }

        /// Whether there are none.
        public var isEmpty: Bool { bits == 0 }

        /// Whether one is among them.
        public func contains(_ behavior: Behavior) -> Bool { bits & 1 << behavior.rawValue != 0 }

        /// Whether none of the others is among them.
        public func isDisjoint(with other: Behaviors) -> Bool { bits & other.bits == 0 }

        /// These and the others.
        public func union(_ other: Behaviors) -> Behaviors { Behaviors(bits: bits | other.bits) }

        /// Adds one.
        public mutating func insert(_ behavior: Behavior) { bits |= 1 << behavior.rawValue }

        public func makeIterator() -> some IteratorProtocol<Behavior> {
            Behavior.allCases.filter(contains).makeIterator()
        }
    }
}
