/// The program's marks as notes of a graph: one for each text, with a count.
struct DOTNotes {
    private struct Note {
        var text: String
        var lastText: String
        var count = 0
        /// The drawn nodes in whose code the mark was made.
        var makers: Set<Int> = []
        /// The drawn nodes that were called in it.
        var called: Set<Int> = []
    }

    private struct Running {
        /// The drawn node whose code runs.
        var node: Int?
        /// The note of the mark around the call, with no drawn node in between.
        var note: Int?
    }

    private let trace: Trace
    private let limit: Int
    private var notes: [Note] = []
    private var numbers: [Substring: Int] = [:]

    /// - Parameter limit: how many notes are drawn at most.
    init(_ trace: Trace, shapes: DOTShapes, limit: Int) {
        self.trace = trace
        self.limit = limit
        guard trace.calls.contains(where: { $0.operation == .mark }) else { return }
        let tree = CallTree(trace)
        var running = [Running](repeating: Running(), count: trace.calls.count)
        for visit in tree {
            let call = trace.calls[visit.call]
            let around = tree.parent(of: visit.call).map { running[$0] } ?? Running()
            if call.operation == .mark {
                let note = add(call.label ?? "")
                if let maker = around.node { notes[note].makers.insert(maker) }
                running[visit.call] = Running(node: around.node, note: note)
            } else {
                let own = shapes.drawn(for: call.node)
                if let note = around.note, let own, own != around.node { notes[note].called.insert(own) }
                let runs = DOTEdges.hasCode(call.operation) ? own : nil
                running[visit.call] = Running(node: runs ?? around.node, note: own == nil ? around.note : nil)
            }
        }
    }

    private mutating func add(_ text: String) -> Int {
        let kind = MarkText.kind(of: text)
        let number = numbers[kind] ?? notes.count
        if number == notes.count {
            numbers[kind] = number
            notes.append(Note(text: text, lastText: text))
        }
        notes[number].count += 1
        notes[number].lastText = text
        return number
    }

    /// The notes and their edges as lines of the graph, in the order in which the marks were first made.
    func lines() -> [String] {
        var lines: [String] = []
        for (number, note) in notes.prefix(limit).enumerated() {
            let name = DOTText.quoted("m\(number + 1)")
            lines.append("\(name) [label=\(DOTText.quoted(label(of: note))), \(Self.noteAttributes)];")
            for maker in note.makers.sorted() {
                lines.append("\(Self.name(trace.nodes[maker])) -> \(name) [\(Self.edgeAttributes)];")
            }
            for node in note.called.sorted() {
                lines.append("\(name) -> \(Self.name(trace.nodes[node])) [\(Self.edgeAttributes)];")
            }
        }
        if notes.count > limit {
            let label = "and \(Count.of(notes.count - limit, "mark")) more"
            lines.append("\(DOTText.quoted("marks")) [label=\(DOTText.quoted(label)), \(Self.noteAttributes)];")
        }
        return lines
    }

    private static func name(_ node: Trace.Node) -> String { DOTText.quoted("n\(node.id)") }

    private func label(of note: Note) -> String {
        var label = TerminalText.escaped(note.text)
        if note.lastText != note.text { label += "\n… \(TerminalText.escaped(note.lastText))" }
        return note.count > 1 ? "\(label) ×\(Count.grouped(note.count))" : label
    }

    private static let noteAttributes = "shape=\"note\", fillcolor=\"#fffde7\", color=\"#b7950b\""
    private static let edgeAttributes = "color=\"#b7950b\", style=\"dotted\", arrowhead=\"none\", constraint=\"false\""
}
