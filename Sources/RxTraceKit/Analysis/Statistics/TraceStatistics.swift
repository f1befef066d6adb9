/// The counts and times of everything in a trace: a row per operator, place, subscription or thread.
///
/// ```swift
/// let statistics = try TraceStatistics(source, by: .operator)
/// for row in statistics.sorted(by: .own) { print(row.name, row.totals.calls, row.totals.own) }
/// ```
public struct TraceStatistics: Sendable {
    /// The subjects of the rows.
    public enum Grouping: String, Sendable, CaseIterable {
        /// One row for each operator the user's code made: its observable with all its sinks, by type and place. Rows
        /// that nothing in the source stands for, such as schedulers and disposables, are by type; the program's own hops
        /// are by their word, such as `DispatchQueue.async`, and place.
        case `operator`
        /// One row for each type of operator, with all of that type, wherever they were made.
        case type
        /// One row for each line of source, with all operators made there.
        case site
        /// One row for each subscription.
        case subscription
        /// One row for each thread.
        case thread
    }

    /// The counts of a row. Times are in nanoseconds, and 0 where the trace has none.
    public struct Totals: Sendable, Equatable {
        /// Recorded calls of all operations.
        public var calls = 0
        /// How often it was subscribed to, by the user or by another operator.
        public var subscriptions = 0
        /// The most of these that lived at once: one to an operator lives until its sink is first disposed, one to a subject until
        /// the subscription ends that it is part of. Nil where that is not known, as for what ends as it is subscribed to.
        public var peakLive: Int?
        /// The most threads on which its calls ran at the same time.
        public var peakThreads = 0
        /// Events handed to it.
        public var eventsIn = 0
        /// Events it handed to others, for each of those that got it.
        public var eventsOut = 0
        /// Events that were handed to it and went nowhere: nobody was there to take them, or it had ended. What an operator
        /// leaves out because that is its task, such as `filter`, is none of them.
        public var drops = 0
        /// Time in the user's closures, without the calls made from there.
        public var closures: UInt64 = 0
        /// Time in its own calls, without closures and without calls to others.
        public var own: UInt64 = 0
        /// Time from when it was handed the elements that it kept until each was first handed on; for one that keeps
        /// none, from when it scheduled work, or as a scheduler was handed it, until that first ran.
        public var waited: UInt64 = 0
        /// The longest time that is in ``waited``.
        public var longestWait: UInt64 = 0
    }

    /// The counts and times of one subject.
    public struct Row: Sendable, Equatable {
        /// The subject, by its name.
        public var name: String
        /// Its place in the source; nil where it has none.
        public var site: Trace.Site?
        /// Its counts and times.
        public var totals: Totals
        /// What its events came from, for an operator with several sources: those that sent none too. Empty for others.
        public var sources: [Source] = []
    }

    /// A source of an operator that has several.
    public struct Source: Sendable, Equatable {
        /// The observable, by its name.
        public var name: String
        /// Its place in the source; nil where it has none.
        public var site: Trace.Site?
        /// How many events of it the operator was handed.
        public var eventsIn: Int
    }

    /// A figure of the rows, or their name.
    public enum Column: String, Sendable, CaseIterable {
        /// The subject of the row.
        case name
        /// ``Totals/calls``.
        case calls
        /// ``Totals/subscriptions``.
        case subscriptions
        /// ``Totals/peakLive``.
        case peak
        /// ``Totals/peakThreads``.
        case threads
        /// ``Totals/eventsIn``.
        case `in`
        /// ``Totals/eventsOut``.
        case out
        /// ``Totals/drops``.
        case drops
        /// ``Totals/closures``.
        case closures
        /// ``Totals/own``.
        case own
        /// ``Totals/waited``.
        case waited

        /// A line about its figures.
        public var meaning: String {
            switch self {
            case .name: "the subject of the row"
            case .calls: "recorded calls of all operations"
            case .subscriptions: "how often it was subscribed to"
            case .peak: "the most of these subscriptions that were alive at once"
            case .threads: "the most threads on which its calls ran at the same time"
            case .in: "events handed to it"
            case .out: "events it handed on, counted once per receiver"
            case .drops: "events that went nowhere: nobody was there, or it had ended"
            case .closures: "time in your closures, without the calls made from there"
            case .own: "time in its own calls, without closures and calls to others"
            case .waited: "time from when work was scheduled until it first ran"
            }
        }
    }

    /// The subjects of the rows.
    public let grouping: Grouping
    /// In the order in which their first calls started.
    public let rows: [Row]
    /// How many calls the trace has.
    public let callCount: Int
    /// How many of these are in no row, as those without a place where rows are lines of source.
    public var callsInNoRow: Int { callCount - rows.reduce(0) { $0 + $1.totals.calls } }
    /// Whether the trace says when calls started and how long they took.
    public let hasTimes: Bool

    /// - Throws: ``TraceReadError`` where the calls cannot be read.
    /// - Complexity: goes through the calls three times, of a filtered trace four; takes memory for nodes, subscriptions,
    ///   schedules, kept elements, running calls and events that went nowhere.
    public init(_ source: any TraceSource, by grouping: Grouping) throws {
        let groups = StatisticsGroups(source, by: grouping)
        var pass = StatisticsPass(
            groups: groups, elements: try WaitingElements(source), living: LivingSubscribers(source, groups: groups),
            sources: grouping == .operator ? SourceCounts(source) : nil)
        // The time in a mark's closure is that of the code around it.
        var unmarked = UnmarkedCalls(of: source, keepsHops: true)
        try LostEvents.forEachCall(
            in: source, found: { call, _ in pass.noteLost(call) }, { unmarked.take($0) { pass.add($0) } })
        pass.finish()
        self.grouping = grouping
        let sources = pass.sourcesOfRows()
        rows = zip(pass.groups.rows, pass.totals).enumerated().map { number, row in
            Row(name: row.0.name, site: row.0.site, totals: row.1, sources: sources[number] ?? [])
        }
        callCount = source.callCount
        hasTimes = pass.hasTimes
    }

    /// The rows with the most in `column` first; by name from A on.
    public func sorted(by column: Column) -> [Row] {
        if column == .name { return rows.sorted { ($0.name, $0.site?.line ?? 0) < ($1.name, $1.site?.line ?? 0) } }
        // Rows with the same figure stay in the order in which they came.
        return rows.enumerated().sorted { left, right in
            let (one, other) = (left.element.totals[column], right.element.totals[column])
            return one == other ? left.offset < right.offset : one > other
        }.map(\.element)
    }
}

extension TraceStatistics.Totals {
    /// The figure of a column; 0 for names.
    subscript(column: TraceStatistics.Column) -> UInt64 {
        switch column {
        case .name: 0
        case .calls: UInt64(calls)
        case .subscriptions: UInt64(subscriptions)
        case .peak: UInt64(peakLive ?? 0)
        case .threads: UInt64(peakThreads)
        case .in: UInt64(eventsIn)
        case .out: UInt64(eventsOut)
        case .drops: UInt64(drops)
        case .closures: closures
        case .own: own
        case .waited: waited
        }
    }
}
