/// A word for some of a trace's nodes: each text is kept once, for a long recording has millions of nodes and few names.
struct NodeTexts: Sendable {
    private var texts: [String] = []
    private var numbers: [String: Int32] = [:]
    /// By position, the text's number plus one; 0 for none.
    private var values: [Int32] = []

    var isEmpty: Bool { texts.isEmpty }

    /// The word of the node at a position; nil for none.
    subscript(position: Int) -> String? {
        guard position < values.count, values[position] > 0 else { return nil }
        return texts[Int(values[position]) - 1]
    }

    /// Gives the node at a position a word.
    ///
    /// - Parameter count: how many nodes there are.
    mutating func set(_ text: String, at position: Int, of count: Int) {
        if values.isEmpty { values = Array(repeating: 0, count: count) }
        let number = numbers[text] ?? Int32(texts.count + 1)
        if Int(number) > texts.count {
            texts.append(text)
            numbers[text] = number
        }
        values[position] = number
    }
}
