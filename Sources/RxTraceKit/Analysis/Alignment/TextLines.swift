/// A text taken apart into lines.
struct TextLines: Sendable {
    /// The lines, each with the line feed that ends it; the last may have none.
    let lines: [Substring]

    init(_ text: String) {
        var lines: [Substring] = []
        var start = text.utf8.startIndex
        // By bytes: as characters, a carriage return and the line feed after it are one.
        while let feed = text.utf8[start...].firstIndex(of: 0x0A) {
            let next = text.utf8.index(after: feed)
            lines.append(text[start..<next])
            start = next
        }
        if start < text.utf8.endIndex { lines.append(text[start...]) }
        self.lines = lines
    }

    /// The line for a unified difference, which ends every line and says where the text did not.
    func text(of position: Int) -> String {
        let line = lines[position]
        return line.utf8.last == 0x0A ? String(line) : line + "\n\\ No newline at end of file\n"
    }

    /// Gives equal lines of several texts equal numbers.
    struct Numbering {
        /// A line compared by its bytes; `String` holds canonically equivalent texts for equal.
        private struct Key: Hashable {
            let line: Substring

            static func == (first: Key, second: Key) -> Bool {
                first.line.utf8.elementsEqual(second.line.utf8)
            }

            func hash(into hasher: inout Hasher) {
                for byte in line.utf8 { hasher.combine(byte) }
            }
        }

        private var known: [Key: Int] = [:]

        mutating func numbers(of text: TextLines) -> [Int] {
            text.lines.map { line in
                let key = Key(line: line)
                if let number = known[key] { return number }
                known[key] = known.count
                return known.count - 1
            }
        }
    }
}
