/// The words in the boxes of a graph.
struct GraphWords {
    private let trace: Trace
    private let names: NodeNames
    /// By node, the operator that made it, in the user's words.
    private var operators: [Int: String] = [:]

    init(_ trace: Trace) {
        self.trace = trace
        names = NodeNames(trace)
        for call in trace.calls where call.operation == .create {
            if let node = call.node, let label = call.label, operators[node] == nil { operators[node] = label }
        }
    }

    func look(of box: GraphBoxes.Box) -> GraphPicture.Look {
        switch box.subject {
        case .node(let node): .role(trace.nodes[node].role)
        case .subscription(let subscription): .subscription(isLive: trace.subscriptions[subscription].ended == nil)
        case .code: .code
        }
    }

    func lines(of box: GraphBoxes.Box) -> [String] {
        let lines =
            switch box.subject {
            case .node(let node): lines(ofNode: node, box)
            case .subscription(let subscription): lines(ofSubscription: subscription, count: box.count)
            case .code: ["your code"]
            }
        return lines.map(Self.cut)
    }

    /// A name may have any length; a box of a thousand characters is none that anybody reads, and Graphviz refuses one of
    /// 16,384.
    private static let longestLine = 120

    private static func cut(_ line: String) -> String {
        TerminalText.shortenedInMiddle(line, to: longestLine, ellipsis: "…")
    }

    /// What the source calls it, then the operator as the user wrote it and the class.
    private func lines(ofNode position: Int, _ box: GraphBoxes.Box) -> [String] {
        let node = trace.nodes[position]
        let type = TerminalText.escaped(node.type)
        var name = box.isOfOnePlace ? names.name(of: position, isNumbered: box.count == 1) : type
        if box.count > 1 { name += " ×\(Count.grouped(box.count))" }
        var lines = [name]
        let isNamed = box.isOfOnePlace && names.variable(of: position) != nil
        let word = operators[node.id].flatMap { $0.lowercased() == node.type.lowercased() ? nil : $0 }
        if isNamed {
            lines.append(word.map { "\(TerminalText.escaped($0)), \(type)" } ?? type)
        } else if let word {
            lines.insert(TerminalText.escaped(word), at: 0)
        }
        if let site = node.site { lines.append(TerminalText.escaped(site.description)) }
        if node.isEarly { lines.append("made before the recording") }
        return lines
    }

    private func lines(ofSubscription position: Int, count: Int) -> [String] {
        let one = trace.subscriptions[position]
        let site = one.site.map { [TerminalText.escaped($0.description)] } ?? []
        return ["subscribe", state(of: one, count: count)] + site
    }

    /// `subscription 1 "on screen", still live`.
    func state(of one: Trace.Subscription, count: Int = 1) -> String {
        var line = count > 1 ? "subscriptions ×\(Count.grouped(count))" : "subscription \(one.id)"
        if let name = one.name { line += " \(MarkText.quoted(name))" }
        return line + ", \(one.ended.map(TerminalText.escaped) ?? "still live")"
    }

    /// What the source calls it; else the operator as the user wrote it, with its name where it has one; its class where
    /// nobody wrote it.
    func title(_ position: Int) -> String {
        let node = trace.nodes[position]
        guard let word = operators[node.id], names.variable(of: position) == nil else {
            return names.name(of: position)
        }
        guard let name = node.name else { return TerminalText.escaped(word) }
        return "\(TerminalText.escaped(word)) \(MarkText.quoted(name))"
    }

    /// What the source calls it, and the operator as the user wrote it, or the class; nil where the title tells that.
    func kind(_ position: Int) -> (variable: String, kind: String)? {
        guard let variable = names.variable(of: position), let type = names.type(behindNameOf: position) else {
            return nil
        }
        return (variable, operators[trace.nodes[position].id].map(TerminalText.escaped) ?? type)
    }
}

extension GraphWords {
    private static let longestValue = 18

    /// The words on an edge, such as `next A, B, completed`.
    static func words(of edge: GraphEdges.Edge) -> String {
        let word: String
        switch edge.way.kind {
        case .event: return events(edge)
        case .drop: return "\(events(edge)): \(losses(edge.losses))"
        case .subscribe: return edge.count == 1 ? "" : "×\(Count.grouped(edge.count))"
        case .schedule: word = "schedule"
        case .invoke: word = "invoke"
        case .insert: word = "insert"
        case .dispose: word = "dispose"
        case .kept: word = "kept"
        case .act: word = cut(TerminalText.escaped(edge.way.label ?? ""))
        }
        return times(word, edge.count) ?? ""
    }

    /// A long label in lines of some 32 characters.
    static func wrapped(_ label: String) -> [String] {
        var lines = [""]
        for word in label.split(separator: " ", omittingEmptySubsequences: false) {
            if lines[lines.count - 1].count + word.count > 32, !lines[lines.count - 1].isEmpty { lines.append("") }
            lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
        }
        return lines
    }

    private static func events(_ edge: GraphEdges.Edge) -> String {
        var next = times("next", edge.next)
        if edge.next > 0, edge.values.count == edge.next {
            next = "next \(edge.values.map(short).joined(separator: ", "))"
        }
        return [next, times("error", edge.error), times("completed", edge.completed)].compactMap { $0 }
            .joined(separator: ", ")
    }

    /// Why nobody took events, each reason once.
    private static func losses(_ losses: [LostEvent]) -> String {
        var sentences: [String] = []
        for lost in losses where !sentences.contains(lost.sentence) { sentences.append(lost.sentence) }
        return sentences.joined(separator: "; ")
    }

    private static func short(_ value: String) -> String {
        value.isEmpty
            ? "\"\"" : TerminalText.shortenedInMiddle(TerminalText.escaped(value), to: longestValue, ellipsis: "…")
    }

    private static func times(_ word: String, _ count: Int) -> String? {
        count == 0 ? nil : count == 1 ? word : "\(word) ×\(Count.grouped(count))"
    }
}
