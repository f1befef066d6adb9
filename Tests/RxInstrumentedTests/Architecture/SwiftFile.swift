/// A source file: the names it declares, and those it uses.
struct SwiftFile {
    /// The path below the folder that is looked at.
    let path: String
    let tokens: [SwiftToken]
    /// Names that other files may use alone: types, functions and variables of the file or of an extension in it.
    private(set) var declared: Set<String> = []
    /// Members that extensions add to a type.
    private(set) var members: Set<String> = []
    /// Names of other things: members of types, local and private ones, parameters. Here, they are not another file's.
    private(set) var others: Set<String> = []

    var folder: String { path.split(separator: "/").dropLast().joined(separator: "/") }

    private enum Scope { case type, `extension`, body }

    private static let types: Set = ["struct", "class", "enum", "protocol", "actor", "typealias"]
    private static let values: Set = ["func", "let", "var", "case", "associatedtype"]
    private static let modifiers: Set = [
        "public", "package", "internal", "private", "fileprivate", "static", "final", "indirect", "mutating",
        "override",
        "class", "lazy", "weak", "unowned", "nonisolated", "open", "borrowing", "required", "convenience",
    ]

    init(path: String, source: String) {
        self.path = path
        tokens = SwiftTokens(source).tokens
        var scopes: [Scope] = []
        var next: Scope?
        for (position, token) in tokens.enumerated() {
            switch token.text {
            case "{":
                scopes.append(next ?? .body)
                next = nil
            case "}": _ = scopes.popLast()
            case "extension": next = .extension
            case "init", "subscript", "deinit": next = .body
            case _ where isDeclaration(position):
                declare(at: position, in: scopes)
                if Self.types.contains(token.text), token.text != "typealias" { next = .type }
                if token.text == "func" || token.text == "var" { next = .body }
            case _ where token.isName && text(position + 1) == ":" && !isDeclaration(position - 1):
                others.insert(token.text)
            default: break
            }
        }
    }

    private func text(_ position: Int) -> String { tokens.indices.contains(position) ? tokens[position].text : "" }

    private func isDeclaration(_ position: Int) -> Bool {
        let word = text(position)
        guard Self.types.contains(word) || Self.values.contains(word), tokens.indices.contains(position + 1),
            tokens[position + 1].isName, ![".", "import"].contains(text(position - 1))
        else { return false }
        return !["func", "var", "let"].contains(text(position + 1))
    }

    private mutating func declare(at position: Int, in scopes: [Scope]) {
        let name = text(position + 1)
        if text(position + 2) == "<" { declareParameters(after: position + 2) }
        if isPrivate(position) || scopes.contains(.body) || scopes.contains(.type) {
            others.insert(name)
        } else if scopes.isEmpty || Self.types.contains(text(position)) {
            declared.insert(name)
        } else {
            members.insert(name)
        }
    }

    private func isPrivate(_ position: Int) -> Bool {
        var before = position - 1
        while before >= 0 {
            // `private(set)` says nothing of who may read.
            if text(before) == ")", text(before - 1) == "set" { before -= 4 }
            guard Self.modifiers.contains(text(before)) else { return false }
            if ["private", "fileprivate"].contains(text(before)) { return true }
            before -= 1
        }
        return false
    }

    private mutating func declareParameters(after start: Int) {
        var position = start
        while !["", ">", "(", "{"].contains(text(position)) {
            if ["<", ","].contains(text(position)) { others.insert(text(position + 1)) }
            position += 1
        }
    }

    /// The names that may be another file's, each with whether it is a member's and its line.
    var uses: [(name: String, isMember: Bool, line: Int)] {
        tokens.indices.compactMap { position in
            let token = tokens[position]
            guard token.isName, !declared.contains(token.text), !others.contains(token.text) else { return nil }
            let isMember = text(position - 1) == "."
            // Of names that begin with a small letter, only functions are used by their names alone.
            if !isMember, token.text.first?.isLowercase == true, text(position + 1) != "(" { return nil }
            return (token.text, isMember, token.line)
        }
    }
}
