/// Declarations, as far as lines and their indentation tell.
enum SourceDeclaration {
    /// Whether a line declares a variable, or several, and makes a bag for it.
    ///
    /// - Parameter orHolder: whether anything else will do that holds Disposables, such as a SerialDisposable.
    static func declares(_ name: Substring, orHolder: Bool = false, in line: String) -> Bool {
        guard line.contains("DisposeBag(") || orHolder && line.contains("Disposable("),
            let equals = line.firstIndex(of: "=") ?? line.firstIndex(of: ":")
        else { return false }
        let words = line[..<equals].split { !$0.isLetter && !$0.isNumber && $0 != "_" }
        guard words.contains("let") || words.contains("var") else { return false }
        // Others may stand before it: `let alerts = Alerts(), bag = DisposeBag()`.
        return words.contains(name)
            || line.matches(of: #/(\w+)\s*(?::\s*\w+\s*)?=\s*(?:DisposeBag|(\w+)Disposable)\(/#).contains {
                $0.1 == name && (orHolder || $0.2 == nil)
            }
    }

    /// The name of the type whose declaration a line is in.
    static func type(around line: Int, in lines: [String]) -> Substring? {
        var depth = indentation(of: lines[line])
        for candidate in lines[..<line].reversed() {
            guard !candidate.allSatisfy(\.isWhitespace), indentation(of: candidate) < depth else { continue }
            depth = indentation(of: candidate)
            if let match = candidate.firstMatch(of: #/\b(?:class|struct|enum|actor|extension)\s+(\w+)/#) {
                return match.1
            }
        }
        return nil
    }

    /// Whether one of some types is that around a line, or one that it inherits from.
    static func isMethod(ofAnyOf owners: [Substring], from line: Int, in lines: [String]) -> Bool {
        guard let own = type(around: line, in: lines) else { return false }
        let heads = lines.lazy.compactMap { $0.firstMatch(of: #/\bclass\s+(\w+)(?:<[^>]*>)?\s*:([^{]*)/#) }
        let ancestors = heads.first { $0.1 == own }?.2.split { !$0.isLetter && !$0.isNumber && $0 != "_" } ?? []
        return owners.contains { $0 == own || ancestors.contains($0) }
    }

    /// Whether a line stands right in a type's declaration, rather than in a function's.
    static func isMember(_ line: Int, in lines: [String]) -> Bool {
        let depth = indentation(of: lines[line])
        let around = lines[..<line].last { !$0.allSatisfy(\.isWhitespace) && indentation(of: $0) < depth }
        return around?.contains(#/\b(?:class|struct|enum|actor|extension)\s+\w+/#) ?? false
    }

    /// Whether the file declares a class of the name.
    static func isClass(_ name: Substring, in lines: [String]) -> Bool {
        lines.contains { line in
            line.matches(of: #/\bclass\s+(\w+)/#).contains { $0.1 == name }
        }
    }

    /// Whether the file makes one object of a type only, for a variable at its top that is given no other.
    static func isMadeOnceAtTop(_ type: Substring, in lines: [String]) -> Bool {
        let code = lines.map(SourceCode.plain)
        let made = code.indices.flatMap { line in
            repeatElement(line, count: makings(of: type, inLine: code[line]))
        }
        let declaration = #/(?:[\w()]+\s+)*?(?:let|var)\s+(\w+)\s*(?::[^=]+)?=\s*(\w+)\s*[({]/#
        guard made.count == 1, let match = code[made[0]].prefixMatch(of: declaration), match.2 == type else {
            return false
        }
        let gifts = code.joined(separator: "\n").matches(of: #/\b(\w+)\s*=(?!=)/#).count { $0.1 == match.1 }
        return gifts == (match.0.contains(":") ? 0 : 1)
    }

    /// Whether a line stands in an initializer of a type.
    static func isInInitializer(_ line: Int, in lines: [String]) -> Bool {
        guard lines.indices.contains(line) else { return false }
        let depth = indentation(of: lines[line])
        let declaration = #/(?:^|\s)(?:(init)[?!]?\s*[(<]|func\s|var\s|class\s|struct\s|enum\s)/#
        for code in lines[..<line].reversed() where indentation(of: code) < depth {
            if let match = code.firstMatch(of: declaration) { return match.1 != nil }
        }
        return false
    }

    /// Whether the only object of a type is a constant of the type itself, as `static let shared = Store()`.
    static func isSingleton(_ type: Substring, in lines: [String]) -> Bool {
        let constant = #/\bstatic\s+let\s+\w+\s*(?::\s*(\w+)\s*)?=\s*(\w*)(?:\.init)?\s*\(/#
        let singles = lines.indices.filter { line in
            guard lines[line].contains("static"), let match = SourceCode.plain(lines[line]).firstMatch(of: constant)
            else {
                return false
            }
            return (match.2.isEmpty || match.2 == "Self" ? match.1 : match.2) ?? self.type(around: line, in: lines)
                == type
        }
        return singles.count == 1 && makings(of: type, in: lines).allSatisfy(singles.contains)
    }

    /// How many objects of a type the file makes, if only for constants of objects that it makes once at its top, or for
    /// lists of these or there; else nil.
    static func madeForLasting(_ type: Substring, in lines: [String]) -> Int? {
        let made = makings(of: type, in: lines)
        let isForLasting = made.allSatisfy { line in
            if lines[line].contains(#/^(?:let|var)\s+\w+\s*(?::[^=]+)?=\s*\[/#) || isAppended(line, in: lines)
                || isKeptAtTop(line, in: lines)
            {
                return true
            }
            guard isMember(line, in: lines), lines[line].contains(#/\blet\s+\w+\s*(?::[^=]+)?=/#),
                let owner = self.type(around: line, in: lines), owner != type
            else { return false }
            return isMadeOnceAtTop(owner, in: lines)
        }
        if made.isEmpty || !isForLasting { return nil }
        let isRepeated = made.contains { line in
            !isAtTop(line, in: lines) || lines[line].contains(#/^for\b|\.(?:map|forEach)\s*\{/#)
        }
        return isRepeated ? .max : made.count
    }

    private static func isAtTop(_ line: Int, in lines: [String]) -> Bool { lines[line].first?.isWhitespace == false }

    /// Whether a line at the top of a file puts what it makes into a dictionary, or hands it to an object that the file
    /// makes there; or gives it to a variable that is never emptied.
    private static func isKeptAtTop(_ line: Int, in lines: [String]) -> Bool {
        var code = lines[line].drop(while: \.isWhitespace)
        var isRepeated = false
        if !isAtTop(line, in: lines) {
            if type(around: line, in: lines) != nil { return isKeptByMember(line, in: lines) }
            guard SourceStatement.isInLoop(line, in: lines) else { return false }
            isRepeated = true
        } else if code.hasPrefix("for "), let brace = code.lastIndex(of: "{") {
            code = code[brace...].dropFirst().drop(while: \.isWhitespace)
            isRepeated = true
        }
        let holder =
            code.prefixMatch(of: #/(\w+)\[[^\]]*\]\s*=(?!=)/#)?.1 ?? code.prefixMatch(of: #/(\w+)\s*\+=/#)?.1
            ?? code.prefixMatch(of: #/(\w+)\.(?:append|insert|push|present|add|show|open|keep|set)\w*\(/#)?.1
            // What a loop gives to one variable takes the place of the one before.
            ?? (isRepeated ? nil : code.prefixMatch(of: #/(\w+)\s*=(?!=)/#)?.1)
        if let holder, holder != "_" {
            return lines.contains { $0.prefixMatch(of: #/(?:let|var)\s+(\w+)/#)?.1 ?? "" == holder }
                && !isEmptied(holder, in: lines)
        }
        // What a loop gives to a variable of its own is gone with the round.
        guard !isRepeated, let name = code.prefixMatch(of: #/(?:let|var)\s+(\w+)\s*(?::[^=]+)?=/#)?.1, name != "_"
        else {
            return false
        }
        return !isEmptied(name, in: lines)
    }

    /// Whether a line at the top of a file empties a variable.
    private static func isEmptied(_ name: Substring, in lines: [String]) -> Bool {
        lines.contains { $0.prefixMatch(of: #/(\w+)\s*=\s*(?:nil|\[\])/#)?.1 ?? "" == name }
    }

    /// Whether a line puts what it makes into a list or a variable of its object, of which the file makes one at its top.
    private static func isKeptByMember(_ line: Int, in lines: [String]) -> Bool {
        let keeps = #/\s*(?:self\.)?(\w+)(?:\[[^\]]*\]\s*=(?!=)|\.(?:append|insert|push)\w*\()/#
        guard let name = lines[line].prefixMatch(of: keeps)?.1, let owner = type(around: line, in: lines) else {
            return false
        }
        return isMadeOnceAtTop(owner, in: lines)
            && lines.indices.contains { index in
                lines[index].firstMatch(of: #/\bvar\s+(\w+)/#)?.1 ?? "" == name && isMember(index, in: lines)
                    && type(around: index, in: lines) == owner
            }
    }

    /// Whether all objects of a type that the file makes are constants at its top.
    static func isMadeForConstants(_ type: Substring, in lines: [String]) -> Bool {
        makings(of: type, in: lines).allSatisfy { lines[$0].contains(#/^let\b/#) }
    }

    /// The lines that make objects of a type, each as often as it does.
    private static func makings(of type: Substring, in lines: [String]) -> [Int] {
        lines.indices.flatMap { line in
            repeatElement(line, count: makings(of: type, inLine: SourceCode.plain(lines[line])))
        }
    }

    /// How many objects of a type a line makes.
    private static func makings(of type: Substring, inLine code: String) -> Int {
        guard code.contains(type) else { return 0 }
        return code.matches(of: #/(?:(\w+)\s+)?\b(\w+)\s*([({])/#).count { match in
            guard match.2 == type, !["class", "extension"].contains(match.1) else { return false }
            // The result of a function, or who a class inherits from: a body begins there.
            let before = code[..<match.2.startIndex].last { !$0.isWhitespace }
            return match.3 == "(" || before != ">" && before != ":"
        }
    }

    /// Whether the file gives all objects of a type that it makes to one variable at its top, one after the other, and does
    /// not empty it in the end.
    static func isMadeForOneVariable(_ type: Substring, in lines: [String]) -> Bool {
        let holders = makings(of: type, in: lines).map { line -> Substring? in
            let gift = lines[line].prefixMatch(of: #/(?:(?:let|var)\s+)?(\w+)\s*(?::[^=]+)?=\s*(\w+)\(/#)
            return gift.flatMap { $0.2 == type ? $0.1 : nil }
        }
        guard holders.count > 1, let holder = holders[0], holders.allSatisfy({ $0 == holder }) else { return false }
        let last = lines.last { $0.prefixMatch(of: #/(?:(?:let|var)\s+)?(\w+)\s*(?::[^=]+)?=(?!=)/#)?.1 == holder }
        return last?.contains(#/=\s*(?:nil|\[\])/#) == false
    }

    /// Whether a line at the top of a file appends to a list there.
    private static func isAppended(_ line: Int, in lines: [String]) -> Bool {
        guard let list = lines[line].firstMatch(of: #/^(\w+)\.append\(/#)?.1 else { return false }
        return lines.contains { $0.firstMatch(of: #/^var\s+(\w+)\s*(?::[^=]+)?=\s*\[/#)?.1 ?? "" == list }
    }

    static func indentation(of line: some StringProtocol) -> Int { line.prefix { $0.isWhitespace }.count }
}
