/// The words at an edge of a graph, in pieces that stay together.
struct GraphLabel {
    struct Piece {
        var text: String
        /// Whether it begins a line where the label takes several: a value of several words, a later number.
        var startsLine = false
        /// Whether it tells an error.
        var isError = false
    }

    private(set) var pieces: [Piece] = []

    var text: String { pieces.map(\.text).joined(separator: " ") }
    var isEmpty: Bool { pieces.isEmpty }
    var hasError: Bool { pieces.contains { $0.isError } }

    /// Adds words that need not stay together.
    mutating func add(_ words: String) {
        pieces += words.split(separator: " ").map { Piece(text: String($0)) }
    }

    /// Adds the words of an error.
    mutating func addError(_ words: String) {
        pieces += words.split(separator: " ").map { Piece(text: String($0), isError: true) }
    }

    /// Adds a piece that stays together.
    mutating func addPiece(_ text: String, startsLine: Bool = false) {
        pieces.append(Piece(text: text, startsLine: startsLine))
    }

    /// Puts a word before all others.
    mutating func lead(with word: String) { pieces.insert(Piece(text: word), at: 0) }

    /// Adds the words of another label.
    ///
    /// - Parameter numbers: stand before them.
    mutating func add(_ label: GraphLabel, numbers: [Int]) {
        let number = numbers.map(String.init).joined(separator: ", ")
        let place = pieces.count
        pieces += label.pieces
        if place < pieces.count {
            pieces[place].text = "\(number) \(pieces[place].text)"
        } else {
            pieces.append(Piece(text: number))
        }
        if place > 0 {
            pieces[place - 1].text += ","
            pieces[place].startsLine = true
        }
    }

    /// Ends the last piece with a sign.
    mutating func punctuate(_ sign: String) {
        if !pieces.isEmpty { pieces[pieces.count - 1].text += sign }
    }

    /// Adds words to the last piece: they stay with it.
    mutating func extend(with words: String) {
        if !pieces.isEmpty { pieces[pieces.count - 1].text += words }
    }

    /// A text in lines of a note's width.
    static func wrapped(_ text: String, columns: Int = 26) -> [String] {
        var label = GraphLabel()
        label.add(text)
        return label.lines(of: columns).map(\.text)
    }

    struct Line: Equatable {
        var text: String
        /// Whether it tells an error.
        var isError = false
    }

    /// The label in lines of some `columns` characters. An error has lines of its own where it has a number of its own.
    func lines(of columns: Int = 32) -> [Line] {
        let isMixed = pieces.contains { $0.isError } && pieces.contains { $0.startsLine }
        guard text.count > columns || isMixed else {
            return isEmpty ? [] : [Line(text: text, isError: pieces.contains { $0.isError })]
        }
        var lines: [Line] = []
        for piece in pieces {
            if let line = lines.last, !piece.startsLine, line.text.count + piece.text.count < columns {
                lines[lines.count - 1].text = "\(line.text) \(piece.text)"
                if piece.isError { lines[lines.count - 1].isError = true }
            } else {
                lines.append(Line(text: piece.text, isError: piece.isError))
            }
        }
        return lines
    }
}
