/// Text as a terminal shows it: safe to print, measured in columns, shortened in the middle.
package enum TerminalText {
    /// `text` with line breaks, control and direction characters written as escapes, so that a recorded value can
    /// neither break a line nor command the terminal.
    package static func escaped(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where isUnsafe(scalar): result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Whether a terminal takes a character for something else than a character to show.
    static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0: true
        // Marks and overrides of the writing direction, line and paragraph separators, the byte order mark.
        case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }

    /// Whether a byte is, or is the first of, a character that ``isUnsafe(_:)`` names, so that most texts need no look at
    /// their characters: beyond ASCII, those begin with C2, D8, E2 and EF.
    static func mayBeginUnsafe(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x7F || byte >= 0xC2 && (byte == 0xC2 || byte == 0xD8 || byte == 0xE2 || byte == 0xEF)
    }

    /// `text` without the sequences that set colours, as `ESC[31m` does.
    package static func withoutColors(_ text: String) -> String {
        guard text.utf8.contains(0x1B) else { return text }
        var (kept, rest) = ("", text[...])
        while let escape = rest.firstIndex(of: "\u{1B}") {
            let behind = rest[rest.index(after: escape)...]
            let end = colorEnd(behind)
            kept += end == nil ? rest[...escape] : rest[..<escape]
            rest = end.map { behind[$0...] } ?? behind
        }
        return kept + rest
    }

    /// The end of a colour's parameters that `text`, what stands behind an escape character, begins with; nil where it
    /// begins with something else.
    package static func colorEnd(_ text: Substring) -> Substring.Index? {
        guard text.first == "[" else { return nil }
        let end = text.dropFirst().firstIndex { !($0.isASCII && $0.isNumber) && $0 != ";" }
        return end.flatMap { text[$0] == "m" ? text.index(after: $0) : nil }
    }

    /// How many columns `text` takes in a terminal.
    package static func columns(of text: String) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.reduce(0) { $0 + columns(of: $1) }
    }

    private static func columns(of character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        // The characters that trees are drawn with and most text is written in, without a look into Unicode's tables.
        if character.unicodeScalars.dropFirst().isEmpty {
            switch first.value {
            case 0x20..<0x7F, 0x2500...0x257F: return 1
            case 0x4E00...0x9FFF: return 2
            default: break
            }
        }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        // A text character with the emoji variation selector is shown as an emoji.
        if character.unicodeScalars.contains("\u{FE0F}") || first.properties.isEmojiPresentation { return 2 }
        return isWide(first.value) ? 2 : 1
    }

    /// The blocks that Unicode's East Asian Width calls wide or fullwidth.
    private static func isWide(_ value: UInt32) -> Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
            0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x17000...0x18DFF, 0x1AFF0...0x1B2FF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }

    /// `text` in at most `limit` columns, with its middle left out where it is longer.
    static func shortenedInMiddle(_ text: String, to limit: Int, ellipsis: String) -> String {
        guard columns(of: text) > limit else { return text }
        let room = limit - columns(of: ellipsis)
        guard room > 0 else { return String(ellipsis.prefix(max(0, limit))) }
        let tail = suffix(of: text, columns: room / 2)
        return prefix(of: text, columns: room - columns(of: tail)) + ellipsis + tail
    }

    /// `text` in at most `limit` columns, with its middle left out where it is longer.
    package static func fitted(_ text: String, to limit: Int, _ ellipsis: String = "...") -> String {
        shortenedInMiddle(text, to: limit, ellipsis: ellipsis)
    }

    /// A path in at most `limit` columns, with its start left out where it is longer.
    package static func shortened(_ path: String, to limit: Int, _ ellipsis: String) -> String {
        shortenedAtStart(path, to: limit, ellipsis: ellipsis)
    }

    /// `text` in at most `limit` columns, with its start left out where it is longer.
    static func shortenedAtStart(_ text: String, to limit: Int, ellipsis: String) -> String {
        guard columns(of: text) > limit else { return text }
        let room = limit - columns(of: ellipsis)
        guard room > 0 else { return String(ellipsis.prefix(max(0, limit))) }
        return ellipsis + suffix(of: text, columns: room)
    }

    /// `text` in at most `limit` columns, with its end left out where it is longer.
    static func shortenedAtEnd(_ text: String, to limit: Int, ellipsis: String) -> String {
        guard columns(of: text) > limit else { return text }
        let room = limit - columns(of: ellipsis)
        guard room > 0 else { return String(ellipsis.prefix(max(0, limit))) }
        return prefix(of: text, columns: room) + ellipsis
    }

    /// `text` in lines of at most `limit` columns, broken between words; all but the first begin with `hanging` blanks. A
    /// word that is longer stands on a line of its own.
    package static func wrapped(_ text: String, to limit: Int, hanging: Int = 0) -> [String] {
        var lines: [String] = []
        var used = 0
        for word in text.split(whereSeparator: \.isWhitespace) {
            let columns = columns(of: String(word))
            if !lines.isEmpty, used + 1 + columns <= limit {
                lines[lines.count - 1] += " \(word)"
                used += 1 + columns
            } else {
                let margin = lines.isEmpty ? 0 : hanging
                lines.append(String(repeating: " ", count: margin) + word)
                used = margin + columns
            }
        }
        return lines
    }

    private static func prefix(of text: String, columns limit: Int) -> String {
        var used = 0
        return String(
            text.prefix { character in
                used += columns(of: character)
                return used <= limit
            })
    }

    private static func suffix(of text: String, columns limit: Int) -> String {
        var used = 0
        var start = text.endIndex
        while start > text.startIndex {
            let before = text.index(before: start)
            used += columns(of: text[before])
            guard used <= limit else { break }
            start = before
        }
        return String(text[start...])
    }
}
