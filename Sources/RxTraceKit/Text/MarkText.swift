/// The words for the program's marks, and for the names it gives.
enum MarkText {
    /// The text in quotation marks, on one line: `"checkout opened"`.
    static func quoted(_ text: String) -> String {
        "\"\(TerminalText.escaped(text).split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\""))\""
    }

    /// The part that is the same in marks that repeat each other: all of the text, but of an element that `debug()`
    /// printed, for one element is like the next.
    static func kind(of text: String) -> Substring {
        guard let end = range(of: debugElement, in: text) else { return text[...] }
        return text[..<end]
    }

    private static let debugElement = Array(" -> Event next(".utf8)

    /// Where the first occurrence of `wanted` ends.
    private static func range(of wanted: [UInt8], in text: String) -> String.Index? {
        guard text.utf8.last == UInt8(ascii: ")") else { return nil }
        var rest = text.utf8[...]
        while let start = rest.firstIndex(of: wanted[0]) {
            rest = rest[start...]
            if rest.starts(with: wanted) { return rest.index(start, offsetBy: wanted.count) }
            rest = rest.dropFirst()
        }
        return nil
    }
}
