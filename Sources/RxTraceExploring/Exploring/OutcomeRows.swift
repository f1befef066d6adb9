import RxTraceKit

/// What tells the outcomes of a program from each other: of the first what not all have, of each other what the first has not.
///
/// ```
/// 9 lines as in all, onNext 10
/// 9 lines as in 1, onNext 9
/// ```
struct OutcomeRows {
    /// For each outcome, in order.
    let rows: [[OutcomePhrase]]
    /// Whether something is told as a number only.
    var sumsUp: Bool { rows.contains { $0.contains { $0.count > 1 } } }

    /// - Parameters:
    ///   - outcomes: the commonest first.
    ///   - isWhole: whether to tell everything of each.
    init(_ outcomes: [OrderOutcome], isWhole: Bool = false) {
        let all = outcomes.map { OutcomeSection.worth(of: $0, among: outcomes, isWhole: isWhole) }
        guard let first = all.first, !isWhole else {
            rows = all.map { Self.joined($0.map { Self.labelled($0.parts.map { OutcomePhrase(text: $0) }, $0) }) }
            return
        }
        var shared = first.map { Set($0.parts.indices) }
        var others: [[OutcomePhrase]] = []
        for sections in all.dropFirst() {
            let pairs = Self.pairs(sections, first)
            var alignments: [PartAlignment] = []
            for (section, pair) in zip(sections, pairs) {
                let alignment = PartAlignment(of: section.parts, with: pair.map { first[$0].parts } ?? [])
                if let pair { shared[pair].formIntersection(alignment.shared) }
                alignments.append(alignment)
            }
            for index in first.indices where !pairs.contains(index) { shared[index] = [] }
            others.append(Self.row(sections, alignments.map(\.pieces), as: "1"))
        }
        let pieces = zip(first, shared).map { section, shared in
            section.parts.enumerated().map { index, part in
                shared.contains(index) && all.count > 1
                    ? PartAlignment.Piece.same(part, other: index) : .own(part, isMoved: false)
            }
        }
        rows = [Self.row(first, pieces, as: "all")] + others
    }

    /// For each section the one of the other outcome that it is compared with: of the same place and with the same parts, or else
    /// the next one of the same place.
    private static func pairs(_ sections: [OutcomeSection], _ other: [OutcomeSection]) -> [Int?] {
        var free = Set(other.indices)
        func take(_ fits: (OutcomeSection) -> Bool) -> Int? {
            free.filter { fits(other[$0]) }.min().map { free.remove($0) ?? $0 }
        }
        let equal = sections.map { section in take { $0.key == section.key && $0.parts == section.parts } }
        return zip(sections, equal).map { section, found in found ?? take { $0.key == section.key } }
    }

    private static func row(
        _ sections: [OutcomeSection], _ pieces: [[PartAlignment.Piece]], as which: String
    ) -> [OutcomePhrase] {
        let equal = sections.indices.filter { index in pieces[index].allSatisfy(\.isSame) }
        let parts = equal.reduce(0) { $0 + sections[$1].parts.count }
        let isGathered = equal.count > 1 && parts >= OutcomePhrase.fewest
        var lists: [[OutcomePhrase]] = []
        for (index, section) in sections.enumerated() where !isGathered || !equal.contains(index) {
            lists.append(labelled(phrases(pieces[index], section, as: which), section))
        }
        if isGathered {
            let begin = lists.isEmpty ? "" : "and "
            let text = "\(begin)\(Count.of(equal.count, "subscription")) as in \(which)"
            lists.append([OutcomePhrase(text: text, count: parts)])
        }
        return joined(lists)
    }

    private static func phrases(
        _ pieces: [PartAlignment.Piece], _ section: OutcomeSection, as which: String
    ) -> [OutcomePhrase] {
        let runs = PieceRun.runs(of: pieces)
        return runs.enumerated().flatMap { number, run -> [OutcomePhrase] in
            switch run {
            case .told(let parts): return OutcomePhrase.folded(parts)
            case .gone(let parts): return [OutcomePhrase(text: "without \(some(parts))")]
            case .sum(let count):
                let begin = number > 0 && number == runs.count - 1 ? "and " : ""
                return [OutcomePhrase(text: "\(begin)\(Count.of(count, section.unit)) as in \(which)", count: count)]
            }
        }
    }

    private static func some(_ parts: [String]) -> String {
        switch parts.count {
        case 1: parts[0]
        case 2: "\(parts[0]) and \(parts[1])"
        default: "\(parts[0]) and \(Count.grouped(parts.count - 1)) more"
        }
    }

    private static func labelled(_ phrases: [OutcomePhrase], _ section: OutcomeSection) -> [OutcomePhrase] {
        guard let label = section.label, let first = phrases.first else { return phrases }
        return [OutcomePhrase(text: label + first.text, count: first.count)] + phrases.dropFirst()
    }

    private static func joined(_ lists: [[OutcomePhrase]]) -> [OutcomePhrase] {
        lists.filter { !$0.isEmpty }.flatMap { list in
            list.enumerated().map { index, phrase in
                var phrase = phrase
                if index == list.count - 1 { phrase.separator = ";" }
                return phrase
            }
        }
    }
}
