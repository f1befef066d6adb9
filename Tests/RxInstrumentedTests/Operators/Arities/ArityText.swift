/// The pieces that declarations for each number of sources are put together of, as the formatter leaves them.
enum ArityText {
    static let numbers = 2...8

    static let header = "// Written by ArityFamily: change it there, then `make arities`.\n\n"

    static func joined(_ declarations: (Int) -> String) -> String {
        numbers.map(declarations).joined(separator: "\n")
    }

    static func words(_ count: Int) -> String {
        ["two", "three", "four", "five", "six", "seven", "eight"][count - 2]
    }

    /// `text` for each source, with its number in place of `#`.
    static func each(_ count: Int, from first: Int = 1, _ text: String) -> [String] {
        (first..<first + count).map { text.replacing("#", with: "\($0)") }
    }

    /// `text` for each source, behind commas.
    static func list(_ count: Int, from first: Int = 1, _ text: String) -> String {
        each(count, from: first, text).joined(separator: ", ")
    }

    static func documentation(_ lines: [String]) -> String {
        lines.map { $0.isEmpty ? "    ///" : "    /// \($0)" }.joined(separator: "\n")
    }

    /// A method's first lines, to its last parameter.
    static func signature(_ method: String, generics: [String], parameters: [String]) -> String {
        let line = "    public static func \(method)<\(generics.joined(separator: ", "))>("
        let head =
            line.count <= 120 ? line : "    public static func \(method)<\n\(filled(generics, indent: 8))\n    >("
        return head + "\n" + filled(parameters, indent: 8)
    }

    /// The last parameter; one that is too long for a line is broken as the formatter breaks it.
    static func resultSelector(_ elements: [String]) -> String {
        let line = "resultSelector: @escaping (\(elements.joined(separator: ", "))) throws -> Element"
        if line.count <= 112 { return line }
        return """
            resultSelector:
                        @escaping (
            \(filled(elements, indent: 16))
                        ) throws -> Element
            """
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
}
