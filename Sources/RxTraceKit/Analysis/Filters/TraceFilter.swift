/// Which calls of a trace to look at.
///
/// ```swift
/// var filter = TraceFilter()
/// filter.only = [TracePattern("MapSink")]
/// filter.depth = 3
/// print(try TreeRenderer().string(from: filter.apply(to: TraceInMemory(trace))))
/// ```
///
/// Calls keep their ids. One whose caller is left out hangs below the nearest call above that is kept: as its
/// `parent`, or as its `cause` where a hop to a scheduler lies between them. All that is said of subtrees is said of
/// the causal tree: work belongs to the call that scheduled it. Nodes, subscriptions and threads stay as they are.
///
/// A pattern matches a call by its node's type, generic type, name or place in the source, by the place of the operator
/// a sink works for, by the operator or closure the call is labelled with, and for a subscribe by its place. Several
/// patterns of one kind mean any of them.
public struct TraceFilter: Sendable {
    /// The calls that match, and all below them; empty for every call.
    public var only: [TracePattern] = []
    /// Not the calls that match, nor anything below them.
    public var except: [TracePattern] = []
    /// Leaves out the calls that match; the calls below them move up.
    public var hide: [TracePattern] = []
    /// How many levels of the remaining calls; the turns of work that schedules itself again are at one level. At most
    /// 65,534.
    public var depth: Int?
    /// Only calls that took at least so many nanoseconds; those of which it is not known stay.
    public var minimumDuration: UInt64?
    /// Only calls of the subscriptions with these ids and of those made within them; empty for all.
    public var subscriptions: Set<Int> = []
    /// Only calls on threads of which the id or the name matches; empty for all.
    public var threads: [TracePattern] = []
    /// Only one call with its causes and its effects.
    public var around: Surroundings?
    /// Only the calls that this closeness shows; a closure's call then also carries the event of the call it was made
    /// in.
    public var zoom = Zoom.internals

    /// A call, the calls above it, all below it, and some of its siblings.
    public struct Surroundings: Sendable, Equatable {
        /// The call's id.
        public var call: Int
        /// How many siblings before it, and how many after it.
        public var siblings: Int

        /// Makes the surroundings of a call.
        public init(call: Int, siblings: Int = 3) {
            self.call = call
            self.siblings = siblings
        }
    }

    /// Makes a filter that leaves nothing out.
    public init() {}

    /// Whether every call is kept.
    public var keepsAll: Bool {
        only.isEmpty && except.isEmpty && hide.isEmpty && depth == nil && minimumDuration == nil
            && subscriptions.isEmpty && threads.isEmpty && around == nil && zoom == .internals
    }

    /// Whether a call that is kept stands where it stood: all that is left out is below what is kept.
    var keepsPlaces: Bool {
        var rest = self
        rest.depth = nil
        return rest.keepsAll
    }

    /// The ids of the threads of which calls are kept.
    func threadIDs(of source: any TraceSource) -> Set<Int> {
        let wanted = source.threads.filter { one in threads.contains { $0.matches(one) } }
        return Set(wanted.map(\.id))
    }

    /// The patterns for threads that match none of them, each once.
    func unmatchedThreads(of source: any TraceSource) -> [TracePattern] {
        var unmatched: [TracePattern] = []
        for pattern in threads where !unmatched.contains(pattern) && !source.threads.contains(where: pattern.matches) {
            unmatched.append(pattern)
        }
        return unmatched
    }

    /// The ids of the subscriptions of which calls are kept: those that were asked for, and those made within them.
    func allSubscriptions(of source: any TraceSource) -> Set<Int> {
        subscriptions.isEmpty ? [] : source.subscriptions(within: subscriptions)
    }

    /// The calls of `source` that are to be looked at.
    ///
    /// - Throws: ``TraceReadError`` where the calls cannot be read.
    /// - Complexity: goes through the calls up to four times; takes some 5 to 15 bytes for each. Of a recording that is read
    ///   by its index, one of ``subscriptions``, ``threads`` and ``around`` takes the calls it keeps, and some around them.
    public func apply(to source: any TraceSource) throws -> any TraceSource {
        keepsAll ? source : try FilteredTrace(source, filter: self)
    }
}
