/// What each line of the source did: the subscriptions made there, the events in and out, the time taken.
///
/// ```swift
/// let activity = try LineActivity(source)
/// for line in activity.lines { print(line.site, line.eventsIn, line.eventsOut, line.time) }
/// ```
///
/// A line does what the operators do that it makes, what the observer does that it subscribes, what it sends, and what the
/// work does that it hands on. What goes from one operator to the next on the same line is neither in nor out.
public struct LineActivity: Sendable {
    /// The figures of a line. Times are in nanoseconds, and 0 where the trace has none.
    public struct Line: Sendable, Equatable {
        /// Its place.
        public var site: Trace.Site
        /// How many observables and subjects came to be there.
        public var created = 0
        /// The subscriptions that it made, and those to the operators that it makes.
        public var subscriptions = 0
        /// Those that were alive when the recording ended.
        public var live = 0
        /// Events that came from elsewhere: from other lines, and from outside any recorded call.
        public var eventsIn = 0
        /// Events that it handed to other lines, counted for each receiver there.
        public var eventsOut = 0
        /// Events that were handed to it and went nowhere: ``TraceStatistics/Totals/drops``.
        public var drops = 0
        /// Time in its operators and closures, without calls to other lines.
        public var time: UInt64 = 0
        /// The part of ``time`` that its closures took.
        public var closures: UInt64 = 0
        /// Time that its elements, or the work that it asked for, waited.
        public var waited: UInt64 = 0
        /// The threads on which its events came by and its closures ran or, where there were none, on which it made
        /// something.
        public var threads: [Int] = []

        /// Makes a line that did nothing.
        public init(site: Trace.Site) { self.site = site }
    }

    /// The lines that did something, by file and number; the file that subscribes first comes first.
    public let lines: [Line]
    /// Whether the trace says how long calls took.
    public let hasTimes: Bool
    private let positions: [Trace.Site: Int]
    /// All time or, where there are no times, all events in and out.
    private let whole: Double

    /// - Throws: ``TraceReadError`` where the calls cannot be read.
    /// - Complexity: goes through the calls three times; takes memory for nodes, open calls, schedules, kept elements, and a
    ///   word for each subscription at each line.
    public init(_ source: any TraceSource) throws {
        try self.init(source, lost: Set(LostEvents.all(in: source).map(\.call)))
    }

    /// - Parameter lost: the calls whose events went nowhere.
    init(_ source: any TraceSource, lost: Set<Int>) throws {
        var totals = StatisticsPass(
            groups: StatisticsGroups(source, by: .site), elements: try WaitingElements(source))
        var pass = LinePass(source, lost: lost)
        // The time in a mark's closure is that of the code around it.
        var unmarked = UnmarkedCalls(of: source, keepsHops: true)
        try source.forEachCall { call in
            unmarked.take(call) {
                totals.add($0)
                pass.add($0)
            }
        }
        totals.finish()
        hasTimes = totals.hasTimes
        for (row, sum) in zip(totals.groups.rows, totals.totals) {
            guard let site = row.site else { continue }
            pass.change(site) { line in
                line.closures = sum.closures
                line.time = sum.closures &+ sum.own
                line.waited = sum.waited
            }
        }
        lines = pass.finish()
        whole = hasTimes ? Double(lines.reduce(0) { $0 &+ $1.time }) : Double(lines.reduce(0) { $0 + $1.events })
        positions = Dictionary(uniqueKeysWithValues: lines.enumerated().map { ($1.site, $0) })
    }

    /// The figures of a line; nil for one that did nothing.
    public subscript(site: Trace.Site) -> Line? { positions[site].map { lines[$0] } }

    /// The files whose lines did something, in the order of ``lines``.
    public var files: [String] {
        lines.reduce(into: []) { if $0.last != $1.site.file { $0.append($1.site.file) } }
    }

    /// The part of all time that a line took, from 0 to 1; where there are no times, the part of all events in and out.
    public func share(of line: Line) -> Double {
        whole == 0 ? 0 : (hasTimes ? Double(line.time) : Double(line.events)) / whole
    }
}

extension LineActivity.Line {
    /// The events in and out.
    fileprivate var events: Int { eventsIn + eventsOut }
}
