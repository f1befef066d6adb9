/// Which of several lists of patterns match a word or a place, as bits: the first list is bit 0.
///
/// Names repeat a million times in a long trace: each is matched once.
struct PatternWords {
    private let lists: [[TracePattern]]
    private var ofWord: [String: UInt8] = [:]

    init(_ lists: [[TracePattern]]) {
        self.lists = lists
    }

    /// Whether there is no pattern at all.
    var isEmpty: Bool { lists.allSatisfy(\.isEmpty) }

    mutating func word(_ text: String) -> UInt8 {
        if let known = ofWord[text] { return known }
        let bits = bits { $0.matches(text) }
        ofWord[text] = bits
        return bits
    }

    /// No two marks need have the same text: those that are remembered would be without number.
    mutating func label(_ text: String, of call: Trace.Call) -> UInt8 {
        call.operation.row.label == .text ? bits { $0.matches(text) } : word(text)
    }

    func site(_ site: Trace.Site) -> UInt8 {
        bits { $0.matches(site) }
    }

    private func bits(_ matches: (TracePattern) -> Bool) -> UInt8 {
        lists.enumerated().reduce(0) { bits, entry in
            entry.element.contains(where: matches) ? bits | 1 << UInt8(entry.offset) : bits
        }
    }
}
