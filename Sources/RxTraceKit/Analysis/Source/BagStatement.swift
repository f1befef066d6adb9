/// A statement that puts a subscription into a bag.
struct BagStatement {
    /// The bag as it is written, such as `bag` or `self.bag`.
    let bag: String
    /// The statement up to there; or what is put there, where it stands behind the bag.
    let chain: Substring
    /// How many lines below the statement's first one it is put there.
    var insertion: Int { line(of: chain.endIndex) }

    /// A statement as it stands in a file.
    struct Found {
        var statement: BagStatement
        /// The index of its first line, or of the function's head that stands in that line.
        var start: Int
        /// How many lines of that head go before the statement.
        var above: Int
        /// The number of the line that puts the subscription into the bag.
        var insertionLine: Int { start + above + statement.insertion + 1 }
    }

    /// The statement that a site is a line of; nil where the source cannot be read, or the statement has no bag.
    static func read(at site: Trace.Site, in text: SourceText) -> Found? {
        text.answer(at: site) {
            let lines = text.lines(of: site.file)
            guard lines.indices.contains(site.line - 1) else { return nil }
            let start = SourceStatement.start(of: site.line - 1, in: lines)
            let end = min(lines.count, start + SourceStatement.limit)
            let code = SourceCode.plain(lines[start..<end].joined(separator: "\n"), keepsInterpolations: true)
            // A function may stand in one line with what it does.
            let head = code.prefixMatch(of: #/[^\n{]*\b(?:func|init)\b[^\n{]*\{/#)?.range.upperBound ?? code.startIndex
            return BagStatement(String(code[head...])).map {
                Found(statement: $0, start: start, above: code[..<head].count { $0 == "\n" })
            }
        }
    }

    /// - Parameter code: begins with the statement; without comments, and with string literals empty.
    init?(_ code: String) {
        var depth = 0
        for index in code.indices {
            let character = code[index]
            if "({[".contains(character) { depth += 1 }
            if ")}]".contains(character) { depth -= 1 }
            if depth < 0 { return nil }
            let rest = code[index...]
            if depth == 0, rest.hasPrefix(".disposed(by:") {
                let word = rest.dropFirst(".disposed(by:".count).prefix { $0 != ")" }.filter { !$0.isWhitespace }
                guard word.allSatisfy({ $0.isLetter || $0.isNumber || "_.".contains($0) }), !word.isEmpty else {
                    return nil
                }
                bag = word
                chain = code[..<index]
                return
            }
            // The statement is over where a line ends that none goes on from.
            if depth == 0, character == "\n" {
                let next = rest.drop { $0.isWhitespace }
                let before = code[..<index].last { !$0.isWhitespace }
                guard next.first == "." || before == "=" || before == "." else { return nil }
            }
        }
        return nil
    }

    /// A statement without a bag.
    ///
    /// - Parameter code: begins with the statement; without comments, and with string literals empty.
    init?(unbagged code: String) {
        var depth = 0
        for index in code.indices {
            if "({[".contains(code[index]) { depth += 1 }
            if ")}]".contains(code[index]) { depth -= 1 }
            guard depth < 0 || depth == 0 && code[index] == "\n" else { continue }
            let next = code[index...].drop { $0.isWhitespace }.first
            let before = code[..<index].last { !$0.isWhitespace }
            if depth == 0, next == "." || before == "=" || before == "." { continue }
            (bag, chain) = ("", code[..<index])
            return
        }
        return nil
    }

    /// What of the chain holds `self`: a closure that it keeps, or a method that is handed to it.
    struct Captor {
        /// The word it is given to: `map`, or the label of an argument such as `onNext`.
        var operation: String
        var isMethod = false
        /// Lines below the first one of the statement.
        var line: Int
    }

    /// - Parameters:
    ///   - lines: those of the file, where methods are looked for.
    ///   - start: the index of the statement's first line.
    func captor(_ lines: [String], from start: Int) -> Captor? {
        closureCaptor() ?? methodCaptor(lines, from: start)
    }

    private func closureCaptor() -> Captor? {
        var parentheses = 0
        var last: Character?
        var index = chain.startIndex
        while index < chain.endIndex {
            let character = chain[index]
            if character == "{", let content = SourceCode.bracketed(chain[index...]) {
                // One in the arguments of something else's is not the chain's own.
                let isOwn = parentheses == 0 || parentheses == 1 && last.map { ":(,".contains($0) } == true
                if isOwn, Self.captures(content) {
                    return Captor(operation: operation(before: index), line: line(of: index))
                }
                index = content.endIndex
                last = "}"
            } else {
                if character == "(" { parentheses += 1 }
                if character == ")" { parentheses -= 1 }
                if !character.isWhitespace { last = character }
            }
            index = chain.index(after: index)
        }
        return nil
    }

    /// A method of the object as an argument: `onNext: self.show`, `map(title)`.
    private func methodCaptor(_ lines: [String], from start: Int) -> Captor? {
        for match in chain.matches(of: #/(?:\b(on[A-Z]\w*):\s*|\.(\w+)\(\s*)(self\.)?(\w+)\s*(?=[,)])/#) {
            let owners = lines.indices.compactMap { index -> Substring? in
                guard lines[index].contains("func \(match.4)("), !lines[index].contains("static "),
                    // Without `self.`, it may be a function of no object.
                    match.3 != nil || lines[index].first?.isWhitespace == true
                else { return nil }
                return SourceDeclaration.type(around: index, in: lines)
            }
            guard !owners.isEmpty, SourceDeclaration.isMethod(ofAnyOf: owners, from: start, in: lines),
                match.3 != nil || !SourceFunction.hasLocal(match.4, above: start, in: lines)
            else { continue }
            let operation = match.1 ?? match.2 ?? ""
            return Captor(operation: String(operation), isMethod: true, line: line(of: match.range.lowerBound))
        }
        return nil
    }

    /// How many lines below the first an index is.
    private func line(of index: String.Index) -> Int { chain.base[..<index].count { $0 == "\n" } }

    /// The word that a closure is given to, which begins at an index: the label of its argument or, where it has none, the
    /// function.
    private func operation(before index: String.Index) -> String {
        var rest = chain[..<index]
        func dropSpace() { while rest.last?.isWhitespace == true { rest.removeLast() } }
        func word() -> String { String(rest.reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" }.reversed()) }
        dropSpace()
        if rest.last == ":" {
            rest.removeLast()
            dropSpace()
            let label = word()
            // A label such as `onNext` says what the closure does; another is a part of its function's name.
            if label.hasPrefix("on") { return label }
            rest.removeLast(label.count)
        }
        // Back to the opening parenthesis of the arguments, or over those before a trailing closure.
        var depth = rest.last == ")" ? 0 : 1
        while let character = rest.last, depth != 0 || rest.last == ")" {
            if character == ")" { depth += 1 }
            if character == "(" { depth -= 1 }
            if depth == 1, character.isLetter || character == "." { break }
            rest.removeLast()
            if depth == 0 { break }
        }
        dropSpace()
        // Generic arguments: `create<Int> {`.
        if rest.last == ">" {
            while let character = rest.popLast(), character != "<" {}
        }
        return word()
    }

    /// Whether a closure holds `self`, by the code between its braces.
    static func captures(_ content: Substring) -> Bool {
        var body = content.drop { $0.isWhitespace }
        if body.first == "[", let list = SourceCode.bracketed(body) {
            let captures = list.split(separator: ",").map { $0.split(whereSeparator: \.isWhitespace) }
            if captures.contains(where: { $0.last == "self" && $0.count > 1 && !$0.contains("=") }) { return false }
            if captures.contains(["self"]) { return true }
            body = body[list.endIndex...]
        }
        return body.contains(#/(?:^|[^\w.])self(?!\w)/#)
    }
}
