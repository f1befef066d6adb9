/// A trace that is read call by call, so that its length is no matter of memory: a ``Trace``, or a recording in a file.
///
/// Code that looks at calls one after the other takes a source; code that needs them side by side makes a ``Trace`` of
/// it:
///
/// ```swift
/// var handlers = 0
/// try source.forEachCall { if $0.operation == .handler { handlers += 1 } }
/// ```
public protocol TraceSource {
    /// The name of the recorded scenario, such as a sample's name.
    var scenario: String { get }
    /// The run of the program that it was recorded in; nil where that is not known.
    var run: Trace.Run? { get }
    /// How many calls were made but not kept, and why.
    var drops: Trace.Drops { get }
    /// Whether ids, order and thread names are those of the canonical form.
    var isCanonical: Bool { get }
    /// The threads that made calls.
    var threads: TraceTable<Trace.Thread> { get }
    /// The objects that were called.
    var nodes: TraceTable<Trace.Node> { get }
    /// The subscriptions that were made.
    var subscriptions: TraceTable<Trace.Subscription> { get }
    /// The kinds of the user's closures, by the labels of the calls.
    var closures: Trace.Closures { get }
    /// How many calls there are.
    var callCount: Int { get }
    /// The cost of the values, where that is known: in a recording.
    var descriptions: Trace.Descriptions { get }
    /// What the recorder could not tell of the run, a line each.
    var notes: [String] { get }
    /// The source that goes with the trace, for where it is not at hand.
    var packedSource: Trace.PackedSource { get }
    /// Whether each call starts while its parent runs on its thread, as it does in every recording; false where that is not
    /// sure.
    var nestsByThread: Bool { get }

    /// Gives every call to `body`, in the order they started; a call's parent always comes before it.
    ///
    /// A source can be gone through any number of times.
    ///
    /// - Throws: the errors of `body`, and ``TraceReadError`` where the calls cannot be read.
    func forEachCall(_ body: (Trace.Call) throws -> Void) throws

    /// Gives every object that the calls made to `body`, in the order in which each thread made them.
    ///
    /// - Throws: the errors of `body`, and ``TraceReadError`` where the calls cannot be read.
    func forEachCreation(_ body: (Trace.Creation) throws -> Void) throws
}

extension Trace {
    /// An object that came to be in a trace: what its `create` call tells.
    public struct Creation: Sendable, Equatable {
        /// The object's node.
        public var node: Int
        /// The library's function that the user's code called, such as `map`; nil for an initialiser.
        public var maker: String?
        /// The thread that made it.
        public var thread: Int
        /// Whether a place in the user's code may be known where it was made.
        var hasPlace = true
    }
}

extension TraceSource {
    public func forEachCreation(_ body: (Trace.Creation) throws -> Void) throws {
        try forEachCall { call in
            guard call.operation == .create, let node = call.node else { return }
            try body(Trace.Creation(node: node, maker: call.label, thread: call.thread))
        }
    }

    /// How many calls were made but not kept.
    public var dropped: Int { drops.total }

    /// The scenario's name for people: `trace` where it has none.
    package var title: String { scenario.isEmpty ? "trace" : scenario }

    /// The ids of some subscriptions, and of those made within them.
    package func subscriptions(within ids: Set<Int>) -> Set<Int> {
        var all = ids
        // The call in which a subscription is made comes before it.
        for one in subscriptions {
            if let parent = one.parent, all.contains(parent) { all.insert(one.id) }
        }
        return all
    }

    public var descriptions: Trace.Descriptions { Trace.Descriptions() }
    public var nestsByThread: Bool { false }
    public var notes: [String] { [] }
    public var packedSource: Trace.PackedSource { Trace.PackedSource() }

    /// The whole trace in memory.
    ///
    /// - Complexity: about 100 bytes per call.
    public func trace() throws -> Trace {
        var trace = traceWithoutCalls()
        try forEachCall { trace.calls.append($0) }
        return trace
    }

    /// The trace with room for its calls, which are yet to come.
    func traceWithoutCalls() -> Trace {
        var trace = Trace(
            scenario: scenario, run: run, isCanonical: isCanonical, threads: Array(threads), nodes: Array(nodes),
            subscriptions: Array(subscriptions), closures: closures)
        trace.drops = drops
        trace.notes = notes
        trace.calls.reserveCapacity(callCount)
        return trace
    }
}

/// A trace as a source of its own calls.
public struct TraceInMemory: TraceSource, Sendable {
    /// The trace.
    public let whole: Trace
    /// Its threads.
    public let threads: TraceTable<Trace.Thread>
    /// Its nodes.
    public let nodes: TraceTable<Trace.Node>
    /// Its subscriptions.
    public let subscriptions: TraceTable<Trace.Subscription>
    public let closures: Trace.Closures

    /// A source whose nodes and closures tell of themselves, also those of an older trace, by their types' names and their
    /// labels.
    public init(_ trace: Trace) {
        self.init(trace, nodes: trace.nodesWithRoles, closures: trace.closuresWithKinds)
    }

    /// - Parameters:
    ///   - nodes: those of the trace, as they are to be told.
    ///   - closures: the same.
    init(_ trace: Trace, nodes: [Trace.Node], closures: Trace.Closures) {
        whole = trace
        threads = TraceTable(trace.threads)
        self.nodes = TraceTable(nodes)
        subscriptions = TraceTable(trace.subscriptions)
        self.closures = closures
    }

    public var scenario: String { whole.scenario }
    public var run: Trace.Run? { whole.run }
    public var drops: Trace.Drops { whole.drops }
    public var notes: [String] { whole.notes }
    public var isCanonical: Bool { whole.isCanonical }
    /// How many calls it has.
    public var callCount: Int { whole.calls.count }

    public func forEachCall(_ body: (Trace.Call) throws -> Void) rethrows {
        for call in whole.calls { try body(call) }
    }

    public func trace() -> Trace { whole }
}
