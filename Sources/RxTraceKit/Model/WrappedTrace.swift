/// A trace that is another one except where it differs by itself.
public protocol WrappedTrace: TraceSource {
    /// The other trace.
    var whole: any TraceSource { get }
}

extension WrappedTrace {
    public var scenario: String { whole.scenario }
    public var run: Trace.Run? { whole.run }
    public var drops: Trace.Drops { whole.drops }
    public var notes: [String] { whole.notes }
    public var isCanonical: Bool { whole.isCanonical }
    public var threads: TraceTable<Trace.Thread> { whole.threads }
    public var nodes: TraceTable<Trace.Node> { whole.nodes }
    public var subscriptions: TraceTable<Trace.Subscription> { whole.subscriptions }
    public var closures: Trace.Closures { whole.closures }
    public var callCount: Int { whole.callCount }
    public var descriptions: Trace.Descriptions { whole.descriptions }
    public var packedSource: Trace.PackedSource { whole.packedSource }
    public var nestsByThread: Bool { whole.nestsByThread }
}
