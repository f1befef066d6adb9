/// A source is tried again and again without a pause.
struct RetryStorm: LintRule {
    static let definition = LintDefinition(
        name: "retry-storm", severity: .warning,
        summary: "a failing source is tried again and again without a pause",
        explanation: """
            Fires where retry, or retry(when:), subscribes more than five times in a row to a source that fails. Each
            time it does so in the very call that told of the failure, and no element comes in between. An attempt in
            work of its own, as after a delay or a timer, begins a new row. Fires too where a catch makes the failing
            source anew each time. Fires too where retry() begins anew, three times or more in a row, with a subject or
            relay that replays its value, and no other was sent: the request that follows from it fails again. A note:
            retry subscribes at once two times or more, and a delay stands right above it, which holds back no errors;
            the line is that of the delay.
            """,
        example: """
            download().retry().subscribe(onNext: show)  // as fast as it fails
            """,
        remedy: "use retry(when:) with a growing delay, or allow fewer attempts")
    static let opening: Set<Trace.Operation> = [.subscribe, .on, .forwardOn]

    /// A row of attempts that is no storm yet.
    private static let limit = 5

    private struct Row {
        var count = 0
        var first: Int?
        /// The outermost call that ran when an attempt failed.
        var failedIn: Int?
        var error: Trace.Call?
        var longest = 0
        var longestFirst: Int?
        var last: Int?
    }

    private var rows: [Int: Row] = [:]
    /// The catches at a line that answered an error within each other, the most there were.
    private var catches: [Trace.Site: (depth: Int, call: Trace.Call, name: String)] = [:]

    /// How many elements each subject that replays was sent.
    private var sent: [Int: Int] = [:]
    /// The failures in a row of each retry with the same value of such a subject; the most that there were.
    private var same: [Int: Same] = [:]
    private var mostOfSame: [Int: Same] = [:]
    private let text: SourceText

    private struct Same {
        var subject: Int
        /// How many elements it had been sent.
        var sent: Int
        var first: Trace.Call
        var last: Trace.Call
        var count = 1
    }

    private static let sameRemedy = "put retry, or a catch, into the closure of flatMap, on the request"

    private static func isState(_ role: Trace.Role?, _ does: Trace.Behaviors) -> Bool {
        role == .subject && does.contains(.replays)
    }

    static func wants(_ sort: CallSort) -> Bool {
        switch sort.operation {
        case .on: sort.event == .error || sort.event == .next && Self.isState(sort.role, sort.behaviors)
        case .forwardOn: sort.event == .next && sort.behaviors.contains(.retries)
        default: true
        }
    }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        if call.operation == .forwardOn, walk.behaviors.contains(.retries), call.eventKind == .next,
            let sink = retrying(call.node, in: walk)
        {
            rows[sink]?.count = 0
            same[sink] = nil
        } else if call.operation == .on, call.eventKind == .next {
            if let id = call.node, Self.isState(walk.role, walk.behaviors) { sent[id, default: 0] += 1 }
        } else if call.operation == .on, call.eventKind == .error, let sink = retrying(call.node, in: walk) {
            rows[sink, default: Row()].failedIn = walk.outermost(around: call)
            rows[sink]?.error = call
            noteSame(call, of: sink, in: walk)
        } else if call.operation == .subscribe, walk.begins(call), let node = walk.node(call.node),
            node.role != .subject || node.site != nil
        {
            // What the library uses to be told of the next attempt is none itself.
            noteCatches(call, in: walk)
            for frame in walk.callers where frame.behaviors.contains(.retries) {
                guard let sink = walk.sink(of: frame.call.node)?.id else { continue }
                return note(call, of: sink, in: walk)
            }
        }
    }

    /// Counts the failures of a retry that has begun each attempt with one value of a subject.
    private mutating func noteSame(_ call: Trace.Call, of sink: Int, in walk: TraceWalk) {
        guard let source = walk.node(walk.facts(of: call.subscription)?.chain.last),
            Self.isState(source.role, source.behaviors)
        else { return }
        let count = sent[source.id] ?? 0
        if same[sink]?.subject == source.id, same[sink]?.sent == count {
            same[sink]?.count += 1
            same[sink]?.last = call
        } else {
            same[sink] = Same(subject: source.id, sent: count, first: call, last: call)
        }
        if let now = same[sink], now.count > mostOfSame[sink]?.count ?? 0 { mostOfSame[sink] = now }
    }

    /// The retries without a bound that begin again and again with what fails.
    private func replayed(in walk: TraceWalk) -> [Trace.Finding] {
        mostOfSame.sorted { $0.key < $1.key }.compactMap { sink, same in
            guard same.count >= 3, rows[sink]?.longest ?? 0 <= Self.limit, let retry = walk.observable(of: sink),
                let subject = walk.node(same.subject), let site = retry.site,
                text.code(from: site, lines: 1).contains(#/\.?retry\(\s*\)/#)
            else { return nil }
            return finding(
                "\(walk.name(of: retry)) begins anew with the value that \(walk.name(of: subject)) replays, which fails "
                    + "\(Count.of(same.count, "time")) in a row", at: site,
                [
                    .init("the first error: \(CallText.event(same.first))", call: same.first.id),
                    .init("the last", call: same.last.id),
                ], remedy: Self.sameRemedy)
        }
    }

    /// Counts the catches of a line that answer an error by a source which fails in its turn, as one does that a function
    /// makes which calls itself.
    private mutating func noteCatches(_ call: Trace.Call, in walk: TraceWalk) {
        var depth = 0
        var site: Trace.Site?
        var name = ""
        for frame in walk.callers where frame.call.operation == .on && frame.call.eventKind == .error {
            guard frame.role == .sink, frame.behaviors.contains(.continues), !frame.behaviors.contains(.retries),
                let sink = walk.node(frame.call.node), let catching = walk.observable(of: sink.id),
                site == nil || site == catching.site
            else { continue }
            if depth == 0 { (site, name) = (catching.site, walk.name(of: sink)) }
            depth += 1
        }
        guard depth > Self.limit, let site, depth > catches[site]?.depth ?? 0 else { return }
        catches[site] = (depth, call, name)
    }

    /// The sink of a retry that a call is on; its inner observers work for it.
    private func retrying(_ node: Int?, in walk: TraceWalk) -> Int? {
        walk.node(node)?.behaviors.contains(.retries) == true ? walk.sink(of: node)?.id : nil
    }

    private mutating func note(_ call: Trace.Call, of sink: Int, in walk: TraceWalk) {
        var row = rows[sink] ?? Row()
        let isAtOnce = row.failedIn != nil && row.failedIn == walk.outermost(around: call)
        if !isAtOnce || row.count == 0 {
            row.count = 1
            row.first = call.id
        } else {
            row.count += 1
        }
        row.failedIn = nil
        if row.count > row.longest {
            row.longest = row.count
            row.longestFirst = row.first
            row.last = call.id
        }
        rows[sink] = row
    }

    /// The retries below a delay, which holds elements back and no errors: the attempts follow at once all the same.
    private func undelayed(in walk: TraceWalk) -> [Trace.Finding] {
        let rows = rows.filter { (2...Self.limit).contains($0.value.longest) }
        if rows.isEmpty { return [] }
        let parts: [(call: Int, id: Int)] = walk.source.subscriptions.lazy.filter { $0.parent != nil }
            .compactMap { row in walk.facts(of: row.id).map { (call: $0.call, id: row.id) } }.sorted(by: <)
        return rows.sorted { $0.key < $1.key }.compactMap { id, row in
            guard let retry = walk.observable(of: id), let first = row.longestFirst, let last = row.last,
                case let begun = parts[parts.partitioningIndex { $0.call >= first }...].prefix(while: {
                    $0.call <= last
                }),
                let part = begun.map(\.id).min(),
                let delay = walk.node(walk.facts(of: part)?.chain.first), walk.word(for: delay) == "delay"
            else { return nil }
            return finding(
                "\(walk.name(of: retry)) subscribes \(row.longest) times at once: delay holds back no errors",
                at: delay.site,
                [.init("the first of these", call: first), .init("the last", call: last)], severity: .note)
        }
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        let caught = catches.map { site, one in
            finding(
                "\(one.name) answers an error with the source that fails, \(Count.of(one.depth, "time")) at once",
                at: site,
                [.init("the last subscribe", call: one.call.id)])
        }
        return caught + undelayed(in: walk) + replayed(in: walk)
            + rows.sorted { $0.key < $1.key }.compactMap { id, row in
                guard row.longest > Self.limit, let sink = walk.node(id) else { return nil }
                let error = row.error.map { " after \(CallText.event($0))" } ?? ""
                return finding(
                    "\(walk.name(of: sink)) subscribes \(row.longest) times in a row, each time at once",
                    at: walk.observable(of: id)?.site,
                    [.init("the first of these", call: row.longestFirst), .init("the last,\(error)", call: row.last)])
            }
    }
}
