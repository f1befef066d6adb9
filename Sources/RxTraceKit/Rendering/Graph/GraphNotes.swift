/// The program's marks as notes of a graph: one for each text and each box in whose code it was made, with a count.
struct GraphNotes {
    static let mostNotes = 50

    /// What one text says.
    struct Entry {
        var lines: [String]
        /// The positions of its marks, in the order of time.
        var calls: [Int] = []
    }

    struct Note {
        /// Several where nothing but the program's own code made them.
        var entries: [Entry]
        /// The boxes in whose code the mark was made.
        var makers: Set<Int> = []
        /// The boxes that were called in it.
        var called: Set<Int> = []

        /// Whether it belongs to no box but that of the program's own code.
        var isFree: Bool { makers.isEmpty && called.isEmpty && entries.contains { !$0.calls.isEmpty } }

        /// - Parameter numbers: those of each entry.
        func lines(_ numbers: [[Int]]) -> [String] {
            zip(entries, numbers).flatMap { entry, numbers in
                var lines = entry.lines
                if !numbers.isEmpty { lines[0] = "\(numbers.map(String.init).joined(separator: ", ")) \(lines[0])" }
                if entry.calls.count > max(1, numbers.count) {
                    lines[lines.count - 1] += " ×\(Count.grouped(entry.calls.count))"
                }
                return lines.flatMap { GraphLabel.wrapped($0, columns: entries.count > 1 ? 40 : 26) }
            }
        }
    }

    private struct Key: Hashable {
        var kind: Substring
        /// The box in whose code the mark was made.
        var maker: Int?
    }

    private struct Found {
        var text: String
        var lastText: String
        var maker: Int?
        var calls: [Int] = []
        var called: Set<Int> = []
    }

    private struct Running {
        /// The box whose code runs.
        var box: Int?
        /// The note of the mark around the call, with no box in between.
        var note: Int?
    }

    private var found: [Found] = []
    private var numbers: [Key: Int] = [:]
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
                let note = add(call.label ?? "", visit.call, by: around.box)
                running[visit.call] = Running(box: around.box, note: note)
            } else {
                let own = boxes.box(ofNode: call.node)
                if let note = around.note, let own, own != around.box { found[note].called.insert(own) }
                let runs = ![.schedule, .invoke, .create].contains(call.operation) ? own : nil
                running[visit.call] = Running(box: runs ?? around.box, note: own == nil ? around.note : nil)
            }
        }
    }

    private mutating func add(_ text: String, _ call: Int, by maker: Int?) -> Int {
        let key = Key(kind: MarkText.kind(of: text), maker: maker)
        let number = numbers[key] ?? found.count
        if number == found.count {
            numbers[key] = number
            found.append(Found(text: text, lastText: text, maker: maker))
        }
        found[number].calls.append(call)
        found[number].lastText = text
        return number
    }

    /// So many texts have room in one note.
    private static let mostEntries = 12

    /// In the order in which the marks were first made. Those that only the program's own code made are together, where
    /// they are few.
    var notes: [Note] {
        var notes: [Note] = []
        var free: Int?
        let areFew = found.count { $0.maker == nil && $0.called.isEmpty } <= Self.mostEntries
        for one in found.prefix(limit) {
            var lines = [TerminalText.escaped(one.text)]
            if one.lastText != one.text { lines.append("… \(TerminalText.escaped(one.lastText))") }
            let entry = Entry(lines: lines, calls: one.calls.sorted())
            if areFew, one.maker == nil, one.called.isEmpty {
                if let free {
                    notes[free].entries.append(entry)
                    continue
                }
                free = notes.count
            }
            notes.append(Note(entries: [entry], makers: one.maker.map { [$0] } ?? [], called: one.called))
        }
        if found.count > limit {
            notes.append(Note(entries: [Entry(lines: ["and \(Count.of(found.count - limit, "mark")) more"])]))
        }
        return notes
    }
}
