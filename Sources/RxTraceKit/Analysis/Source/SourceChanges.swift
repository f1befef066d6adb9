/// Reads in the source which members of its object a closure changes, without a lock.
struct SourceChanges {
    let text: SourceText

    /// The properties of `self` that the closure of a subscribe sets or changes, by itself or by a method of the file that
    /// it calls.
    ///
    /// - Parameters:
    ///   - label: the closure's, such as `onNext`.
    ///   - site: the line of the subscribe.
    func members(changedBy label: String, at site: Trace.Site) -> Set<String> {
        let code = text.code(from: site)
        guard let start = code.range(of: "subscribe"),
            let body = SourceCode.argument("\(label):", ofCallAt: code[start.upperBound...]), !Self.isSafe(body)
        else { return [] }
        let lines = text.lines(of: site.file).map(SourceCode.plain)
        let own = SourceDeclaration.type(around: site.line - 1, in: lines)
        let variables = Set(
            lines.indices.compactMap { index -> String? in
                guard SourceDeclaration.isMember(index, in: lines),
                    SourceDeclaration.type(around: index, in: lines) == own
                else { return nil }
                return lines[index].firstMatch(of: #/\bvar\s+(\w+)\s*[:=]/#).map { String($0.1) }
            })
        var changed = Self.changed(in: body, of: variables, isMethod: false)
        for call in body.matches(of: #/\bself[?!]?\.(\w+)\(/#) {
            if let method = method(call.1, of: own, in: lines), !Self.isSafe(method) {
                changed.formUnion(Self.changed(in: method, of: variables, isMethod: true))
            }
        }
        return changed
    }

    /// The variables at the top of the file that the closure of a subscribe sets or changes.
    func globals(changedBy label: String, at site: Trace.Site) -> Set<String> {
        let code = text.code(from: site)
        guard let start = code.range(of: "subscribe"),
            let body = SourceCode.argument("\(label):", ofCallAt: code[start.upperBound...]), !Self.isSafe(body)
        else { return [] }
        let variables = Set(
            text.lines(of: site.file).compactMap { line in
                line.prefixMatch(of: #/(?:nonisolated\(unsafe\) |private |fileprivate )*var\s+(\w+)/#).map {
                    String($0.1)
                }
            })
        return Self.changed(in: body, of: variables, isMethod: true)
    }

    /// The body of the only method of a type that is called so.
    private func method(_ name: Substring, of type: Substring?, in lines: [String]) -> Substring? {
        let heads = lines.indices.filter { index in
            lines[index].firstMatch(of: #/\bfunc\s+(\w+)/#)?.1 ?? "" == name
                && SourceDeclaration.type(around: index, in: lines) == type
        }
        guard heads.count == 1, let head = heads.first else { return nil }
        let code = lines[head..<min(lines.count, head + SourceStatement.limit)].joined(separator: "\n")
        return code.firstIndex(of: "{").flatMap { SourceCode.bracketed(code[$0...]) }
    }

    private static func changed(in body: Substring, of variables: Set<String>, isMethod: Bool) -> Set<String> {
        let change =
            #/\b(self[?!]?\.)?(\w+)(?:\[[^\]]*\])?\s*(?:[-+*\/]?=(?!=)|\.(?:append|insert|remove\w*|toggle)\()/#
        var names: Set<String> = []
        for match in body.matches(of: change) where isMethod || match.1 != nil {
            if variables.contains(String(match.2)) { names.insert(String(match.2)) }
        }
        return names
    }

    /// Whether code says that it runs alone, or elsewhere.
    private static func isSafe(_ code: Substring) -> Bool {
        code.contains(#/[lL]ock|sync|semaphore|[mM]utex|[aA]tomic/#)
    }
}
