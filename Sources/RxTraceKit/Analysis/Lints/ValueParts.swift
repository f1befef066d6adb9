/// The parts of an element's text: `1` and `90` of `Photo(id: 1, delay: 90)`, `1` and `a, b` of `(1, "a, b")`.
enum ValueParts {
    /// The parts of a tuple or of a value written like a call, without labels and quotation marks; the whole text of
    /// anything else, an array too.
    static func of(_ text: String) -> [String] {
        guard text.hasSuffix(")"), let start = text.firstIndex(of: "("), !text.hasPrefix("\""), !text.hasPrefix("[")
        else { return [unquoted(text[...])] }
        return parts(of: text, from: text.index(after: start))
    }

    /// The labelled parts of a value written like a call, by their labels.
    static func labelled(_ text: String) -> [String: String] {
        guard text.hasSuffix(")"), let start = text.firstIndex(of: "("), !text.hasPrefix("\""), !text.hasPrefix("[")
        else { return [:] }
        var labelled: [String: String] = [:]
        for part in pieces(of: text, from: text.index(after: start)) {
            let trimmed = part.drop { $0 == " " }
            guard let colon = trimmed.firstIndex(of: ":") else { continue }
            labelled[String(trimmed[..<colon])] = String(trimmed[trimmed.index(after: colon)...].drop { $0 == " " })
        }
        return labelled
    }

    /// The elements of an array or a dictionary.
    static func elements(of text: String) -> [String] {
        guard text.hasPrefix("["), text.hasSuffix("]"), text != "[]", text != "[:]" else { return [] }
        return parts(of: text, from: text.index(after: text.startIndex))
    }

    /// The first element of an array's text, whose end may have been cut off; nil where that cuts the element.
    static func first(of text: String) -> Substring? {
        guard text.hasPrefix("["), text != "[]", text != "[:]" else { return nil }
        let pieces = pieces(of: text, from: text.index(after: text.startIndex))
        return pieces.count > 1 || text.hasSuffix("]") ? pieces.first : nil
    }

    /// The keys of a dictionary; nil where the text is none, or was cut off.
    static func keys(of text: String) -> Set<String>? {
        guard text.hasPrefix("["), text.hasSuffix("]"), text != "[]", text != "[:]" else { return nil }
        var keys: Set<String> = []
        for piece in pieces(of: text, from: text.index(after: text.startIndex)) {
            guard let match = piece.prefixMatch(of: #/\s*("[^"]*"|[\w.-]+): /#) else { return nil }
            keys.insert(String(match.1))
        }
        return keys
    }

    /// The parts between commas without labels, from an index to the bracket at the end.
    private static func parts(of text: String, from start: String.Index) -> [String] {
        pieces(of: text, from: start).map(part)
    }

    private static func pieces(of text: String, from start: String.Index) -> [Substring] {
        var parts: [Substring] = []
        var depth = 0
        var isQuoted = false
        var isEscaped = false
        var begin = start
        let end = text.index(before: text.endIndex)
        for index in text[begin..<end].indices {
            let character = text[index]
            if isQuoted {
                if character == "\"", !isEscaped { isQuoted = false }
                isEscaped = character == "\\" && !isEscaped
                continue
            }
            switch character {
            case "\"": isQuoted = true
            case "(", "[": depth += 1
            case ")", "]": depth -= 1
            case "," where depth == 0:
                parts.append(text[begin..<index])
                begin = text.index(after: index)
            default: break
            }
        }
        parts.append(text[begin..<end])
        return parts
    }

    private static func part(_ text: Substring) -> String {
        let trimmed = text.drop { $0 == " " }
        guard let colon = trimmed.firstIndex(of: ":"),
            trimmed[..<colon].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
        else { return unquoted(trimmed) }
        return unquoted(trimmed[trimmed.index(after: colon)...].drop { $0 == " " })
    }

    private static func unquoted(_ text: Substring) -> String {
        guard text.count > 1, text.hasPrefix("\""), text.hasSuffix("\"") else { return String(text) }
        return String(text.dropFirst().dropLast())
    }
}
