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
        calls(inClosureOf: word, at: site).first { Self.changes($0) || isCompletable($0, in: site.file) }
    }

    /// The names of the functions that are called in a closure, or given in its place.
    ///
    /// - Parameters:
    ///   - word: what the closure is given to: the operator, or `subscribe`.
    ///   - site: the line of that.
    func calls(inClosureOf word: String, at site: Trace.Site) -> [String] {
        text.answer(at: site, word) { findCalls(inClosureOf: word, at: site) }
    }

    private func findCalls(inClosureOf word: String, at site: Trace.Site) -> [String] {
        let code = text.code(from: site, lines: 16)
        let words = word == "subscribe" ? ["subscribe", "bind", "drive", "emit"] : [word]
        guard let start = words.compactMap({ code.range(of: $0) }).min(by: { $0.lowerBound < $1.lowerBound }) else {
            return []
        }
        var rest = code[start.upperBound...].drop { $0.isWhitespace }
        var content: Substring = ""
        if rest.first == "(", let arguments = SourceCode.bracketed(rest) {
            content = arguments
            rest = rest[arguments.endIndex...].dropFirst().drop { $0.isWhitespace }
        }
        if content.isEmpty, rest.first == "{", let closure = SourceCode.bracketed(rest) { content = closure }
        return content.matches(of: #/(?:^|\W)([a-z]\w*)\s*(?:\(|$)/#).map { String($0.1) }
    }

    /// Verbs of functions that make a source which changes something.
    private static let plainOfSource: Set<String> = [
        "put", "add", "insert", "append", "remove", "move", "rename",
    ]

    /// The first function that a closure calls which made a source, and which changes something by its name; or by its
    /// name and its code, where the name alone does not say so.
    ///
    /// - Parameters:
    ///   - word: what the closure is given to.
    ///   - site: the line of that.
    ///   - makers: the lines that made the source.
    func name(inClosureOf word: String, at site: Trace.Site, making makers: [Trace.Site]) -> String? {
        let calls = calls(inClosureOf: word, at: site)
        let files = Set(makers.map(\.file))
        if let plain = calls.first(where: { isPlainSource($0, in: files) }) { return plain }
        for maker in makers {
            guard let function = SourceFunction(around: maker, in: text), calls.contains(function.name),
                let verb = SourceCode.words(of: function.name).first
            else { continue }
            let isVerb = Self.verbs.contains(verb) || Self.plainOfCompletable.contains(verb)
            if isVerb, stores(function.body) { return function.name }
        }
        return nil
    }

    /// Whether one of some files has a function of the name that gives a source, where its verb speaks of a change.
    private func isPlainSource(_ function: String, in files: Set<String>) -> Bool {
        guard SourceCode.words(of: function).first.map(Self.plainOfSource.contains) == true else { return false }
        return files.contains { file in
            text.codeLines(of: file).contains { line in
                line.contains(function)
                    && line.firstMatch(
                        of: #/\bfunc\s+(\w+).*->\s*(?:Observable|Single|Maybe|Completable|Infallible)\b/#)?.1
                        ?? "" == function
            }
        }
    }

    /// Whether code stores something by a key, or adds to a collection or takes from it, other than what is only kept in
    /// order to be faster.
    private func stores(_ body: String) -> Bool {
        body.matches(of: #/(\w+)(?:\[[^\]]+\]\s*=(?!=)|\.(?:append|insert|remove\w*|updateValue)\(|\s*[+\-]=)/#)
            .contains {
                SourceCode.words(of: $0.1).last.map(Self.kept.contains) == false
            }
    }

    private static let kept: Set<String> = [
        "cache", "caches", "memo", "log", "logs", "calls", "requests", "count", "attempts", "history", "running",
        "asked",
    ]

    /// Whether a function is one of a change that does not replace the one before, as a message does not, by its name.
    static func adds(_ function: String) -> Bool {
        SourceCode.words(of: function).first.map(adding.contains) == true
    }

    private static let adding: Set<String> = [
        "send", "post", "submit", "append", "insert", "add", "pay", "buy", "purchase", "book", "charge", "transfer",
        "enqueue", "track", "report", "register", "delete", "remove", "like", "vote", "publish", "upload",
        "notify",
        "increment", "deliver", "reserve", "order", "checkout",
    ]

    /// Whether a function is one that is done to one thing of many, which it is handed, by its name.
    static func isOfOneThing(_ function: String) -> Bool {
        SourceCode.words(of: function).first.map(oneByOne.contains) == true
    }

    private static let oneByOne: Set<String> = [
        "like", "unlike", "favorite", "follow", "unfollow", "invite", "delete", "remove", "archive", "add", "append",
        "insert", "order", "buy", "purchase", "book", "reserve", "enqueue",
    ]

    /// Whether the file has a function of the name that answers nothing but its end, and whose name speaks of a change.
    private func isCompletable(_ function: String, in file: String) -> Bool {
        guard SourceCode.words(of: function).first.map(Self.plainOfCompletable.contains) == true else { return false }
        return text.lines(of: file).contains { line in
            line.firstMatch(of: #/\bfunc\s+(\w+).*->\s*Completable\b/#)?.1 ?? "" == function
        }
    }

    /// Whether a function keeps what it is handed for another time, by its name.
    static func saves(_ function: String) -> Bool {
        SourceCode.words(of: function).first.map(saving.contains) == true
    }

    private static let saving: Set<String> = [
        "save", "autosave", "persist", "store", "write", "upload", "put", "patch", "sync", "backup", "archive",
        "export",
    ]

    /// Whether a function tells somebody at once that something has changed, by its name.
    static func signals(_ function: String) -> Bool {
        SourceCode.words(of: function).first.map(["beep", "buzz", "vibrate", "announce", "notify", "haptic"].contains)
            == true
    }

    /// Whether a function is one, by its name.
    static func changes(_ function: String) -> Bool {
        SourceCode.words(of: function).first.map(plain.contains) == true
    }
}
