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
        var names = Self.names(in: value)
        let lines = text.codeLines(of: site.file)
        // Arrays have a count, and relays a value; an object of the file may have one that is set.
        names = names.filter { !["value", "count"].contains($0) || Self.isOwn($0, in: value, lines) }
        for name in names {
            let heads = lines.indices.filter { lines[$0].firstMatch(of: #/\bfunc\s+(\w+)/#)?.1 ?? "" == name }
            guard heads.count == 1 else { continue }
            let function = lines[heads[0]..<min(lines.count, heads[0] + 12)].joined(separator: "\n")
            if let brace = function.firstIndex(of: "{"), let body = SourceCode.bracketed(function[brace...]) {
                names.formUnion(Self.names(in: body))
            }
        }
        guard !names.isEmpty else { return nil }
        (self.names, self.text) = (names, text)
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
    func changed(byClosuresAt sites: [Trace.Site]) -> String? {
        let change =
            #/(?:^|\W)([a-z_]\w*)[?!]?(?:\[[^\]\n]*\])?\s*(?:[-+*\/]?=(?!=)|\.(?:append|insert|remove\w*|toggle|accept|onNext|updateValue|merge|formUnion)\()/#
        for site in sites {
            let code = text.code(from: site, lines: 25)
            guard let body = SourceCode.closure(in: code) else { continue }
            for match in body.matches(of: change) where names.contains(String(match.1)) {
                let before = body[..<match.range.lowerBound]
                if !before.hasSuffix("let"), !before.hasSuffix("var") { return String(match.1) }
            }
        }
        return nil
    }
}
