/// A trace under another name, or without its events' values.
///
/// ```swift
/// let shared = AdjustedTrace(recording, scenario: "search", hasValues: false)
/// ```
public struct AdjustedTrace: TraceSource {
    public let scenario: String
    private let base: any TraceSource
    private let hasValues: Bool

    /// - Parameter scenario: the other name; nil to keep the trace's own.
    public init(_ base: any TraceSource, scenario: String? = nil, hasValues: Bool = true) {
        self.base = base
        self.scenario = scenario ?? base.scenario
        self.hasValues = hasValues
    }

    public var drops: Trace.Drops { base.drops }
    public var isCanonical: Bool { base.isCanonical }
    public var threads: TraceTable<Trace.Thread> { base.threads }
    public var nodes: TraceTable<Trace.Node> { base.nodes }
    public var subscriptions: TraceTable<Trace.Subscription> { base.subscriptions }
    public var callCount: Int { base.callCount }

    public func forEachCall(_ body: (Trace.Call) throws -> Void) throws {
        guard !hasValues else { return try base.forEachCall(body) }
        try base.forEachCall { call in
            var call = call
            call.event?.value = nil
            try body(call)
        }
    }
}
