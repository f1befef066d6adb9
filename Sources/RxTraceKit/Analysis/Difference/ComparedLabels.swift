/// The labels of several compared trees, each kept once and known by its number: a trace has far fewer of them than
/// calls.
struct ComparedLabels {
    private var numbers: [ComparedLabel: Int] = [:]
    private var labels: [ComparedLabel] = []

    subscript(number: Int) -> ComparedLabel { labels[number] }

    /// The number of a label; equal labels have equal numbers.
    mutating func number(of label: ComparedLabel) -> Int {
        if let known = numbers[label] { return known }
        numbers[label] = labels.count
        labels.append(label)
        return labels.count - 1
    }

    /// For each likeness but ``ComparedLabel/Likeness/same`` and each label, a number that labels share which are as
    /// much alike.
    func reduced() -> [[Int]] {
        var known: [ComparedLabel: Int] = [:]
        return ComparedLabel.Likeness.allCases.dropFirst().map { likeness in
            labels.map { label in
                let next = known.count
                let key = label.reduced(to: likeness)
                if let number = known[key] { return number }
                known[key] = next
                return next
            }
        }
    }
}
