/// The calls of another source that a ``TraceFilter`` keeps.
public struct FilteredTrace: WrappedTrace {
    /// The source of which this is a part.
    public let whole: any TraceSource
    /// What is left out.
    public let filter: TraceFilter
    /// How many calls each part of the filter left out, by the name of its option; a call counts for the first of them.
    public let leftOut: [(option: String, count: Int)]
    /// The patterns that nothing in the trace matches, each once, in the order of the filter's lists.
    public let unmatched: [TracePattern]
    /// How many calls are kept.
    public let callCount: Int
    private let links: FilteredLinks
    /// The calls that are kept, where an index told which they are.
    private let found: FoundCalls?
    /// Whether the whole trace was not gone through, nor will be.
    package var isFoundByIndex: Bool { found != nil }

    init(_ source: any TraceSource, filter: TraceFilter) throws {
        whole = source
        self.filter = filter
        found = try FoundCalls(of: filter, in: source)
        if let found {
            links = FilteredLinks()
            unmatched = filter.unmatchedThreads(of: source)
            callCount = found.calls.count
            let count = source.callCount - callCount
            leftOut = count == 0 ? [] : [(found.reason.option, count)]
            return
        }
        var pass = try FilterPass(source, filter: filter)
        try source.forEachCall { pass.add($0) }
        links = pass.links
        callCount = pass.kept
        var rest = pass.unmatched
        let ofCalls = (filter.only + filter.except + filter.hide).filter { rest.remove($0) != nil }
        unmatched = ofCalls + filter.unmatchedThreads(of: source).filter { !ofCalls.contains($0) }
        leftOut = FilterPass.Reason.allCases.compactMap { reason in
            let count = pass.leftOut[reason.rawValue]
            return count == 0 ? nil : (reason.option, count)
        }
    }

    public var nestsByThread: Bool { whole.nestsByThread && filter.keepsPlaces }

    /// How many hops of calls that are left out lie above the kept call of that id, where the source is canonical.
    func hiddenHops(above id: Int) -> UInt32 { links.hops(of: id) }

    public func forEachCall(_ body: (Trace.Call) throws -> Void) throws {
        if let found { return try found.calls.forEach(body) }
        var events = filter.zoom == .internals ? nil : EnclosingEvents()
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
