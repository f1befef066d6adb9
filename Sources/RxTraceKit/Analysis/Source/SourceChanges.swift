/// Reads in the source which members of its object a closure changes, without a lock.
struct SourceChanges {
    let text: SourceText

    /// A closure of a subscribe, or of a do.
    struct Closure {
        enum Word { case subscribe, act }
        var word: Word
        /// Its label, such as `onNext`.
        var label: String
        /// The line of the subscribe, or of the do.
        var site: Trace.Site
    }

    /// The code of a closure that takes no lock.
    private func body(of closure: Closure) -> Substring? {
        let code = text.code(from: closure.site)
        let word = closure.word == .act ? #/do(?=\()/# : #/subscribe(?!\(on:)/#
        guard let start = code.firstRange(of: word),
            let body = SourceCode.argument("\(closure.label):", ofCallAt: code[start.upperBound...]), !Self.isSafe(body)
        else { return nil }
        return body
    }

    /// The properties of a type that may be changed.
    private func variables(of type: Substring?, in lines: [String]) -> Set<String> {
        Set(
            lines.indices.compactMap { index -> String? in
                guard SourceDeclaration.isMember(index, in: lines),
                    SourceDeclaration.type(around: index, in: lines) == type
                else { return nil }
                return lines[index].firstMatch(of: #/\bvar\s+(\w+)\s*[:=]/#).map { String($0.1) }
            })
    }

    /// The properties of `self` that a closure sets or changes, by itself or by a method of the file that it calls.
    func members(changedBy closure: Closure) -> Set<String> {
        text.answer(at: closure.site, "\(closure.word) \(closure.label)") {
            guard let body = body(of: closure) else { return [] }
            let lines = text.codeLines(of: closure.site.file)
            let own = SourceDeclaration.type(around: closure.site.line - 1, in: lines)
            let variables = variables(of: own, in: lines)
            var changed = Self.changed(in: body, of: variables, isMethod: false)
            for call in body.matches(of: #/\bself[?!]?\.(\w+)\(/#) {
                if let method = method(call.1, of: own, in: lines), !Self.isSafe(method) {
                    changed.formUnion(Self.changed(in: method, of: variables, isMethod: true))
                }
            }
            return changed
        }
    }

    /// The variables at the top of the file that a closure sets or changes, and the objects there that a method of the
    /// file changes for it.
    func globals(changedBy closure: Closure) -> Set<String> {
        text.answer(at: closure.site, "\(closure.word) \(closure.label)") {
            guard let body = body(of: closure) else { return [] }
            let lines = text.codeLines(of: closure.site.file)
            let variable = #/(?:nonisolated\(unsafe\) |private |fileprivate )*var\s+(\w+)/#
            let variables = Set(lines.compactMap { line in line.prefixMatch(of: variable).map { String($0.1) } })
            return Self.changed(in: body, of: variables, isMethod: true).union(objects(changedIn: body, lines))
        }
    }

    /// The objects at the top of the file whose properties code sets, or whose methods that do it calls.
    private func objects(changedIn body: Substring, _ lines: [String]) -> Set<String> {
        var names: Set<String> = []
        let object = #/(?:private |fileprivate )*(?:let|var)\s+(\w+)\s*=\s*([A-Z]\w*)\(/#
        for match in body.matches(of: #/(?:^|[^\w.])(\w+)\.(\w+)/#) {
            let declared = lines.lazy.compactMap { line -> Substring? in
                let found = line.prefixMatch(of: object)
                return found?.1 == match.1 ? found?.2 : nil
            }.first
            guard let type = declared, SourceDeclaration.isClass(type, in: lines) else { continue }
            let variables = variables(of: type, in: lines)
            let rest = body[match.2.startIndex...]
            let isSet =
                rest.prefixMatch(of: #/\w+(?:\[[^\]]*\])?\s*(?:[-+*\/]?=(?!=)|\.(?:append|insert|remove\w*|toggle)\()/#)
                != nil
            if isSet, variables.contains(String(match.2)) { names.insert(String(match.1)) }
            if rest.dropFirst(match.2.count).first == "(", let method = method(match.2, of: type, in: lines),
                !Self.isSafe(method), !Self.changed(in: method, of: variables, isMethod: true).isEmpty
            {
                names.insert(String(match.1))
            }
        }
        return names
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
