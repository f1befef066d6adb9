/// A trace that is another one except where it differs by itself.
package protocol WrappedTrace: TraceSource {
    var whole: any TraceSource { get }
}

extension WrappedTrace {
    package var scenario: String { whole.scenario }
    package var run: Trace.Run? { whole.run }
    package var drops: Trace.Drops { whole.drops }
    package var notes: [String] { whole.notes }
    package var isCanonical: Bool { whole.isCanonical }
    package var threads: TraceTable<Trace.Thread> { whole.threads }
    package var nodes: TraceTable<Trace.Node> { whole.nodes }
    package var subscriptions: TraceTable<Trace.Subscription> { whole.subscriptions }
    package var closures: Trace.Closures { whole.closures }
    package var callCount: Int { whole.callCount }
    package var descriptions: Trace.Descriptions { whole.descriptions }
    package var nestsByThread: Bool { whole.nestsByThread }
}
