/// The program's marks as notes of a graph: one for each text, with a count.
struct GraphNotes {
    static let mostNotes = 50

    struct Note {
        var lines: [String]
        /// The positions of its marks, in the order of time.
        var calls: [Int] = []
        /// The boxes in whose code the mark was made.
        var makers: Set<Int>
        /// The boxes that were called in it.
        var called: Set<Int>
    }

    private struct Found {
        var text: String
        var lastText: String
        var calls: [Int] = []
        var makers: Set<Int> = []
        var called: Set<Int> = []
    }

    private struct Running {
        /// The box whose code runs.
        var box: Int?
        /// The note of the mark around the call, with no box in between.
        var note: Int?
    }

    private var found: [Found] = []
    private var numbers: [Substring: Int] = [:]
    private let limit: Int

    init(_ trace: Trace, boxes: GraphBoxes, limit: Int) {
        self.limit = limit
        guard trace.calls.contains(where: { $0.operation == .mark }) else { return }
        let tree = CallTree(trace)
        var running = [Running](repeating: Running(), count: trace.calls.count)
        for visit in tree {
            let call = trace.calls[visit.call]
            let around = tree.parent(of: visit.call).map { running[$0] } ?? Running()
            if call.operation == .mark {
                let note = add(call.label ?? "", visit.call)
                if let maker = around.box { found[note].makers.insert(maker) }
                running[visit.call] = Running(box: around.box, note: note)
            } else {
                let own = boxes.box(ofNode: call.node)
                if let note = around.note, let own, own != around.box { found[note].called.insert(own) }
                let runs = ![.schedule, .invoke, .create].contains(call.operation) ? own : nil
                running[visit.call] = Running(box: runs ?? around.box, note: own == nil ? around.note : nil)
            }
        }
    }

    private mutating func add(_ text: String, _ call: Int) -> Int {
        let kind = MarkText.kind(of: text)
        let number = numbers[kind] ?? found.count
        if number == found.count {
            numbers[kind] = number
            found.append(Found(text: text, lastText: text))
        }
        found[number].calls.append(call)
        found[number].lastText = text
        return number
    }

    /// In the order in which the marks were first made.
    var notes: [Note] {
        var notes = found.prefix(limit).map { one in
            var lines = [TerminalText.escaped(one.text)]
            if one.lastText != one.text { lines.append("… \(TerminalText.escaped(one.lastText))") }
            if one.calls.count > 1 { lines[lines.count - 1] += " ×\(Count.grouped(one.calls.count))" }
            return Note(lines: lines, calls: one.calls.sorted(), makers: one.makers, called: one.called)
        }
        if found.count > limit {
            notes.append(Note(lines: ["and \(Count.of(found.count - limit, "mark")) more"], makers: [], called: []))
        }
        return notes
    }
}
