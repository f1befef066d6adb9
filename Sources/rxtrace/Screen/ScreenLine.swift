import RxTraceKit

/// One line of a screen: pieces of text, each with its meaning.
struct ScreenLine: Equatable {
    /// The meaning of a piece, which decides its colour.
    enum Style: Equatable {
        case plain, title, note, name, value, warning, good, place, selected
        /// Text that has its own colours, from a rendering of ours.
        case rendered

        /// The parameters of the terminal's "select graphic rendition" command.
        fileprivate var code: String? {
            switch self {
            case .plain, .rendered: nil
            case .title: "1"
            case .note, .place: "2"
            case .name: "33"
            case .value: "36"
            case .warning: "31"
            case .good: "32"
            case .selected: "7"
            }
        }
    }

    struct Piece: Equatable {
        var text: String
        var style: Style
    }

    private(set) var pieces: [Piece] = []

    init() {}

    init(_ text: String, _ style: Style = .plain) { add(text, style) }

    /// Adds text, in which nothing commands the terminal.
    mutating func add(_ text: String, _ style: Style = .plain) {
        pieces.append(Piece(text: TerminalText.escaped(text), style: style))
    }

    /// Adds a line of a rendering, of which colours are the only commands that stay.
    mutating func add(rendered text: String) {
        var kept = ""
        var rest = text[...]
        while let escape = rest.firstIndex(of: "\u{1B}") {
            kept += TerminalText.escaped(String(rest[..<escape]))
            rest = rest[rest.index(after: escape)...]
            guard let end = TerminalText.colorEnd(rest) else { continue }
            kept += "\u{1B}" + rest[..<end]
            rest = rest[end...]
        }
        pieces.append(Piece(text: kept + TerminalText.escaped(String(rest)), style: .rendered))
    }

    /// The text without colours.
    var plain: String { pieces.map(plain).joined() }

    var columns: Int { TerminalText.columns(of: plain) }

    /// The line in exactly `width` columns, whatever it has: its end goes, or blanks come.
    func fitted(_ width: Int, padded: Bool = false) -> ScreenLine {
        var line = ScreenLine()
        var room = width
        for piece in pieces where room > 0 {
            let (text, used) = Self.prefix(of: piece.text, columns: room)
            line.pieces.append(Piece(text: text, style: piece.style))
            room -= used
        }
        if padded, room > 0 { line.pieces.append(Piece(text: String(repeating: " ", count: room), style: .plain)) }
        return line
    }

    /// The line in as many lines as it takes, parted between words; not for renderings, which are made for a width.
    ///
    /// - Parameter indent: how many columns the lines after the first leave free.
    func wrapped(_ width: Int, indent: Int = 0) -> [ScreenLine] {
        guard columns > width, width > 0 else { return [self] }
        let margin = String(repeating: " ", count: indent < width / 2 ? indent : 0)
        var lines = [ScreenLine()]
        // How much of the last line is taken, and from where on it has words.
        var (used, start) = (0, 0)
        func begin() {
            lines.append(ScreenLine(margin))
            (used, start) = (margin.count, margin.count)
        }
        for piece in pieces {
            for word in Self.words(of: piece.text) {
                var rest = Substring(word)
                if used > start, used + TerminalText.columns(of: Self.withoutGap(rest)) > width { begin() }
                // A word that no line has room for is parted within; the gap behind it may be left out at a line's end.
                while !rest.isEmpty {
                    let (text, columns) = Self.prefix(of: String(rest), columns: width - used)
                    lines[lines.count - 1].pieces.append(Piece(text: text, style: piece.style))
                    used += columns
                    rest = rest.dropFirst(text.count)
                    guard !Self.withoutGap(rest).isEmpty, !text.isEmpty || used > start else { break }
                    begin()
                }
            }
        }
        return lines
    }

    /// The words, each with the blanks behind it, the first with those before it too.
    private static func words(of text: String) -> [Substring] {
        var words: [Substring] = []
        var rest = text[...]
        while !rest.isEmpty {
            let word = rest.firstIndex { $0 != " " }.map { rest[$0...] } ?? ""
            let gap = word.firstIndex(of: " ") ?? rest.endIndex
            let end = rest[gap...].firstIndex { $0 != " " } ?? rest.endIndex
            words.append(rest[..<end])
            rest = rest[end...]
        }
        return words
    }

    private static func withoutGap(_ word: Substring) -> String {
        String(word[..<(word.lastIndex { $0 != " " }.map { word.index(after: $0) } ?? word.startIndex)])
    }

    private static func prefix(of text: String, columns limit: Int) -> (text: String, columns: Int) {
        var (kept, used, isCommand) = ("", 0, false)
        for character in text {
            if isCommand || character == "\u{1B}" {
                isCommand = character != "m"
            } else {
                let columns = TerminalText.columns(of: String(character))
                // Colours that follow are still taken, so that the last is not left on.
                guard used + columns <= limit else {
                    used = limit
                    continue
                }
                used += columns
            }
            kept.append(character)
        }
        return (kept, used)
    }

    /// The same line as the one that is chosen.
    var selected: ScreenLine { ScreenLine(plainText: plain, .selected) }

    private init(plainText: String, _ style: Style) { pieces = [Piece(text: plainText, style: style)] }

    func text(usesColor: Bool) -> String {
        pieces.map { piece in
            // Without colour, what is chosen is still to be seen: reversed where the terminal can.
            guard let code = piece.style.code, usesColor || piece.style == .selected else {
                return piece.style == .rendered && usesColor ? piece.text + "\u{1B}[0m" : plain(piece)
            }
            return "\u{1B}[\(code)m\(piece.text)\u{1B}[0m"
        }.joined()
    }

    private func plain(_ piece: Piece) -> String {
        piece.style == .rendered ? TerminalText.withoutColors(piece.text) : piece.text
    }

    static func + (left: ScreenLine, right: ScreenLine) -> ScreenLine {
        var line = left
        line.pieces += right.pieces
        return line
    }
}
