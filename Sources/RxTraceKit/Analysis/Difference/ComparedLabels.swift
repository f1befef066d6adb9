/// The labels of several compared trees, each kept once and known by its number: a trace has far fewer of them than
/// calls. Of labels that differ in their values alone, the rest is kept once too: values may be as many as calls.
struct ComparedLabels {
    /// No value.
    private static let none: Int32 = -1

    private var rests = Numbers<ComparedLabel>()
    private var values = Numbers<String>()
    /// By the number of a label, those of its rest and of its value.
    private var parts: [(rest: Int32, value: Int32)] = []
    private var labels = PairNumbers()

    subscript(number: Int) -> ComparedLabel {
        let (rest, value) = parts[number]
        var label = rests.all[Int(rest)]
        label.value = value == Self.none ? nil : values.all[Int(value)]
        return label
    }

    /// The number of a label; equal labels have equal numbers.
    mutating func number(of label: ComparedLabel) -> Int {
        var rest = label
        rest.value = nil
        let part = (rest: rests.number(of: rest), value: label.value.map { values.number(of: $0) } ?? Self.none)
        let number = Int(labels.number(of: part.rest, part.value))
        if number == parts.count { parts.append(part) }
        return number
    }

    /// For each likeness but ``ComparedLabel/Likeness/same`` and each label, a number that labels share which are as
    /// much alike.
    func reduced() -> [[Int32]] {
        ComparedLabel.Likeness.allCases.dropFirst().map { likeness in
            var known = Numbers<ComparedLabel>()
            let reduced = rests.all.map { known.number(of: $0.reduced(to: likeness)) }
            guard likeness == .sameValue else { return parts.map { reduced[Int($0.rest)] } }
            var withValues = PairNumbers()
            return parts.map { withValues.number(of: reduced[Int($0.rest)], $0.value) }
        }
    }
}

/// Numbers for values, from 0: equal values have equal ones.
struct Numbers<Value: Hashable & Sendable>: Sendable {
    /// The values, by their numbers.
    private(set) var all: [Value] = []
    private var numbers: [Value: Int32] = [:]

    mutating func number(of value: Value) -> Int32 {
        if let known = numbers[value] { return known }
        let number = Int32(all.count)
        numbers[value] = number
        all.append(value)
        return number
    }
}
