/// Parts of declarations that are written for each of a number of sources.
enum ArityText {
    /// `text` for each source, with its number in place of `#`.
    static func each(_ count: Int, from first: Int = 1, _ text: String) -> [String] {
        (first..<first + count).map { text.replacing("#", with: "\($0)") }
    }

    /// `text` for each source, behind commas.
    static func list(_ count: Int, from first: Int = 1, _ text: String) -> String {
        each(count, from: first, text).joined(separator: ", ")
    }

    /// As many of `parts` on a line as 120 columns hold, with commas between.
    static func filled(_ parts: [String], indent: Int, trailing: Bool = false) -> String {
        let margin = String(repeating: " ", count: indent)
        var lines: [String] = []
        for (index, part) in parts.enumerated() {
            let part = index < parts.count - 1 || trailing ? part + "," : part
            if let last = lines.last, last.count + 1 + part.count <= 117, !part.contains("\n") {
                lines[lines.count - 1] += " " + part
            } else {
                lines.append(margin + part)
            }
        }
        return lines.joined(separator: "\n")
    }

    /// The last parameter; one that is too long for a line is broken as the formatter breaks it.
    static func resultSelector(of elements: [String]) -> String {
        let line = "resultSelector: @escaping (\(elements.joined(separator: ", "))) throws -> Element"
        if line.count <= 112 { return line }
        return """
            resultSelector:
                        @escaping (
            \(filled(elements, indent: 16))
                        ) throws -> Element
            """
    }
}
