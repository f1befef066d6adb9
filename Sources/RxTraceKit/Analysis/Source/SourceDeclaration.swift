/// Declarations, as far as lines and their indentation tell.
enum SourceDeclaration {
    /// Whether a line declares a variable, or several, and makes a bag for it.
    static func declares(_ name: Substring, in line: String) -> Bool {
        guard line.contains("DisposeBag("), let equals = line.firstIndex(of: "=") ?? line.firstIndex(of: ":") else {
            return false
        }
        let words = line[..<equals].split { !$0.isLetter && !$0.isNumber && $0 != "_" }
        return words.contains(name) && (words.contains("let") || words.contains("var"))
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
            code[line].matches(of: #/(?:(\w+)\s+)?\b(\w+)\s*[({]/#)
                .filter { $0.2 == type && !["class", "extension"].contains($0.1) }.map { _ in line }
        }
        let declaration = #/(?:[\w()]+\s+)*?(?:let|var)\s+(\w+)\s*(?::[^=]+)?=\s*(\w+)\s*[({]/#
        guard made.count == 1, let match = code[made[0]].prefixMatch(of: declaration), match.2 == type else {
            return false
        }
        let gifts = code.joined(separator: "\n").matches(of: #/\b(\w+)\s*=(?!=)/#).count { $0.1 == match.1 }
        return gifts == (match.0.contains(":") ? 0 : 1)
    }

    /// How many objects of a type the file makes, if only for constants of objects that it makes once at its top, or for
    /// lists there; else nil.
    static func madeForLasting(_ type: Substring, in lines: [String]) -> Int? {
        let made = lines.indices.flatMap { line in
            SourceCode.plain(lines[line]).matches(of: #/(?:(\w+)\s+)?\b(\w+)\s*[({]/#)
                .filter { $0.2 == type && !["class", "extension"].contains($0.1) }.map { _ in line }
        }
        let isForLasting = made.allSatisfy { line in
            if lines[line].contains(#/^(?:let|var)\s+\w+\s*(?::[^=]+)?=\s*\[/#) || isAppended(line, in: lines) {
                return true
            }
            guard isMember(line, in: lines), lines[line].contains(#/\blet\s+\w+\s*(?::[^=]+)?=/#),
                let owner = self.type(around: line, in: lines), owner != type
            else { return false }
            return isMadeOnceAtTop(owner, in: lines)
        }
        return made.isEmpty || !isForLasting ? nil : made.count
    }

    /// Whether a line at the top of a file appends to a list there.
    private static func isAppended(_ line: Int, in lines: [String]) -> Bool {
        guard let list = lines[line].firstMatch(of: #/^(\w+)\.append\(/#)?.1 else { return false }
        return lines.contains { $0.firstMatch(of: #/^var\s+(\w+)\s*(?::[^=]+)?=\s*\[/#)?.1 ?? "" == list }
    }

    static func indentation(of line: some StringProtocol) -> Int { line.prefix { $0.isWhitespace }.count }
}
