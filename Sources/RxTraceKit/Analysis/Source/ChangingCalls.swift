/// Finds calls of functions that change something elsewhere, by the first words of their names.
struct ChangingCalls {
    let text: SourceText

    /// Such words.
    static let verbs: Set<String> = [
        "order", "buy", "book", "pay", "charge", "add", "insert", "append", "create", "make", "save", "store", "write",
        "put", "post", "send", "submit", "upload", "register", "sign", "delete", "remove", "move", "transfer",
        "increment", "reserve",
    ]

    /// Those that speak of nothing else, as `create` and `make` do.
    private static let plain = verbs.subtracting([
        "order", "book", "add", "insert", "append", "create", "make", "put", "move", "sign", "remove", "write",
    ]).union([
        "persist", "sync", "toggle", "like", "unlike", "favorite", "mark", "rename", "vote", "archive", "purchase",
        "checkout", "commit", "enqueue",
    ])
    /// Those that do so where the function answers nothing but its end.
    private static let plainOfCompletable: Set<String> = verbs.union([
        "update", "set", "change", "edit", "apply", "import", "export", "migrate", "record", "follow", "unfollow",
        "confirm", "cancel", "accept", "decline", "clear", "reset", "publish", "report",
    ])

    /// The first such function that is called in a closure, or given in its place.
    ///
    /// - Parameters:
    ///   - word: what the closure is given to: the operator, or `subscribe`.
    ///   - site: the line of that.
    func name(inClosureOf word: String, at site: Trace.Site) -> String? {
        let code = text.code(from: site, lines: 16)
        let words = word == "subscribe" ? ["subscribe", "bind", "drive", "emit"] : [word]
        guard let start = words.compactMap({ code.range(of: $0) }).min(by: { $0.lowerBound < $1.lowerBound }) else {
            return nil
        }
        var rest = code[start.upperBound...].drop { $0.isWhitespace }
        var content: Substring = ""
        if rest.first == "(", let arguments = SourceCode.bracketed(rest) {
            content = arguments
            rest = rest[arguments.endIndex...].dropFirst().drop { $0.isWhitespace }
        }
        if content.isEmpty, rest.first == "{", let closure = SourceCode.bracketed(rest) { content = closure }
        let calls = content.matches(of: #/(?:^|\W)([a-z]\w*)\s*(?:\(|$)/#).map { String($0.1) }
        return calls.first { Self.changes($0) || isCompletable($0, in: site.file) }
    }

    /// Whether the file has a function of the name that answers nothing but its end, and whose name speaks of a change.
    private func isCompletable(_ function: String, in file: String) -> Bool {
        guard SourceCode.words(of: function).first.map(Self.plainOfCompletable.contains) == true else { return false }
        return text.lines(of: file).contains { line in
            line.firstMatch(of: #/\bfunc\s+(\w+).*->\s*Completable\b/#)?.1 ?? "" == function
        }
    }

    /// Whether a function is one, by its name.
    static func changes(_ function: String) -> Bool {
        SourceCode.words(of: function).first.map(plain.contains) == true
    }
}
