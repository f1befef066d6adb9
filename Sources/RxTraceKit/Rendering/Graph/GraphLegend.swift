/// What the lines of a graph say: one entry for each kind that it has, in one order in all drawings.
struct GraphLegend {
    struct Entry: Equatable {
        /// nil for marks.
        var kind: GraphEdges.Kind?
        var words: String
    }

    /// Those of the kinds that the graph has.
    private(set) var entries: [Entry]
    /// How its numbers are read; nil where it has none.
    private(set) var numbers: String?

    private static let all: [Entry] = [
        Entry(kind: .event, words: "event"), Entry(kind: .subscribe, words: "subscribe"),
        Entry(kind: .schedule, words: "schedule work"), Entry(kind: .invoke, words: "invoke: it runs"),
        Entry(kind: .insert, words: "put into a bag"), Entry(kind: .dispose, words: "dispose"),
        Entry(kind: .act, words: "other call"), Entry(kind: .kept, words: "kept element"),
        Entry(kind: .drop, words: "event that nobody got"), Entry(kind: nil, words: "mark: a note by your code"),
    ]

    /// - Parameter folds: whether a number stands for several times.
    init(_ edges: [GraphPicture.Edge], folds: Bool) {
        let present = Set(edges.map(\.kind))
        entries = Self.all.filter { present.contains($0.kind) }
        guard edges.contains(where: { $0.kind != nil }) else { return }
        numbers = "numbers tell the order"
        if folds { numbers = "numbers tell the order; several at one number go their way one after the other" }
        if edges.contains(where: { $0.hasError || $0.words.hasError }) {
            numbers? += "; red words tell errors, and what came too late"
        }
    }

    /// The entries, those of kinds that look alike as one.
    func joined(_ areAlike: (GraphEdges.Kind?, GraphEdges.Kind?) -> Bool) -> [Entry] {
        var joined: [Entry] = []
        for entry in entries {
            if let place = joined.firstIndex(where: { areAlike($0.kind, entry.kind) }) {
                joined[place].words += ", \(entry.words)"
            } else {
                joined.append(entry)
            }
        }
        return joined
    }
}
