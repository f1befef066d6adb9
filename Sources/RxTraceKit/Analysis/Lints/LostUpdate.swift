/// Two threads read a value and send what they made of it, and one change is lost.
struct LostUpdate: LintRule {
    static let definition = LintDefinition(
        name: "lost-update", severity: .error,
        summary: "two threads read a value and change it: a change is lost",
        explanation: """
            Fires where one line sends into a BehaviorRelay or BehaviorSubject on two threads in turn, what the second
            sends is made of the same value as what the first did, and the lines before it read the value that they
            change: two counts of one give one more, of two entries one is there. The line is the one that sends. The
            rule reads the source: without the file it finds nothing. One thread is enough where the value is read
            before a subscribe whose closure sends, for two of these may wait for their answers at once. A note, where
            no change was lost this time: two works of the program's own hops, or the work of one and what its maker
            does next, each send what they made of the value, and nothing puts them in order. No fault: lines that take
            a lock, wait, or run within sync; works of one serial queue; a value that is made of the event alone, or
            kept within bounds by min, max or %.
            """,
        example: """
            DispatchQueue.concurrentPerform(iterations: 2) { _ in
                likes.accept(likes.value + 1)  // both may read 0
            }
            """,
        remedy: "read and send under one lock, or count by scan on one serial queue")
    static let dependsOnOrder = true
    static let opening: Set<Trace.Operation> = [.on]

    /// How many lines before the send are read.
    private static let reach = 12

    private struct Sent {
        var call: Trace.Call
        var site: Trace.Site
        var value: String
        /// The value that was sent before.
        var before: String?
    }

    private var last: [Int: Sent] = [:]
    private var found: [Int: (first: Sent, second: Sent, count: Int)] = [:]
    private var readings: [Trace.Site: Reading] = [:]
    private var unordered: UnorderedUpdates

    /// How the lines up to a send read the value that it changes.
    private enum Reading {
        case none
        case direct
        /// Before a subscribe, in whose closure the send is.
        case early
    }

    private let text: SourceText

    static func wants(_ sort: CallSort) -> Bool {
        sort.event == .next && sort.role == .subject && sort.behaviors.contains(.replays)
            && !sort.behaviors.contains(.inside)
    }

    init(_ options: LintOptions) {
        text = options.text
        unordered = UnorderedUpdates(text)
    }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard call.type == nil, call.eventKind == .next, let id = call.node, let value = call.event?.value else {
            return
        }
        guard let site = call.site ?? walk.callingSite else {
            last[id] = nil
            return
        }
        unordered.note(call, of: id, at: site, in: walk)
        let before = last[id]
        let sent = Sent(call: call, site: site, value: value, before: before?.value)
        last[id] = sent
        guard let before, before.site == site,
            Self.isLost(before.value, in: value, before.before) || isCutOff(before, by: sent)
        else { return }
        let reading = reading(upTo: site)
        guard reading == .early || reading == .direct && before.call.thread != call.thread else { return }
        found[id] = (found[id]?.first ?? before, found[id]?.second ?? sent, (found[id]?.count ?? 0) + 1)
    }

    /// Whether a value knows nothing of the one that was sent before it: two that are the same number, or arrays of which
    /// the second does not go on from the first.
    private static func isLost(_ first: String, in second: String, _ before: String?) -> Bool {
        if Double(second) != nil { return first == second && before != first }
        guard first.hasPrefix("["), second.hasPrefix("["), first != "[]" else { return false }
        let (one, other) = (Set(ValueParts.elements(of: first)), Set(ValueParts.elements(of: second)))
        guard one.subtracting(other).count == 1, other.subtracting(one).count == 1 else { return false }
        return before.map { one.intersection(other) == Set(ValueParts.elements(of: $0)) } != false
    }

    /// Whether an array of another thread's, to which the line adds, does not begin as the one before it.
    private mutating func isCutOff(_ first: Sent, by second: Sent) -> Bool {
        guard first.call.thread != second.call.thread, first.value.hasPrefix("["), first.value != "[]",
            second.value.hasPrefix("["), let one = ValueParts.first(of: first.value),
            let other = ValueParts.first(of: second.value)
        else { return false }
        if let known = ValueParts.keys(of: first.value), let keys = ValueParts.keys(of: second.value) {
            return !known.isSubset(of: keys) && adds(at: second.site)
        }
        return one != other && adds(at: second.site)
    }

    /// Whether a line sends the value that was read, and something behind it.
    private func adds(at site: Trace.Site) -> Bool {
        text.answer(at: site) {
            let lines = text.codeLines(of: site.file)
            guard let update = ValueUpdate(at: site, in: text), lines.indices.contains(site.line - 1) else {
                return false
            }
            let sent = lines[site.line - 1].firstMatch(
                of: #/\.(?:accept|onNext|on)\((?:\.next\()?\s*([\w.]+?)\s*(\+|\))/#)
            guard let sent else { return false }
            if update.read == update.sent { return sent.2 == "+" && sent.1.hasSuffix(".value") }
            let kept = lines[update.read.line - 1].firstMatch(
                of: #/\b(let|var)\s+(\w+)[^=]*=.*\.value(?:\(\)\)?)?\s*(?:,|else\b.*|\?\?\s*\[:?\])?\s*$/#)
            guard let kept, kept.2 == sent.1 else { return false }
            if sent.2 == "+" { return true }
            let between = lines[update.read.line..<(site.line - 1)].joined(separator: "\n")
            let changes = between.matches(of: #/(?:^|[^\w.])(\w+)\s*(?:\.(\w+)\(|(\+?=)(?!=)|\[)/#).filter {
                $0.1 == sent.1
            }
            return kept.1 == "var" && !changes.isEmpty
                && changes.allSatisfy {
                    ["append", "contains", "merge"].contains($0.2) || $0.3 == "+=" || $0.0.hasSuffix("[")
                }
        }
    }

    /// Whether the lines up to a send read the value that it changes, and take no lock.
    private mutating func reading(upTo site: Trace.Site) -> Reading {
        if let known = readings[site] { return known }
        let result = read(upTo: site)
        readings[site] = result
        return result
    }

    private func read(upTo site: Trace.Site) -> Reading {
        let lines = text.codeLines(of: site.file)
        guard lines.indices.contains(site.line - 1) else { return .none }
        let sending = lines[site.line - 1]
        guard let name = sending.firstMatch(of: #/(\w+)\.(?:accept|onNext|on)\(/#)?.1 else { return .none }
        var code = [sending]
        for line in lines[max(0, site.line - 1 - Self.reach)..<(site.line - 1)].reversed() {
            code.append(line)
            if line.contains(#/\bfunc\b/#) { break }
        }
        let all = code.reversed().joined(separator: "\n")
        // A value that stays at its bound is not lost.
        guard !ValueUpdate.isOrdered(all) else { return .none }
        let reads = all.matches(of: #/(\w+)\.value(?!\w)/#).filter { $0.1 == name }
        guard let first = reads.first else { return .none }
        let between = all[first.range.upperBound...]
        return reads.count == 1 && between.contains(#/\.subscribe\([^\n]*\{/#) ? .early : .direct
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        lost(in: walk) + unlost(in: walk)
    }

    /// Changes that may be lost in another order.
    private func unlost(in walk: TraceWalk) -> [Trace.Finding] {
        unordered.found.filter { found[$0.key] == nil }.sorted { $0.key < $1.key }.compactMap { id, pair in
            guard let node = walk.node(id) else { return nil }
            let evidence = [pair.first, pair.second].flatMap { sent -> [Trace.Finding.Evidence] in
                [
                    .init("\(walk.threadName(sent.call.thread)) reads the value", site: sent.update.read),
                    .init(
                        "and sends \(CallText.event(sent.call)), made of it", call: sent.call.id, site: sent.update.sent
                    ),
                ]
            }
            return finding(
                "two works change \(walk.name(of: node)) in no order, and a change may be lost",
                at: pair.second.update.sent, evidence, severity: .note, count: pair.count)
        }
    }

    private func lost(in walk: TraceWalk) -> [Trace.Finding] {
        found.sorted { $0.key < $1.key }.compactMap { id, pair in
            guard let node = walk.node(id) else { return nil }
            let name = walk.name(of: node)
            return finding(
                pair.first.call.thread == pair.second.call.thread
                    ? "\(name) is made of a value that was read before another change, which is lost"
                    : "two threads change \(name) at the same time, and a change is lost", at: pair.second.site,
                [pair.first, pair.second].map { sent in
                    .init(
                        "\(walk.threadName(sent.call.thread)) sends \(CallText.event(sent.call))", call: sent.call.id,
                        site: sent.site)
                }, count: pair.count)
        }
    }
}
