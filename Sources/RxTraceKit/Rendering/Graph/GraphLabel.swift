/// The words at an edge of a graph, in pieces that stay together.
struct GraphLabel {
    struct Piece {
        var text: String
        /// Whether it begins a line where the label takes several: a value of several words, a later number.
        var startsLine = false
    }

    private(set) var pieces: [Piece] = []

    var text: String { pieces.map(\.text).joined(separator: " ") }
    var isEmpty: Bool { pieces.isEmpty }

    /// Adds words that need not stay together.
    mutating func add(_ words: String) {
        pieces += words.split(separator: " ").map { Piece(text: String($0)) }
    }

    /// Adds a piece that stays together.
    mutating func addPiece(_ text: String, startsLine: Bool = false) {
        pieces.append(Piece(text: text, startsLine: startsLine))
    }

    /// Adds the words of another label.
    ///
    /// - Parameter number: stands before them.
    mutating func add(_ label: GraphLabel, number: Int) {
        let place = pieces.count
        pieces += label.pieces
        if place < pieces.count {
            pieces[place].text = "\(number) \(pieces[place].text)"
        } else {
            pieces.append(Piece(text: "\(number)"))
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

    /// The label in lines of some `columns` characters.
    func lines(of columns: Int = 32) -> [String] {
        guard text.count > columns else { return isEmpty ? [] : [text] }
        var lines: [String] = []
        for piece in pieces {
            if let line = lines.last, !piece.startsLine, line.count + piece.text.count < columns {
                lines[lines.count - 1] = "\(line) \(piece.text)"
            } else {
                lines.append(piece.text)
            }
        }
        return lines
    }
}
