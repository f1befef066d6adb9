/// Decides, call by call, which calls a filter keeps.
struct FilterPass {
    /// Why a call is left out, in the order in which the reasons are looked for.
    enum Reason: Int, CaseIterable {
        case around, only, except, hide, subscription, thread, minimumTime, zoom, depth

        /// The name of the option on the command line.
        var option: String { self == .minimumTime ? "min-time" : String(describing: self) }
    }

    private struct Inherited: OptionSet {
        let rawValue: UInt8
        static let isInside = Inherited(rawValue: 1)
        static let isExcluded = Inherited(rawValue: 2)
        static let isBelowCenter = Inherited(rawValue: 4)
    }

    private(set) var links: FilteredLinks
    private(set) var kept = 0
    private(set) var leftOut = [Int](repeating: 0, count: Reason.allCases.count)
    private let filter: TraceFilter
    private var inherited: [Inherited] = []
    private var patterns: PatternMatches?
    private var depths: CausalDepths?
    private var zoom: ZoomPass?
    private let surroundings: SurroundingCalls?
    /// The patterns for calls that matched none so far.
    var unmatched: Set<TracePattern> { patterns?.unmatched ?? [] }
    private let threads: Set<Int>
    private let subscriptions: Set<Int>

    init(_ source: any TraceSource, filter: TraceFilter) throws {
        self.filter = filter
        links = FilteredLinks(countsHops: source.isCanonical)
        if !(filter.only.isEmpty && filter.except.isEmpty && filter.hide.isEmpty) {
            patterns = PatternMatches(source, [filter.only, filter.except, filter.hide])
        }
        if filter.depth != nil { depths = CausalDepths() }
        if filter.zoom != .internals { zoom = try ZoomPass(source, zoom: filter.zoom) }
        surroundings = try filter.around.map { try SurroundingCalls(source, $0) }
        threads = filter.threadIDs(of: source)
        subscriptions = filter.allSubscriptions(of: source)
    }

    mutating func add(_ call: Trace.Call) {
        let position = links.enter(call)
        let above = links.positions.above(call)
        let reason = reason(call, at: position, above: above)
        var isShown = reason == nil
        if depths != nil {
            let depth = depths?.depth(of: call, at: position, above: above, isShown: isShown) ?? 0
            if isShown, let limit = filter.depth, depth > limit {
                isShown = false
                leftOut[Reason.depth.rawValue] += 1
            }
        }
        if let reason { leftOut[reason.rawValue] += 1 }
        if isShown {
            kept += 1
            links.keep(call, at: position, above: above)
        } else {
            links.leaveOut(call, above: above)
        }
    }

    /// Why the call is left out; nil where it is not, but for its depth.
    private mutating func reason(_ call: Trace.Call, at position: Int, above: Int?) -> Reason? {
        let inherits = patterns != nil || surroundings != nil
        var own: Inherited = inherits ? above.map { inherited[$0] } ?? [] : []
        let matches = patterns?.matches(of: call) ?? 0
        if matches & 1 != 0 { own.insert(.isInside) }
        if matches & 2 != 0 { own.insert(.isExcluded) }
        if surroundings?.center == position { own.insert(.isBelowCenter) }
        if inherits { inherited.append(own) }
        // The zoom counts the calls it has seen: it has to see every call.
        let isNear = zoom?.shows(call, at: position, above: above) ?? true
        if let surroundings, !own.contains(.isBelowCenter), !surroundings.calls.contains(position) { return .around }
        if !filter.only.isEmpty, !own.contains(.isInside) { return .only }
        if own.contains(.isExcluded) { return .except }
        if matches & 4 != 0 { return .hide }
        if !subscriptions.isEmpty, call.subscription.map(subscriptions.contains) != true { return .subscription }
        if !filter.threads.isEmpty, !threads.contains(call.thread) { return .thread }
        if let least = filter.minimumDuration, let duration = call.duration, duration < least { return .minimumTime }
        return isNear ? nil : .zoom
    }
}
