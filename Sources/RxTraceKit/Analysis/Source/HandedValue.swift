/// What the source hands to `just` and its kin: a value that is read as the observable is made.
struct HandedValue {
    /// The names of variables in it, and in the functions of the file that it calls.
    private let names: Set<String>
    private let text: SourceText

    /// - Parameters:
    ///   - node: the observable.
    ///   - word: what the source calls it.
    init?(of node: Trace.Node, _ word: String, in text: SourceText) {
        guard ["just", "of", "from"].contains(word), let site = node.site else { return nil }
        let code = text.code(from: site, lines: 4)
        guard let start = code.firstRange(of: "\(word)("),
            let value = SourceCode.bracketed(code[code.index(before: start.upperBound)...])
        else { return nil }
        // What a string is made of is code too.
        let lines = text.lines(of: site.file)
        let line = value.contains("\"\"") && lines.indices.contains(site.line - 1) ? lines[site.line - 1] : ""
        let parts = line.matches(of: #/\\\(([^()"]+(?:\([^()"]*\))?[^()"]*)\)/#).map { String($0.1) }
        self.init(([String(value)] + parts).joined(separator: " ")[...], at: site, in: text)
    }

    /// What the function is handed whose observable is that of `andThen` at a site: `andThen(load(token))`.
    init?(ofAndThenAt site: Trace.Site, in text: SourceText) {
        let code = text.code(from: site, lines: 4)
        guard let start = code.firstRange(of: "andThen("),
            let value = SourceCode.bracketed(code[code.index(before: start.upperBound)...]),
            let call = value.prefixMatch(of: #/\s*(?:\w+[?!]?\.)*[a-z]\w*(\()/#),
            let handed = SourceCode.bracketed(value[call.1.startIndex...]), !handed.contains("{")
        else { return nil }
        self.init(handed, at: site, in: text)
    }

    private init?(_ value: Substring, at site: Trace.Site, in text: SourceText) {
        let lines = text.codeLines(of: site.file)
        // Arrays have a count, and relays a value; an object of the file may have one that is set.
        var names = Self.names(in: value).filter {
            !["value", "count"].contains($0) || Self.isOwn($0, in: value, lines)
        }
        for name in names {
            // A function that is called, or a property that is computed.
            let heads = lines.indices.filter { Self.declares(name, lines[$0]) }
            guard heads.count == 1 else { continue }
            let function = lines[heads[0]..<min(lines.count, heads[0] + 12)].joined(separator: "\n")
            if let brace = function.firstIndex(of: "{"), let body = SourceCode.bracketed(function[brace...]) {
                names.formUnion(Self.names(in: body))
            }
        }
        guard !names.isEmpty else { return nil }
        (self.names, self.text) = (names, text)
    }

    private static func declares(_ name: String, _ line: String) -> Bool {
        guard line.contains(name), line.contains("{") || line.contains("func") else { return false }
        return line.firstMatch(of: #/\bfunc\s+(\w+)|\bvar\s+(\w+)\s*:[^=]*\{/#).map { ($0.1 ?? $0.2 ?? "") == name }
            ?? false
    }

    /// Whether code reads a variable of the file's that is called as the count of an array or the value of a relay is.
    private static func isOwn(_ name: String, in code: Substring, _ lines: [String]) -> Bool {
        let holder = code.firstMatch(of: #/(\w+)\.(?:count|value)(?!\w)/#)?.1
        return lines.contains { $0.firstMatch(of: #/\bvar\s+(\w+)\s*[:=]/#)?.1 ?? "" == name }
            && !lines.contains { line in
                line.firstMatch(of: #/\b(?:var|let)\s+(\w+)\b[^\n]*(?:\[|Relay)/#).map { $0.1 == holder } == true
            }
    }

    private static func names(in code: Substring) -> Set<String> {
        Set(code.matches(of: #/(?:^|\W)([a-z_]\w*)(?![\w:])/#).map { String($0.1) }).subtracting(["self"])
    }

    /// The variable that the closures of some observables change, which the source has at these lines; nil where none does.
    ///
    /// A closure changes too what a method of the file does that it calls, or that is given in its place.
    func changed(byClosuresAt sites: [Trace.Site]) -> String? {
        for site in sites {
            let code = text.code(from: site, lines: 25)
            let body = SourceCode.closure(in: code)
            if let body, let name = changed(by: body) { return name }
            let line = code.prefix { $0 != "\n" }
            let handed = line.matches(of: #/on\w+:\s*(?:\w+[?!]?\.)*(\w+)\s*[,)]/#).map(\.1)
            let called = body?.matches(of: #/(?:^|[^\w])([a-z]\w*)\(/#).map(\.1) ?? []
            for method in handed + called {
                if let name = changed(byMethod: method, in: site.file) { return name }
            }
        }
        return nil
    }

    private func changed(by body: Substring) -> String? {
        let change =
            #/(?:^|\W)([a-z_]\w*)[?!]?(?:\[[^\]\n]*\])?\s*(?:[-+*\/]?=(?!=)|\.(?:append|insert|remove\w*|toggle|accept|onNext|updateValue|merge|formUnion)\()/#
        for match in body.matches(of: change) where names.contains(String(match.1)) {
            let before = body[..<match.range.lowerBound]
            if !before.hasSuffix("let"), !before.hasSuffix("var") { return String(match.1) }
        }
        return nil
    }

    /// The variable that the only method of the name changes, if it is one of its own type, and no other has one of that name.
    private func changed(byMethod method: Substring, in file: String) -> String? {
        let lines = text.codeLines(of: file)
        let heads = lines.indices.filter {
            lines[$0].contains("func") && lines[$0].firstMatch(of: #/\bfunc\s+(\w+)/#)?.1 ?? "" == method
        }
        guard heads.count == 1, let head = heads.first else { return nil }
        let code = lines[head..<min(lines.count, head + 25)].joined(separator: "\n")
        guard let brace = code.firstIndex(of: "{"), let body = SourceCode.bracketed(code[brace...]),
            let name = changed(by: body)
        else { return nil }
        let types = lines.indices.filter { line in
            lines[line].firstMatch(of: #/\b(?:var|let)\s+(\w+)\s*[:=]/#)?.1 ?? "" == name
                && SourceDeclaration.isMember(line, in: lines)
        }.map { SourceDeclaration.type(around: $0, in: lines) }
        guard types.count == 1, let own = SourceDeclaration.type(around: head, in: lines), types[0] == own else {
            return nil
        }
        return name
    }
}
