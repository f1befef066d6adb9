/// The closure of a `create`, as its source tells of it.
enum CreateClosure {
    /// Whether the first closure that a `create` is given in `code` sends elements and can send nothing else: it names its
    /// observer for that alone, so that nobody ends it.
    ///
    /// - Parameter code: without comments, and with string literals empty.
    static func isEndless(in code: String) -> Bool {
        guard let content = content(in: code) else { return false }
        let closure = SourceCode.closure(content)
        let parameter = closure.parameters.drop { !isPart($0) }.prefix(while: isPart)
        let name = parameter.isEmpty ? "$0" : parameter
        let uses = uses(of: name, in: closure.body)
        return !uses.isEmpty && uses.allSatisfy { $0.hasPrefix(".onNext(") || $0.hasPrefix(".on(.next(") }
    }

    /// The code in the first closure that a `create` is given in `code`; nil where there is none.
    static func content(in code: String) -> Substring? {
        guard let start = code.range(of: "create") else { return nil }
        var rest = code[start.upperBound...].drop { $0.isWhitespace }
        if rest.first == "(" { rest = rest.dropFirst().drop { $0.isWhitespace } }
        return rest.first == "{" ? SourceCode.bracketed(rest) : nil
    }

    /// What follows each use of a name.
    private static func uses(of name: Substring, in body: String) -> [Substring] {
        var uses: [Substring] = []
        var rest = body[...]
        while let use = rest.range(of: name) {
            let isWhole =
                (body[..<use.lowerBound].last.map { !isPart($0) && $0 != "." } ?? true)
                && (body[use.upperBound...].first.map { !isPart($0) } ?? true)
            rest = rest[use.upperBound...]
            if isWhole { uses.append(rest.drop { $0.isWhitespace }) }
        }
        return uses
    }

    private static func isPart(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }
}
