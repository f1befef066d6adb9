/// Statements that put what they subscribe into something that holds it, by another word than `disposed(by:)`.
extension BagStatement {
    /// The statement that a site is a line of; nil where the source cannot be read, or the statement is none of these.
    static func readHolding(at site: Trace.Site, in text: SourceText) -> Found? {
        text.answer(at: site) {
            let lines = text.codeLines(of: site.file)
            guard lines.indices.contains(site.line - 1) else { return nil }
            var start = SourceStatement.start(of: site.line - 1, in: lines)
            // What is held may stand below the equals sign, or below the bracket and others.
            if let above = opening(above: start, in: lines), lines[above].contains(Self.word) { start = above }
            let code = lines[start..<min(lines.count, start + SourceStatement.limit)].joined(separator: "\n")
            // A function may stand in one line with what it does.
            let above = code.prefixMatch(of: #/[^\n{]*\b(?:func|init)\b[^\n{]*\{/#)?.range.upperBound ?? code.startIndex
            return BagStatement(holding: String(code[above...])).map {
                Found(statement: $0, start: start, above: code[..<above].count { $0 == "\n" })
            }
        }
    }

    /// The line whose last sign a line goes on from: an equals sign right above, or the bracket around it.
    private static func opening(above start: Int, in lines: [String]) -> Int? {
        if start > 0, lines[start - 1].contains(#/[^=!<>]=\s*$/#) { return start - 1 }
        var closers = 0
        for index in (max(0, start - SourceStatement.limit)..<start).reversed() {
            for character in lines[index].reversed() {
                if ")}]".contains(character) { closers += 1 }
                guard "({[".contains(character) else { continue }
                if closers == 0 { return index }
                closers -= 1
            }
        }
        return nil
    }

    private static var word: Regex<Substring> {
        #/\.(?:disposable\s*=|(?:insert|append|setDisposable|addDisposable)\s*[({])/#
    }

    /// `serial.disposable = …`, `_ = all.insert(…)`, `bag.insert { … }`, `tokens.append(…)`.
    ///
    /// - Parameter code: begins with the statement; without comments, and with string literals empty.
    init?(holding code: String) {
        let start = #/\s*(?:(?:let|var)\s+\w+\s*=\s*|_\s*=\s*)?((?:\w+[?!]?\.)*\w+)[?!]?(?=\.)/#
        guard let owner = code.prefixMatch(of: start),
            let word = code[owner.range.upperBound...].prefixMatch(of: Self.word)
        else { return nil }
        bag = owner.1.filter { $0 != "?" && $0 != "!" }
        if word.0.hasSuffix("=") {
            guard let whole = BagStatement(unbagged: code) else { return nil }
            chain = code[word.range.upperBound..<whole.chain.endIndex]
        } else {
            guard let content = SourceCode.bracketed(code[word.0.index(before: word.0.endIndex)...]) else { return nil }
            chain = content
        }
    }
}
