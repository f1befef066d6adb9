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
        return uses(of: observer(in: content), in: content).map { content[$0.upperBound...].drop { $0.isWhitespace } }
    }

    /// How a closure names the observer that it is handed.
    ///
    /// - Parameter content: the code between the closure's braces.
    static func observer(in content: Substring) -> String {
        // A list of captures goes before the parameters.
        let parameters = SourceCode.closure(content).parameters.split(separator: "]", maxSplits: 1).last ?? ""
        let name = parameters.drop { !isPart($0) }.prefix(while: isPart)
        return name.isEmpty ? "$0" : String(name)
    }

    /// Where the body of a closure uses its observer.
    ///
    /// - Parameters:
    ///   - observer: how the closure names it.
    ///   - content: the code between the closure's braces.
    static func uses(of observer: String, in content: Substring) -> [Range<String.Index>] {
        let uses = content.ranges(of: observer).filter { use in
            (content[..<use.lowerBound].last.map { !isPart($0) && $0 != "." } ?? true)
                && (content[use.upperBound...].first.map { !isPart($0) } ?? true)
        }
        // The first use of a name is the parameter itself.
        return Array(uses.dropFirst(observer == "$0" ? 0 : 1))
    }

    /// The code in the first closure that a `create` is given in `code`; nil where there is none.
    static func content(in code: String) -> Substring? {
        guard let start = code.range(of: "create") else { return nil }
        var rest = code[start.upperBound...].drop { $0.isWhitespace }
        if rest.first == "(" { rest = rest.dropFirst().drop { $0.isWhitespace } }
        return rest.first == "{" ? SourceCode.bracketed(rest) : nil
    }

    private static func isPart(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }
}
