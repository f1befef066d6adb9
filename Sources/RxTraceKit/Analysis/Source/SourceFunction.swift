/// A function around a line, as far as its file tells.
struct SourceFunction {
    let name: String
    /// Its declaration, up to the brace.
    let head: String
    /// The code between its braces.
    let body: String
    /// How many arguments it takes, where the file has others of its name, which take fewer or more.
    private let arity: Int?
    private let text: SourceText

    /// The innermost function around a site; nil where there is none, or the file has others of its name that take as many
    /// arguments.
    init?(around site: Trace.Site, in text: SourceText) {
        let found = text.answer(at: site) { Self.find(around: site, in: text) }
        guard let found else { return nil }
        (name, head, body, arity, self.text) = (found.name, found.head, found.body, found.arity, text)
    }

    /// The same; nil too where it is around another site as well.
    init?(around site: Trace.Site, butNot other: Trace.Site, in text: SourceText) {
        self.init(around: site, in: text)
        guard SourceFunction(around: other, in: text)?.name != name else { return nil }
    }

    private static func find(
        around site: Trace.Site, in text: SourceText
    ) -> (name: String, head: String, body: String, arity: Int?)? {
        let lines = text.codeLines(of: site.file)
        guard lines.indices.contains(site.line - 1) else { return nil }
        for head in (max(0, site.line - SourceStatement.limit)..<site.line).reversed() {
            guard let name = declared(in: lines[head]) else { continue }
            let code = text.code(from: Trace.Site(file: site.file, line: head + 1), lines: SourceStatement.limit)
            guard let brace = code.firstIndex(of: "{"), let body = SourceCode.bracketed(code[brace...]),
                head + code[..<body.endIndex].count(where: { $0 == "\n" }) >= site.line - 1
            else { continue }
            let declaration = String(code[..<brace])
            let others = lines.indices.filter { $0 != head && isBody(of: name, at: $0, in: lines) }
            if others.isEmpty { return (name, declaration, String(body), nil) }
            guard let arity = arity(of: name, in: declaration) else { return nil }
            let isAlone = others.allSatisfy { self.arity(of: name, in: lines[$0]).map { $0 != arity } ?? false }
            return isAlone ? (name, declaration, String(body), arity) : nil
        }
        return nil
    }

    /// Whether the function around a line has a variable or a parameter of a name, declared above the line.
    static func hasLocal(_ name: Substring, above line: Int, in lines: [String]) -> Bool {
        guard lines.indices.contains(line) else { return false }
        for index in (max(0, line - SourceStatement.limit)...line).reversed() {
            let code = SourceCode.plain(lines[index])
            let isHead = code.contains(#/\b(?:func\s|init\b[?!]?\s*[(<])/#)
            if isHead { return code.matches(of: #/(\w+)\s*:/#).contains { $0.1 == name } }
            if index < line, code.matches(of: #/\b(?:let|var)\s+(\w+)/#).contains(where: { $0.1 == name }) {
                return !SourceDeclaration.isMember(index, in: lines)
            }
        }
        return false
    }

    /// Whether a line declares a function of the name, and not a protocol's requirement, which has no body.
    private static func isBody(of name: String, at index: Int, in lines: [String]) -> Bool {
        let line = lines[index]
        guard declared(in: line) == name else { return false }
        let code = lines[index..<min(lines.count, index + 6)].joined(separator: "\n")
        guard let start = code.firstRange(of: #/\bfunc\s+\w+/#)?.upperBound,
            let bracket = code[start...].firstIndex(of: "("), let handed = SourceCode.bracketed(code[bracket...])
        else { return true }
        return code[handed.endIndex...].prefix { $0 != "\n" }.contains("{") || !line.contains(")")
    }

    private static func declared(in line: String) -> String? {
        // Most lines declare none, and to make the expression takes longer than to look at one.
        line.contains("func") ? line.firstMatch(of: #/\bfunc\s+(\w+)/#).map { String($0.1) } : nil
    }

    /// How many arguments the function of a declaration takes, or the first call of a line hands it; nil where that is open,
    /// as it is with defaults and with closures.
    private static func arity(of name: String, in code: String) -> Int? {
        guard let call = code.matches(of: #/(\w+)(?:<[^>]*>)?(\()/#).first(where: { $0.1 == name }),
            let handed = SourceCode.bracketed(code[call.2.startIndex...]),
            !handed.contains(where: { "={".contains($0) }),
            !code[handed.endIndex...].dropFirst().drop(while: \.isWhitespace).hasPrefix("{") || code.contains("func")
        else { return nil }
        if handed.allSatisfy(\.isWhitespace) { return 0 }
        var (depth, count) = (0, 1)
        // The arrow of a function's type closes no bracket.
        for character in handed.replacing("->", with: "") {
            if "([<".contains(character) { depth += 1 }
            if ")]>".contains(character) { depth -= 1 }
            if character == ",", depth == 0 { count += 1 }
        }
        return count
    }

    /// The lines of some files that call it.
    func calls(in files: Set<String>) -> [Trace.Site] {
        files.sorted().flatMap { file in
            text.codeLines(of: file).enumerated().compactMap { index, line in
                let isCall =
                    line.contains(name) && Self.declared(in: line) != name
                    && line.matches(of: #/(\w+)\(/#).contains { $0.1 == name }
                    && (arity == nil || Self.arity(of: name, in: line).map { $0 == arity } ?? true)
                return isCall ? Trace.Site(file: file, line: index + 1) : nil
            }
        }
    }
}
