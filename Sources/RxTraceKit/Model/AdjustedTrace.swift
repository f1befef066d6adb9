/// A trace under another name, or without its events' values.
///
/// ```swift
/// let shared = AdjustedTrace(recording, scenario: "search", hasValues: false)
/// ```
package struct AdjustedTrace: TraceSource {
    package let scenario: String
    private let base: any TraceSource
    private let hasValues: Bool

    /// - Parameter scenario: the other name; nil to keep the trace's own.
    package init(_ base: any TraceSource, scenario: String? = nil, hasValues: Bool = true) {
        self.base = base
        self.scenario = scenario ?? base.scenario
        self.hasValues = hasValues
    }

    package var drops: Trace.Drops { base.drops }
    package var isCanonical: Bool { base.isCanonical }
    package var threads: TraceTable<Trace.Thread> { base.threads }
    package var nodes: TraceTable<Trace.Node> { base.nodes }
    package var subscriptions: TraceTable<Trace.Subscription> { base.subscriptions }
    package var closures: Trace.Closures { base.closures }
    package var callCount: Int { base.callCount }

    package func forEachCall(_ body: (Trace.Call) throws -> Void) throws {
        guard !hasValues else { return try base.forEachCall(body) }
        try base.forEachCall { call in
            var call = call
            call.event?.value = nil
            try body(call)
        }
    }
}
