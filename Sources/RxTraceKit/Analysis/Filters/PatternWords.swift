/// Which of several lists of patterns match a word or a place, as bits: the first list is bit 0.
///
/// Names repeat a million times in a long trace: each is matched once.
struct PatternWords {
    private let lists: [[TracePattern]]
    /// Those that matched nothing so far.
    private(set) var unmatched: Set<TracePattern>
    private var ofWord: [String: UInt8] = [:]

    init(_ lists: [[TracePattern]]) {
        self.lists = lists
        unmatched = Set(lists.joined())
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

    mutating func site(_ site: Trace.Site) -> UInt8 {
        bits { $0.matches(site) }
    }

    private mutating func bits(_ matches: (TracePattern) -> Bool) -> UInt8 {
        var bits: UInt8 = 0
        for (place, list) in lists.enumerated() {
            let bit: UInt8 = 1 << UInt8(place)
            // One match tells of a list; whether each pattern of it has any is asked until it has.
            for pattern in list where bits & bit == 0 || unmatched.contains(pattern) {
                guard matches(pattern) else { continue }
                bits |= bit
                unmatched.remove(pattern)
            }
        }
        return bits
    }
}
