/// The calls of another source that a ``TraceFilter`` keeps.
public struct FilteredTrace: TraceSource {
    /// The source of which this is a part.
    public let whole: any TraceSource
    public let filter: TraceFilter
    /// How many calls each part of the filter left out, by the name of its option; a call counts for the first of them.
    public let leftOut: [(option: String, count: Int)]
    public let callCount: Int
    private let links: FilteredLinks

    init(_ source: any TraceSource, filter: TraceFilter) throws {
        var pass = try FilterPass(source, filter: filter)
        try source.forEachCall { pass.add($0) }
        whole = source
        self.filter = filter
        links = pass.links
        callCount = pass.kept
        leftOut = FilterPass.Reason.allCases.compactMap { reason in
            let count = pass.leftOut[reason.rawValue]
            return count == 0 ? nil : (reason.option, count)
        }
    }

    public var scenario: String { whole.scenario }
    public var dropped: Int { whole.dropped }
    public var isCanonical: Bool { whole.isCanonical }
    public var threads: TraceTable<Trace.Thread> { whole.threads }
    public var nodes: TraceTable<Trace.Node> { whole.nodes }
    public var subscriptions: TraceTable<Trace.Subscription> { whole.subscriptions }

    public func forEachCall(_ body: (Trace.Call) throws -> Void) throws {
        var events = filter.zoom == .internals ? nil : HandedEvents()
        var position = 0
        try whole.forEachCall { call in
            let event = events?.event(for: call)
            if links.isKept(position) {
                var kept = call
                links.relink(&kept)
                if let event, kept.parent != call.parent { kept.event = event }
                try body(kept)
            }
            position += 1
        }
    }
}

/// The event that the call around a closure's call was handed: it must not get lost where that call does not show.
struct HandedEvents {
    /// For each thread, the calls that are running.
    private var running: [Int: [(call: Int, event: Trace.Event?)]] = [:]

    /// The event of the call in which `call`, a closure's, was made; nil for any other call. Takes every call in order.
    mutating func event(for call: Trace.Call) -> Trace.Event? {
        var stack = running.removeValue(forKey: call.thread) ?? []
        while let last = stack.last, last.call != call.parent { stack.removeLast() }
        let event = call.operation == .handler && call.event == nil ? stack.last?.event : nil
        stack.append((call.id, call.event))
        running[call.thread] = stack
        return event
    }
}
