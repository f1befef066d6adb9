/// A piece of Swift source as far as names go: a word, a mark, or a literal whose content is no matter.
struct SourceToken: Equatable {
    enum Kind {
        case word, mark, literal
    }

    var kind: Kind
    /// The word without its backticks, the mark; empty for a literal.
    var text: String
    /// From 1.
    var line: Int
    /// Whether nothing but white space and comments stands before it on its line.
    var startsLine = false
    /// Whether a dot stands before it, or backticks around it: then no word is one of the language.
    var isNeverKeyword = false

    /// Whether an expression may end with it.
    var endsExpression: Bool {
        switch kind {
        case .literal: true
        case .word: !isKeyword
        case .mark: [")", "]", "}", ">", "?", "!"].contains(text)
        }
    }

    /// Words of the language after or before which an expression begins.
    private static let keywords: Set<String> = [
        "as", "await", "case", "default", "defer", "do", "else", "for", "func", "guard", "if", "in", "is", "let",
        "return", "switch", "throw", "try", "var", "where", "while",
    ]

    var isKeyword: Bool { kind == .word && !isNeverKeyword && Self.keywords.contains(text) }
    func isKeyword(_ word: String) -> Bool { isKeyword && text == word }
    var isName: Bool { kind == .word && !isKeyword && text != "_" }
}

/// The tokens of a source file, with the brackets that belong together.
struct SourceTokens {
    private(set) var all: [SourceToken] = []
    /// For each bracket, the other one; -1 for other tokens, and for a bracket without one.
    private var partners: [Int] = []

    init(_ lines: [String]) {
        var reader = SourceTokenReader(lines)
        reader.read()
        all = reader.tokens
        partners = Array(repeating: -1, count: all.count)
        var open: [(index: Int, closer: String)] = []
        let closers = ["(": ")", "[": "]", "{": "}"]
        for (index, token) in all.enumerated() where token.kind == .mark {
            if let closer = closers[token.text] {
                open.append((index, closer))
            } else if let last = open.last, last.closer == token.text {
                open.removeLast()
                partners[index] = last.index
                partners[last.index] = index
            } else if closers.values.contains(token.text) {
                open.removeAll()
            }
        }
    }

    /// The token at `index`; nil where there is none.
    subscript(index: Int) -> SourceToken? { all.indices.contains(index) ? all[index] : nil }

    func text(_ index: Int) -> String? { self[index]?.kind == .literal ? nil : self[index]?.text }

    /// The bracket that belongs to the one at `index`; nil where none does.
    func partner(of index: Int) -> Int? {
        guard partners.indices.contains(index), partners[index] >= 0 else { return nil }
        return partners[index]
    }

    /// The indices of the tokens on a line.
    func indices(ofLine line: Int) -> Range<Int> {
        let start = all.partitioningIndex { $0.line >= line }
        return start..<all[start...].partitioningIndex { $0.line > line }
    }

    /// The index of the bracket that is open around `index`; nil where none is.
    func opener(around index: Int) -> Int? {
        var index = index - 1
        while let token = self[index] {
            if token.kind == .mark {
                if ["(", "[", "{"].contains(token.text) { return index }
                if [")", "]", "}"].contains(token.text) {
                    guard let partner = partner(of: index) else { return nil }
                    index = partner
                }
            }
            index -= 1
        }
        return nil
    }
}
