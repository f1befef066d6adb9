/// The words in the boxes of a graph.
struct GraphWords {
    private let trace: Trace
    private let names: NodeNames
    /// By node, the operator that made it, in the user's words.
    private var operators: [Int: String] = [:]
    /// Those whose parts are told where something passes.
    private let boxes: GraphBoxes?

    init(_ trace: Trace, boxes: GraphBoxes? = nil) {
        self.trace = trace
        self.boxes = boxes
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
    private static let longestLine = 56

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
        let isNamed = box.isOfOnePlace && names.type(behindNameOf: position) != nil
        var word = operators[node.id].flatMap { made in
            if box.isOfOnePlace, let arguments = node.arguments { return Self.call(made, arguments) }
            return made.lowercased() == node.type.lowercased() ? nil : made
        }
        if let made = word, let object = object(of: node) { word = "\(made) of \(object)" }
        if isNamed {
            lines.append(word.map { "\(TerminalText.escaped($0)), \(type)" } ?? type)
        } else if let word {
            lines.insert(TerminalText.escaped(word), at: 0)
        }
        if let site = node.site { lines.append(Self.place(site)) }
        if node.isEarly { lines.append("made before the recording") }
        return lines
    }

    /// An operator as the source has it: `merge(maxConcurrent: 2)`.
    private static func call(_ name: String, _ arguments: String) -> String {
        "\(name)(\(TerminalText.shortenedAtEnd(arguments, to: longestArguments, ellipsis: "…")))"
    }

    private static let longestArguments = 32

    /// The type of the object whose events the node sends.
    private func object(of node: Trace.Node) -> String? {
        guard let owner = node.owner, let object = trace.nodes.first(where: { $0.id == owner }), object.role == .object
        else { return nil }
        return object.type
    }

    private func lines(ofSubscription position: Int, count: Int) -> [String] {
        let one = trace.subscriptions[position]
        let site = one.site.map { [Self.place($0)] } ?? []
        return ["subscribe", state(of: one, count: count)] + site
    }

    /// The file's own name and the line: boxes are narrow, and the folders are the same in most.
    private static func place(_ site: Trace.Site) -> String {
        TerminalText.escaped("\(site.file.split(separator: "/").last.map(String.init) ?? site.file):\(site.line)")
    }

    /// `subscription 1 "on screen", still live`, `subscription 2, disposed by bag`.
    func state(of one: Trace.Subscription, count: Int = 1) -> String {
        var line = count > 1 ? "subscriptions ×\(Count.grouped(count))" : "subscription \(one.id)"
        if let name = one.name { line += " \(MarkText.quoted(name))" }
        guard let ended = one.ended else { return line + ", still live" }
        let isWord = ended == "disposed" || Trace.Event.Kind.allCases.contains { $0.name == ended }
        return line + (isWord ? ", \(ended)" : ", disposed by \(TerminalText.escaped(ended))")
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
    private static let longestValue = 24
    private static let longestError = 120

    /// The words on an edge, such as `2 next A, B, 5 completed`: what passed with each of its numbers.
    ///
    /// - Parameter number: that of what made somebody leave, or of what it is a part of, by the lost event's call and the
    ///   ending one.
    func label(
        of edge: GraphEdges.Edge, _ runs: [(number: Int, passed: GraphPassage)], number: (LostEvent, Int) -> Int?
    ) -> GraphLabel {
        var label = GraphLabel()
        let hasValues = edge.passed.hasAllValues || runs.count > 1 && runs.allSatisfy { $0.passed.next <= 2 }
        var numbers: [Int] = []
        for (place, run) in runs.enumerated() {
            numbers.append(run.number)
            let words = words(of: run.passed, edge, hasValues: hasValues)
            // What is told in the same words is told once: `4, 7 dispose`.
            if edge.way.kind != .event, run.passed.count == 1, place + 1 < runs.count,
                runs[place + 1].passed.count == 1,
                self.words(of: runs[place + 1].passed, edge, hasValues: hasValues).text == words.text
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

    private func words(of passed: GraphPassage, _ edge: GraphEdges.Edge, hasValues: Bool) -> GraphLabel {
        typealias Words = GraphWords
        var label = GraphLabel()
        switch edge.way.kind {
        case .event, .drop:
            label = Words.events(passed, hasValues: hasValues && passed.hasAllValues)
            if let port = port(edge, passed) { label.lead(with: "\(port):") }
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
        if edge.way.isLate {
            label.punctuate(",")
            label.add(Words.lateness(edge.way.kind))
        }
        return label
    }

    /// The name of the part of a box that all came to or from.
    private func port(_ edge: GraphEdges.Edge, _ passed: GraphPassage) -> String? {
        guard let boxes, let port = passed.onlyObject else { return nil }
        return [edge.way.to, edge.way.from].lazy.compactMap { $0 }.compactMap { box -> String? in
            guard case .node(let whole) = boxes.boxes[box].subject, boxes.boxOfNode[port] == box else { return nil }
            return GraphPorts.name(of: trace.nodes[port], in: trace.nodes[whole])
        }.first.map(TerminalText.escaped)
    }

    /// What an insertion or a disposal says that came too late.
    static func lateness(_ kind: GraphEdges.Kind) -> String { kind == .dispose ? "already disposed" : "too late" }

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
