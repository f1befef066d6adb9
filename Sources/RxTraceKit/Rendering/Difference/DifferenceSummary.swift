/// The summary of a difference, the most telling first: the operators that were replaced, added or removed, then the
/// first call that differs, then the sums over all calls.
struct DifferenceSummary {
    /// One statement each, without colour.
    private(set) var lines: [String] = []
    /// The place in the source that the first of them is about, or one around it.
    private(set) var site: Trace.Site?

    private let words: DifferenceWords
    /// By their places in the old trace's source, the operators' places in the new one's.
    private var sites: [Trace.Site: Trace.Site] = [:]
    private var difference: TraceDifference { words.difference }
    private var arrow: String { words.style.arrow }

    init(_ words: DifferenceWords) {
        self.words = words
        guard !difference.isEmpty else { return }
        addOperators()
        addFirstCall()
        addRenamed()
        addSites()
        addCounts()
        if difference.old.dropped != difference.new.dropped {
            lines.append("calls that were not kept: \(difference.old.dropped) \(arrow) \(difference.new.dropped)")
        }
    }

    /// An observable as its create tells it.
    private struct Operator: Hashable {
        var name: String
        var generic: String?
        var site: Trace.Site?
    }

    private struct OperatorChange: Hashable {
        var old: Operator?
        var new: Operator?
    }

    private mutating func addOperators() {
        var changes: [OperatorChange] = []
        let (oldNodes, newNodes) = (IdentifierIndex(difference.old.nodes), IdentifierIndex(difference.new.nodes))
        let creates = difference.rows.compactMap { row -> (row: TraceDifference.Row, old: Operator?, new: Operator?)? in
            let calls = words.calls(of: row)
            guard (calls.new ?? calls.old)?.operation == .create else { return nil }
            return (
                row, calls.old.map { Self.made(by: $0, difference.old, oldNodes) },
                calls.new.map { Self.made(by: $0, difference.new, newNodes) }
            )
        }
        // An operator that was made more or less often, by a closure say, is there all the same.
        let both = creates.filter { $0.row.kind == .same || $0.row.kind == .changed }
        for case (_, let old?, let new?) in both {
            if let oldSite = old.site, let newSite = new.site { sites[oldSite] = newSite }
        }
        let known = Set(both.flatMap { [$0.old, $0.new] }.compactMap { $0 }.filter { $0.site != nil })
        for (row, old, new) in creates {
            guard row.kind != .same, row.kind != .movedAway, row.kind != .movedHere else { continue }
            if row.kind != .changed, !row.isPart, (old ?? new).map(known.contains) == true { continue }
            if old?.name != new?.name { changes.append(OperatorChange(old: old, new: new)) }
            // Else, of the same operator on other elements, which is told by its whole name.
            if let old, let new, old.name == new.name, let oldName = old.generic, let newName = new.generic,
                oldName != newName
            {
                changes.append(
                    OperatorChange(
                        old: Operator(name: oldName, generic: nil, site: old.site),
                        new: Operator(name: newName, generic: nil, site: new.site)))
            }
        }
        // One gone and one come is the same that was moved, or at the same place in the source one that was replaced.
        for position in changes.indices where changes[position].new == nil {
            guard let gone = changes[position].old else { continue }
            let come = changes.indices.filter { changes[$0].old == nil && changes[$0].new != nil }
            let partner =
                come.first { changes[$0].new?.name == gone.name && changes[$0].new?.generic == gone.generic }
                ?? come.first { gone.site != nil && changes[$0].new?.site == gone.site }
            guard let partner else { continue }
            changes[position].new = changes[partner].new
            changes[partner].new = nil
        }
        // An observable that an operator made for itself comes and goes with the operator.
        if changes.contains(where: { ($0.new ?? $0.old)?.site != nil }) {
            changes.removeAll { ($0.new ?? $0.old)?.site == nil }
        }
        var counts: [OperatorChange: Int] = [:]
        for change in changes { counts[change, default: 0] += 1 }
        for change in changes {
            guard change.old != nil || change.new != nil, let count = counts.removeValue(forKey: change) else {
                continue
            }
            let times = count > 1 ? " \(words.style.times)\(Count.grouped(count))" : ""
            if lines.isEmpty { site = change.new?.site ?? change.old?.site }
            lines.append(Self.escaped(text(of: change)) + times)
        }
    }

    private static func escaped(_ text: String) -> String { TerminalText.escaped(text) }

    private func text(of change: OperatorChange) -> String {
        let site = (change.new?.site ?? change.old?.site).map { " at \($0)" } ?? ""
        return switch (change.old, change.new) {
        case (let old?, let new?) where old.name == new.name: "\(new.name) moved\(site)"
        case (let old?, let new?): "\(old.name) \(arrow) \(new.name)\(site)"
        case (let old?, nil): "\(old.name) removed\(site)"
        case (nil, let new?): "\(new.name) added\(site)"
        case (nil, nil): ""
        }
    }

    private static func made(by call: Trace.Call, _ trace: Trace, _ nodes: IdentifierIndex) -> Operator {
        let node = call.node.flatMap { nodes[$0] }.map { trace.nodes[$0] }
        let type = call.type ?? node?.type ?? "an observable"
        let isTold = call.label == nil || call.label?.lowercased() == type.lowercased()
        return Operator(
            name: isTold ? type : "\(type) (\(call.label ?? ""))", generic: node?.generic, site: node?.site)
    }

    /// The earliest call that differs, other than by the name of a replaced operator's parts.
    private mutating func addFirstCall() {
        let differing = difference.rows.indices.filter { position in
            let row = difference.rows[position]
            guard row.kind != .same, !row.isFollower, !row.isPart else { return false }
            guard let call = words.calls(of: row).new ?? words.calls(of: row).old else { return false }
            return call.operation != .create && !(row.kind == .changed && (isRenamed(row) || isSiteOnly(row)))
        }
        // In causal order: the events that a join passes on stand elsewhere in the rows.
        func order(_ position: Int) -> (Int, Int) {
            let row = difference.rows[position]
            return (row.newCall ?? row.oldCall ?? 0, row.kind.rank)
        }
        // Who is disposed by whom follows from the operators there are.
        let telling = differing.filter { position in
            let calls = words.calls(of: difference.rows[position])
            return (calls.new ?? calls.old)?.operation != .dispose
        }
        guard let position = (telling.isEmpty && lines.isEmpty ? differing : telling).min(by: { order($0) < order($1) })
        else { return }
        let first = difference.rows[position]
        var made = maker(of: first)
        // The program has the new trace's lines.
        if first.newCall == nil, let site = made?.site.flatMap({ sites[$0] }) { made?.site = site }
        site = site ?? made?.site ?? place(at: position)
        let place = made.map { ", \(Self.escaped($0.name)) at \(Self.escaped($0.site?.description ?? ""))" } ?? ""
        lines.append("first \(first.kind.word): \(words.text(of: first))\(place)")
    }

    /// The place of a row, or of the nearest one around it that has one.
    private func place(at position: Int) -> Trace.Site? {
        var depth = Int.max
        for row in difference.rows[...position].reversed() where row.depth < depth {
            depth = row.depth
            // The program has the new trace's lines.
            if let site = words.site(of: row) { return row.newCall == nil ? sites[site] ?? site : site }
        }
        return nil
    }

    /// The operator a sink belongs to, with its place in the source.
    private func maker(of row: TraceDifference.Row) -> Operator? {
        let trace = row.newCall == nil ? difference.old : difference.new
        let nodes = trace.nodesWithRoles
        guard let call = words.calls(of: row).new ?? words.calls(of: row).old, call.operation != .subscribe,
            let node = call.node.flatMap({ id in nodes.first { $0.id == id } }), node.role == .sink,
            let name = nodes.first(where: { $0.id == node.owner })?.type
        else { return nil }
        let operators = trace.nodes.filter { $0.type == name && $0.site != nil }
        // Of several of its type, the one that was run in the same subscription.
        let run = Set(
            trace.calls.lazy.filter { $0.operation == .run && $0.subscription == call.subscription }.compactMap(\.node))
        let all = Set(operators.compactMap(\.site))
        let sites = all.count == 1 ? all : Set(operators.filter { run.contains($0.id) }.compactMap(\.site))
        guard sites.count == 1, let site = sites.first else { return nil }
        return Operator(name: String(name), generic: nil, site: site)
    }

    private func isRenamed(_ row: TraceDifference.Row) -> Bool {
        var (old, new) = words.labels(of: row)
        guard old.type != new.type else { return false }
        (old.type, old.generic, old.label) = (new.type, new.generic, new.label)
        return old == new
    }

    private func isSiteOnly(_ row: TraceDifference.Row) -> Bool {
        guard row.kind == .changed else { return false }
        var (old, new) = words.labels(of: row)
        (old.site, old.subscribedAt) = (nil, nil)
        (new.site, new.subscribedAt) = (nil, nil)
        return old == new
    }

    private mutating func addSites() {
        let count = difference.rows.count(where: isSiteOnly)
        guard count > 0 else { return }
        lines.append("\(Count.of(count, "call")) at another place in the source (not compared with --ignore sites)")
    }

    private mutating func addRenamed() {
        var counts: [String: Int] = [:]
        var order: [String] = []
        for row in difference.rows where row.kind == .changed && isRenamed(row) {
            let (old, new) = words.labels(of: row)
            guard new.operation != .create, let oldType = old.type, let newType = new.type else { continue }
            let text = Self.escaped("\(oldType) \(arrow) \(newType)")
            if counts[text] == nil { order.append(text) }
            counts[text, default: 0] += 1
        }
        // Where much else differs as well, names that were paired once or twice say little.
        for text in order.filter({ counts[$0, default: 0] > 2 }).prefix(5) {
            lines.append("\(text) in \(Count.of(counts[text] ?? 0, "call"))")
        }
    }

    private mutating func addCounts() {
        let counts: [(Int, String)] = [
            (difference.count(.changed), "changed"), (difference.count(.removed), "removed"),
            (difference.count(.added), "added"), (difference.count(.movedHere), "moved"),
        ]
        let told = counts.filter { $0.0 > 0 }.map { "\(Count.grouped($0.0)) \($0.1)" }
        if !told.isEmpty {
            lines.append("calls: \(told.joined(separator: ", ")); \(Count.grouped(difference.count(.same))) the same")
        }
    }
}

extension TraceDifference.Row.Kind {
    /// The text that people read.
    var word: String {
        switch self {
        case .same: "the same"
        case .changed, .removed, .added: rawValue
        case .movedAway: "moved away"
        case .movedHere: "moved here"
        }
    }

    /// Of two differences at one place, the one that says more.
    fileprivate var rank: Int { self == .changed ? 0 : 1 }
}

extension TraceDifference {
    /// The summary of the difference, a statement each, the most telling first; empty where there is none.
    ///
    /// ```
    /// Map → CompactMap at Search.swift:12
    /// MapSink → CompactMapSink in 18 calls
    /// calls: 24 changed, 2 removed; 310 the same
    /// ```
    public var summary: [String] { DifferenceSummary(DifferenceWords(self, style: .unicode)).lines }

    /// The place in the source that the first statement of the ``summary`` is about, or the nearest around it that is known.
    public var site: Trace.Site? { DifferenceSummary(DifferenceWords(self, style: .unicode)).site }
}
