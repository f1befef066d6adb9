/// Finds where a statement begins of which a line is known, as far as brackets and leading dots tell.
enum SourceStatement {
    /// The farthest a statement is followed upward, in lines.
    static let limit = 100

    /// Whether the statement in `lines[index]` stands in a loop of its function: its body is done once per element.
    static func isInLoop(_ index: Int, in lines: [String]) -> Bool {
        guard lines.indices.contains(index) else { return false }
        var closers = 0
        for candidate in stride(from: start(of: index, in: lines) - 1, through: max(0, index - limit), by: -1) {
            let code = SourceCode.plain(lines[candidate])
            var isAround = false
            for character in code.reversed() {
                if character == "}" { closers += 1 }
                guard character == "{" else { continue }
                if closers == 0 { isAround = true } else { closers -= 1 }
            }
            guard isAround else { continue }
            let words = code.split { !$0.isLetter }
            // A parameter of a function may be called `for`.
            if ["func", "init", "class", "struct", "extension"].contains(where: { words.contains($0[...]) }) {
                return false
            }
            if ["for", "while", "repeat", "forEach", "map"].contains(where: { words.contains($0[...]) }) {
                return true
            }
        }
        return false
    }

    /// The index of the first line of the statement that goes on, or begins, in `lines[index]`.
    ///
    /// A line goes on from the one above if it begins with a dot, or closes a bracket that was opened there.
    static func start(of index: Int, in lines: [String]) -> Int {
        var start = index
        var closers = 0
        for candidate in stride(from: index, through: max(0, index - limit), by: -1) {
            let code = SourceCode.plain(lines[candidate])
            let isBlank = code.allSatisfy(\.isWhitespace)
            // Comments and blank lines stand between the parts of a chain, too.
            if isBlank { continue }
            for character in code.reversed() {
                if ")}]".contains(character) { closers += 1 }
                if "({[".contains(character) { closers = max(0, closers - 1) }
            }
            start = candidate
            if closers == 0, code.first(where: { !$0.isWhitespace }) != "." { break }
        }
        return start
    }
}
