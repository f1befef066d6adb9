/// The events that something was handed too late, by their kind.
struct LateEvents {
    private var kinds: [(first: Trace.Call, count: Int)] = []

    /// How many there are.
    var count: Int { kinds.reduce(0) { $0 + $1.count } }

    mutating func add(_ call: Trace.Call) {
        if let known = kinds.firstIndex(where: { $0.first.eventKind == call.eventKind }) {
            kinds[known].count += 1
        } else {
            kinds.append((call, 1))
        }
    }

    /// In words, and how often these are true.
    ///
    /// - Parameter told: the one that is told of where all are of its kind.
    func words(for told: Trace.Call) -> (text: String, times: Int) {
        if kinds.count <= 1 { return (CallText.event(told), count) }
        let texts = kinds.map { kind in
            if kind.count == 1 { return CallText.event(kind.first) }
            return switch kind.first.eventKind {
            case .error: Count.of(kind.count, "error")
            case .completed: "completed \(Count.of(kind.count, "time"))"
            default: Count.of(kind.count, "element")
            }
        }
        return (WordList.of(texts), 1)
    }
}
