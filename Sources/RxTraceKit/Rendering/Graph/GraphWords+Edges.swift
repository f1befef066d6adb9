extension GraphWords {
    private static let longestValue = 24
    private static let longestError = 120

    /// The words on an edge, such as `2 next A, B, 5 completed`: what passed with each of its numbers.
    ///
    /// - Parameter number: that of what made somebody leave, or of what it is a part of, by the lost event's call and the
    ///   ending one.
    func label(
        of edge: GraphEdges.Edge, _ runs: [GraphRuns.Run], number: (LostEvent, Int) -> Int?
    ) -> GraphLabel {
        var label = GraphLabel()
        let hasValues = edge.passed.hasAllValues || runs.count > 1 && runs.allSatisfy { $0.passed.next <= 2 }
        let hasParts = runs.contains { port(edge, $0.passed) != nil }
        var numbers: [Int] = []
        for (place, run) in runs.enumerated() {
            numbers.append(run.number)
            let words = words(of: run, edge, hasValues: hasValues, hasParts: hasParts)
            // What is told in the same words is told once: `4, 7 dispose`.
            if edge.way.kind != .event, run.passed.count == 1, place + 1 < runs.count,
                runs[place + 1].passed.count == 1,
                self.words(of: runs[place + 1], edge, hasValues: hasValues, hasParts: hasParts).text == words.text
            {
                continue
            }
            label.add(words, numbers: numbers)
            numbers = []
        }
        if edge.way.kind == .drop {
            label.punctuate(":")
            label.add(Self.losses(edge.losses, number))
        }
        return label
    }

    private func words(of run: GraphRuns.Run, _ edge: GraphEdges.Edge, hasValues: Bool, hasParts: Bool) -> GraphLabel {
        var label = words(of: run.passed, edge, hasValues: hasValues, hasParts: hasParts)
        if edge.way.isLate {
            label.punctuate(",")
            if edge.way.kind == .dispose {
                label.add(lateness(edge.way))
            } else {
                let answer = run.answer.map { ": \($0) disposes it" } ?? ""
                label.addError(Self.tooLate + answer)
            }
        }
        if let turn = run.turn, run.passed.count == 1 { label.extend(with: ", waits until \(turn)") }
        if let reason = run.reason { label.addPiece("because of \(reason)") }
        return label
    }

    private func words(
        of passed: GraphPassage, _ edge: GraphEdges.Edge, hasValues: Bool, hasParts: Bool
    ) -> GraphLabel {
        typealias Words = GraphWords
        var label = GraphLabel()
        switch edge.way.kind {
        case .event, .drop:
            label = Words.events(passed, hasValues: hasValues && passed.hasAllValues)
            if let port = port(edge, passed) ?? (hasParts ? whole(edge) : nil) { label.lead(with: "\(port):") }
        case .kept:
            let word = edge.way.label ?? "kept"
            if hasValues, passed.hasAllValues, passed.next == passed.count {
                Words.addValues(passed, behind: word, to: &label)
            } else {
                label.add(Words.times(word, passed.count))
            }
        case .subscribe:
            if let port = port(edge, passed) { label.add(port) }
            if passed.count > 1 { label.add("×\(Count.grouped(passed.count))") }
        case .schedule:
            label.add(Words.times("schedule", passed.count))
            if passed.idle > 0 {
                label.punctuate(",")
                label.add(passed.idle == passed.count ? "never ran" : "\(Count.grouped(passed.idle)) never ran")
            }
        case .invoke: label.add(Words.times("invoke", passed.count))
        case .dispose: label.add(Words.times("dispose", passed.count))
        case .insert: label.add(Words.times("insert", passed.count))
        case .act:
            let word = Words.cut(TerminalText.escaped(edge.way.label ?? ""))
            if passed.hasAllObjects {
                for (place, object) in passed.objects.enumerated() {
                    if place > 0 { label.punctuate(",") }
                    label.addPiece((place == 0 ? "\(word) " : "") + names.name(of: object), startsLine: place > 0)
                }
            } else {
                label.add(Words.times(word, passed.count))
            }
        }
        return label
    }

    /// The name of the part of a box that all came to or from.
    private func port(_ edge: GraphEdges.Edge, _ passed: GraphPassage) -> String? {
        guard let boxes, let port = passed.onlyObject else { return nil }
        return ends(of: edge.way).lazy.compactMap { box -> String? in
            guard case .node(let whole) = boxes.boxes[box].subject, boxes.boxOfNode[port] == box else { return nil }
            return GraphPorts.name(of: trace.nodes[port], in: trace.nodes[whole]) ?? names.shortName(of: port)
        }.first.map(TerminalText.escaped)
    }

    /// The type of the box that has parts with names, for what comes to itself or from it.
    private func whole(_ edge: GraphEdges.Edge) -> String? {
        ends(of: edge.way).lazy.compactMap { box in
            guard let boxes, case .node(let whole) = boxes.boxes[box].subject, trace.nodes[whole].role == .object
            else { return nil }
            return TerminalText.escaped(trace.nodes[whole].type)
        }.first
    }

    private func ends(of way: GraphEdges.Way) -> [Int] { [way.to, way.from].compactMap { $0 } }

    /// Whether a node is a part of one of the boxes of a way, and not the box itself.
    func isWithin(_ node: Int, _ way: GraphEdges.Way) -> Bool {
        guard let boxes, let box = boxes.boxOfNode[node], ends(of: way).contains(box),
            case .node(let whole) = boxes.boxes[box].subject
        else { return false }
        return whole != node && trace.nodes[whole].role == .object
    }

    /// What the graph calls an observable that an event carries; nil where its box stands for several.
    func stream(_ node: Int) -> String? {
        guard let boxes, boxes.boxOfNode[node].map({ boxes.boxes[$0].count == 1 }) ?? true else { return nil }
        return names.shortName(of: node)
    }

    static let tooLate = "too late"

    /// What a disposal says that came too late.
    private func lateness(_ way: GraphEdges.Way) -> String {
        guard let boxes, let to = way.to, case .subscription(let position) = boxes.boxes[to].subject else {
            return Self.lateness(.dispose)
        }
        let hasCompleted = trace.subscriptions[position].ended == Trace.Event.Kind.completed.name
        return hasCompleted ? "already completed" : "already ended"
    }

    /// What an insertion or a disposal says that came too late.
    static func lateness(_ kind: GraphEdges.Kind) -> String { kind == .dispose ? "already disposed" : tooLate }

    private static func events(_ passed: GraphPassage, hasValues: Bool) -> GraphLabel {
        var label = GraphLabel()
        let word = passed.replayed > 0 && passed.replayed == passed.next ? "replayed" : "next"
        if hasValues, passed.next > 0 {
            addValues(passed, behind: word, to: &label)
        } else if passed.next > 0 {
            label.add(times(word, passed.next))
        }
        if word == "next" { addPart(passed.replayed, of: passed.next, "replayed", to: &label) }
        if passed.error > 0 {
            label.punctuate(",")
            if passed.errors.count == passed.error {
                for (place, text) in passed.errors.enumerated() {
                    if place > 0 { label.punctuate(",") }
                    label.addError("error(\(short(text, to: longestError)))")
                }
            } else {
                label.addError(times("error", passed.error))
            }
            addPart(passed.retried, of: passed.error, "retried", to: &label)
            addPart(passed.caught, of: passed.error, "caught", to: &label)
        }
        if passed.completed > 0 {
            label.punctuate(",")
            label.add(times("completed", passed.completed))
        }
        return label
    }

    /// What became of all that passed, or of so many of it.
    private static func addPart(_ part: Int, of count: Int, _ word: String, to label: inout GraphLabel) {
        guard part > 0 else { return }
        label.punctuate(",")
        label.add(part == count ? word : "\(Count.grouped(part)) of them \(word)")
    }

    /// Each value is one piece: `next A, B`.
    private static func addValues(_ passed: GraphPassage, behind word: String, to label: inout GraphLabel) {
        for (place, value) in passed.values.map({ short($0, to: longestValue) }).enumerated() {
            if place > 0 { label.punctuate(",") }
            label.addPiece(place == 0 ? "\(word) \(value)" : value, startsLine: place > 0 && value.contains(" "))
        }
    }

    /// Why nobody took events, each reason once; of calls, the numbers of the graph tell.
    private static func losses(_ losses: [LostEvent], _ number: (LostEvent, Int) -> Int?) -> String {
        var sentences: [String] = []
        for lost in losses {
            let sentence = lost.sentence { number(lost, $0.call).map(String.init) }
            if !sentences.contains(sentence) { sentences.append(sentence) }
        }
        return sentences.joined(separator: "; ")
    }

    /// The beginning of a value tells it apart.
    private static func short(_ value: String, to columns: Int) -> String {
        value.isEmpty ? "\"\"" : TerminalText.shortenedAtEnd(TerminalText.escaped(value), to: columns, ellipsis: "…")
    }

    private static func times(_ word: String, _ count: Int) -> String {
        count == 1 ? word : "\(word) ×\(Count.grouped(count))"
    }
}
