/// Who keeps the bag that a statement puts a subscription into, as far as its source tells.
enum BagOwner {
    /// The program: a variable at the top of a file, or of a type, lives as long as it does.
    case program
    /// Nobody but the subscription: a closure of the statement holds `self`, an object that has the bag.
    case handler(KeepingClosure)
    /// The source does not tell, or cannot be read.
    case unknown

    /// - Parameters:
    ///   - site: a line of the statement that subscribes.
    ///   - text: where the source is read.
    init(at site: Trace.Site?, in text: SourceText) {
        self = .unknown
        guard let site else { return }
        let lines = text.lines(of: site.file)
        guard lines.indices.contains(site.line - 1) else { return }
        let start = SourceStatement.start(of: site.line - 1, in: lines)
        let end = min(lines.count, start + SourceStatement.limit)
        let code = SourceCode.plain(lines[start..<end].joined(separator: "\n"))
        // A function may stand in one line with what it does.
        let head = code.prefixMatch(of: #/[^\n{]*\b(?:func|init)\b[^\n{]*\{/#)?.range.upperBound ?? code.startIndex
        guard let statement = BagStatement(String(code[head...])) else { return }
        let name = statement.bag.split(separator: ".").last ?? ""
        let declarations = lines.indices.filter { SourceDeclaration.declares(name, in: lines[$0]) }
        let isTop = { (line: Int) in lines[line].first.map { !$0.isWhitespace } ?? false }
        if !statement.bag.contains(".") {
            let hasOthers = declarations.contains { !isTop($0) }
            if declarations.contains(where: isTop), isTop(start) || !hasOthers {
                self = .program
                return
            }
        }
        let isMember = !statement.bag.contains(".") || statement.bag.hasPrefix("self.")
        if !isMember {
            let isOfType = declarations.contains { line in lines[line].split(separator: " ").contains("static") }
            if isOfType, statement.bag.first?.isUppercase == true { self = .program }
            return
        }
        guard let captor = statement.captor(lines), let owner = SourceDeclaration.type(around: start, in: lines),
            SourceDeclaration.isClass(owner, in: lines)
        else { return }
        let isOwners = declarations.contains { line in
            SourceDeclaration.type(around: line, in: lines) == owner && SourceDeclaration.isMember(line, in: lines)
        }
        guard isOwners else { return }
        // The statement begins behind the head of a function that stands in its line.
        let above = code[..<head].count { $0 == "\n" }
        let line = start + above + captor.line + 1
        self = .handler(
            KeepingClosure(
                operation: captor.operation, isMethod: captor.isMethod, site: .init(file: site.file, line: line)))
    }
}

/// The closure of a subscription's statement that keeps the owner of its bag: it captures `self`.
public struct KeepingClosure: Sendable, Equatable {
    /// The word it is given to, such as `map` or `onNext`.
    public var operation: String
    /// Whether it is a method, which holds its object, rather than a closure.
    public var isMethod: Bool
    /// Its first line.
    public var site: Trace.Site

    /// `the closure of map`.
    var name: String { isMethod ? "the method given to \(operation)" : "the closure of \(operation)" }
}

/// A statement that puts a subscription into a bag.
private struct BagStatement {
    /// The bag as it is written, such as `bag` or `self.bag`.
    let bag: String
    /// The statement up to there.
    private let chain: Substring

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

    /// What of the chain holds `self`: a closure that it keeps, or a method that is handed to it.
    struct Captor {
        /// The word it is given to: `map`, or the label of an argument such as `onNext`.
        var operation: String
        var isMethod = false
        /// Lines below the first one of the statement.
        var line: Int
    }

    /// - Parameter lines: those of the file, where methods are looked for.
    func captor(_ lines: [String]) -> Captor? {
        closureCaptor() ?? methodCaptor(lines)
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
    private func methodCaptor(_ lines: [String]) -> Captor? {
        for match in chain.matches(of: #/(?:\b(on[A-Z]\w*):\s*|\.(\w+)\(\s*)(self\.)?(\w+)\s*(?=[,)])/#) {
            guard lines.contains(where: { $0.contains("func \(match.4)(") && !$0.contains("static ") }) else {
                continue
            }
            // Without `self.`, it may be a function of no object.
            let isMember = lines.contains { $0.contains("func \(match.4)(") && $0.first?.isWhitespace == true }
            guard match.3 != nil || isMember else { continue }
            let operation = match.1 ?? match.2 ?? ""
            return Captor(operation: String(operation), isMethod: true, line: line(of: match.range.lowerBound))
        }
        return nil
    }

    /// How many lines below the first an index is.
    private func line(of index: String.Index) -> Int { chain[..<index].count { $0 == "\n" } }

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
    private static func captures(_ content: Substring) -> Bool {
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

/// Declarations, as far as lines and their indentation tell.
private enum SourceDeclaration {
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

    private static func indentation(of line: String) -> Int { line.prefix { $0.isWhitespace }.count }
}
