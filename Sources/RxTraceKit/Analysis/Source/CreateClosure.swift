/// The closure of a `create`, as its source tells of it.
enum CreateClosure {
    /// Whether the first closure that a `create` is given in `code` sends elements and can send nothing else: it names its
    /// observer for that alone, so that nobody ends it.
    ///
    /// - Parameter code: without comments, and with string literals empty.
    static func isEndless(in code: String) -> Bool {
        let uses = usesOfObserver(in: code)
        return !uses.isEmpty && uses.allSatisfy { $0.hasPrefix(".onNext(") || $0.hasPrefix(".on(.next(") }
    }

    /// Whether the first closure that a `create` is given in `code` can send its end and errors only: it names its observer
    /// for nothing else.
    ///
    /// - Parameter code: without comments, and with string literals empty.
    static func isEmpty(in code: String) -> Bool {
        let uses = usesOfObserver(in: code)
        return uses.contains { $0.contains(#/^(?:\.onCompleted\(|(?:\.on)?\(\.completed)/#) }
            && uses.allSatisfy { $0.contains(#/^(?:\.on(?:Completed|Error)\(|(?:\.on)?\(\.(?:completed|error))/#) }
    }

    /// What follows each use of the observer that the closure is handed.
    private static func usesOfObserver(in code: String) -> [Substring] {
        guard let content = content(in: code) else { return [] }
        let closure = SourceCode.closure(content)
        // A list of captures goes before the parameters.
        let parameters = closure.parameters.split(separator: "]", maxSplits: 1).last ?? ""
        let parameter = parameters.drop { !isPart($0) }.prefix(while: isPart)
        return uses(of: parameter.isEmpty ? "$0" : parameter, in: closure.body)
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
