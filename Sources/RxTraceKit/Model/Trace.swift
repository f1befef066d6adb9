/// The record of a piece of reactive code: every call in the order it started, and the nodes, threads and subscriptions
/// the calls speak of.
///
/// A trace is plain values. It comes from a recording (`Trace.record` of RxInstrumented) or from a file
/// (``TraceReader``), and goes to a renderer.
public struct Trace: Sendable, Equatable {
    /// The version of the trace document this module reads and writes.
    public static let formatVersion = 1

    /// The name of the recorded scenario, such as a sample's name.
    public var scenario: String
    /// The run of the program that it was recorded in; nil where that is not known, and in the canonical form, which is
    /// that of any run.
    public var run: Run?
    /// How many calls were made but not kept, and why.
    public var drops: Drops
    /// What the recorder could not tell of the run, a line each; not in the canonical form, which is that of any run.
    public var notes: [String] = []
    /// Whether ids, order and thread names are those of the canonical form (``canonical()``).
    public var isCanonical: Bool
    /// The threads that made calls.
    public var threads: [Thread]
    /// The objects that were called.
    public var nodes: [Node]
    /// The subscriptions that were made.
    public var subscriptions: [Subscription]
    /// The kinds of the user's closures, by label; empty where the trace does not say.
    public var closures: Closures
    /// In the order the calls started; in the canonical form, in the order of the causal tree.
    public var calls: [Call]

    /// Makes a trace of its parts.
    public init(
        scenario: String, run: Run? = nil, drops: Drops = Drops(), isCanonical: Bool = false, threads: [Thread] = [],
        nodes: [Node] = [],
        subscriptions: [Subscription] = [], closures: Closures = [:], calls: [Call] = []
    ) {
        self.scenario = scenario
        self.run = run
        self.drops = drops
        self.isCanonical = isCanonical
        self.threads = threads
        self.nodes = nodes
        self.subscriptions = subscriptions
        self.closures = closures
        self.calls = calls
    }

    /// How many calls were made but not kept.
    public var dropped: Int { drops.total }
}
