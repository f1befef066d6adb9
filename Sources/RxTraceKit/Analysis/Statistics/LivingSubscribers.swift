/// How many subscriptions to each row of the statistics live at once, as the calls of a trace go by.
///
/// One to an operator lives until its sink is first disposed. One to a subject, or to what has no sink, lives until the
/// subscription ends in which it was made.
struct LivingSubscribers {
    private var departures: SubscriptionDepartures
    /// By the operator's position, whether the trace has a sink of it.
    private var hasSink: [Bool]
    /// For each sink, by its position, whether it was disposed.
    private var isDisposed: [Bool]
    /// By the operator's position, the rows to which those live that a sink ends.
    private var ofSinks: [Int: [Int]] = [:]
    /// By subscription, the rows to which those live that end with it.
    private var ofSubscriptions: [Int: [Int]] = [:]
    /// By row, how many live.
    private var counts: [Int: Int] = [:]
    /// By row, the most that lived at once; nil for a row of which no end would be known.
    private(set) var peaks: [Int: Int] = [:]

    init(_ source: any TraceSource, groups: StatisticsGroups) {
        departures = SubscriptionDepartures(source)
        hasSink = Array(repeating: false, count: groups.roles.count)
        isDisposed = hasSink
        for (position, role) in groups.roles.enumerated() where role == .sink {
            hasSink[Int(groups.operators[position])] = true
        }
    }

    /// Takes a call that subscribes to the operator or subject at a position.
    mutating func begin(_ call: Trace.Call, row: Int, at position: Int?, role: Trace.Role?) {
        counts[row, default: 0] += 1
        if let position, role != .subject, hasSink[position] {
            ofSinks[position, default: []].append(row)
        } else if let subscription = call.subscription {
            ofSubscriptions[subscription, default: []].append(row)
        }
        if role == .subject { notePeak(of: row) }
    }

    /// Takes each call, after it has begun a subscription.
    ///
    /// - Parameter around: the calls that run around it, the innermost first.
    mutating func add(
        _ call: Trace.Call, row: Int, node: Int?, in groups: StatisticsGroups,
        around: @autoclosure () -> some Sequence<SubscriptionDepartures.Around>
    ) {
        let role = node.map { groups.roles[$0] }
        if let node, role == .sink {
            if call.operation == .dispose { end(ofSink: node, of: Int(groups.operators[node])) }
        } else if call.operation == .run, row >= 0 {
            notePeak(of: row)
        }
        guard let ended = departures.add(call, role: role, site: nil, around: around()) else { return }
        for row in ofSubscriptions.removeValue(forKey: ended) ?? [] { counts[row, default: 1] -= 1 }
    }

    private mutating func end(ofSink sink: Int, of position: Int) {
        guard !isDisposed[sink] else { return }
        isDisposed[sink] = true
        guard let row = ofSinks[position]?.popLast() else { return }
        notePeak(of: row)
        counts[row, default: 1] -= 1
    }

    private mutating func notePeak(of row: Int) {
        peaks[row] = max(peaks[row] ?? 0, counts[row] ?? 0)
    }
}
