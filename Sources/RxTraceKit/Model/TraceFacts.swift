/// The objects that calls name, found by their ids, for code that is given the calls themselves one by one.
package protocol TraceFacts {
    func node(_ id: Int) -> Trace.Node?
    func subscription(_ id: Int) -> Trace.Subscription?
    func thread(_ id: Int) -> Trace.Thread?
}

/// The objects of a source.
package struct SourceFacts: TraceFacts {
    private let source: any TraceSource

    package init(_ source: any TraceSource) { self.source = source }

    package func node(_ id: Int) -> Trace.Node? { source.nodes[id: id] }
    package func subscription(_ id: Int) -> Trace.Subscription? { source.subscriptions[id: id] }
    package func thread(_ id: Int) -> Trace.Thread? { source.threads[id: id] }
}
