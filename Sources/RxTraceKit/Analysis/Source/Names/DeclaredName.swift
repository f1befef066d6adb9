/// Finds what the source calls an object that was made in one of its lines.
///
/// The variable or property that is declared with it or that it is assigned to, or the label of the argument that it is.
/// An object that only helps to make another one has no name, and none is told where it is not sure:
///
/// ```swift
/// let query = PublishSubject<String>()              // query
/// let results = query                               // results is what flatMapLatest made, not what filter made
///     .filter { !$0.isEmpty }
///     .flatMapLatest { search($0) }
/// let model = Model(query: PublishSubject())        // query
/// let subscription = query.map { $0 }.subscribe()   // none
/// ```
struct DeclaredName {
    private let tokens: SourceTokens

    init(_ tokens: SourceTokens) {
        self.tokens = tokens
    }

    /// - Parameters:
    ///   - line: where the object was made, from 1.
    ///   - maker: the operator or other function that made it; nil for an initialiser.
    ///   - type: its type.
    func name(at line: Int, maker: String?, type: String) -> String? {
        let made = tokens.indices(ofLine: line).filter { makes($0, maker: maker, type: type) }
        guard made.count == 1, let call = made.first, let end = end(ofCallAt: call) else { return nil }
        return name(ofExpressionFrom: start(ofChainAt: call), to: end)
    }

    private func makes(_ index: Int, maker: String?, type: String) -> Bool {
        guard let token = tokens[index], token.kind == .word else { return false }
        let (before, after) = (tokens.text(index - 1), tokens.text(index + 1))
        if let maker {
            // As a member; or in a member of the sequence's own, without what it is a member of.
            return token.text == maker && before != "func" && (before == "." || after == "(" || after == "{")
        }
        if token.text == "init" { return before == "." && tokens[index - 2]?.endsExpression != true && after == "(" }
        guard token.text == type, let next = afterArguments(ofTypeAt: index) else { return false }
        return tokens.text(next) == "(" || tokens.text(next) == "." && tokens.text(next + 1) == "init"
    }

    // MARK: The end of the expression

    /// Calls that give back the object they are a member of.
    private static let givingItself: Set<String> = ["asObservable", "asObserver", "traced"]

    /// The index after the expression that the call at `index` is the last part of; nil where more is made of it.
    private func end(ofCallAt index: Int) -> Int? {
        guard var end = afterCall(index) else { return nil }
        while tokens.text(end) == ".", let member = tokens.text(end + 1) {
            guard member == "init" || Self.givingItself.contains(member), let next = afterCall(end + 1) else {
                return nil
            }
            end = next
        }
        guard let next = tokens[end] else { return end }
        if next.kind == .mark, [";", ",", ")", "]", "}"].contains(next.text) { return end }
        // A line that begins with an operator goes on from the one above.
        guard next.startsLine, next.kind != .mark || ["@", "(", "{", "["].contains(next.text) else { return nil }
        return next.kind == .word && ["as", "is"].contains(next.text) ? nil : end
    }

    /// The index after a call: its name is at `index`, and arguments and trailing closures follow, as far as there are.
    private func afterCall(_ index: Int) -> Int? {
        guard var end = afterArguments(ofTypeAt: index) else { return nil }
        if tokens.text(end) == "(", isOnSameLine(end) {
            guard let close = tokens.partner(of: end) else { return nil }
            end = close + 1
        }
        if tokens.text(end) == "{", isOnSameLine(end) {
            guard let close = tokens.partner(of: end) else { return nil }
            end = close + 1
            while tokens[end]?.isName == true, tokens.text(end + 1) == ":", tokens.text(end + 2) == "{" {
                guard let close = tokens.partner(of: end + 2) else { return nil }
                end = close + 1
            }
        }
        return end
    }

    /// The index after the word at `index` and its generic arguments; nil where these have no end.
    private func afterArguments(ofTypeAt index: Int) -> Int? {
        guard tokens.text(index + 1) == "<" else { return index + 1 }
        var depth = 0
        for next in (index + 1)..<(index + 200) {
            guard let token = tokens[next], token.kind != .literal else { return nil }
            if token.text == "<" { depth += 1 }
            if token.text == ">" { depth -= 1 }
            if depth == 0 { return next + 1 }
        }
        return nil
    }

    /// Brackets on the next line begin something else.
    private func isOnSameLine(_ index: Int) -> Bool { tokens[index]?.startsLine == false }

    // MARK: The start of the chain

    /// The index of the first token of the chain of members that leads to the one at `index`.
    private func start(ofChainAt index: Int) -> Int {
        var start = index
        while tokens.text(start - 1) == ".", let before = tokens[start - 2] {
            // A member of what the type says: `.init(value: 1)`.
            guard before.endsExpression, let primary = self.start(ofPrimaryTo: start - 2) else { return start - 1 }
            start = primary
        }
        return start
    }

    /// The index where a word, or a call of it, begins that ends at `index`.
    private func start(ofPrimaryTo index: Int) -> Int? {
        var index = index
        while let token = tokens[index] {
            switch token.text {
            case _ where token.kind == .literal: return index
            case "?", "!": index -= 1
            case ">":
                guard let start = startOfArguments(to: index) else { return nil }
                index = start - 1
            case ")", "]", "}":
                guard let open = tokens.partner(of: index) else { return nil }
                // In brackets by itself, or the argument of a call.
                guard let before = tokens[open - 1], isCallee(before, ofBracketAt: open) else { return open }
                index = tokens.text(open - 1) == ":" ? open - 3 : open - 1
            default: return token.kind == .word && !token.isKeyword ? index : nil
            }
        }
        return nil
    }

    /// Whether a bracket's content is handed to the call that ends right before it.
    private func isCallee(_ before: SourceToken, ofBracketAt open: Int) -> Bool {
        guard tokens[open]?.startsLine == false else { return false }
        // The label of a further trailing closure.
        if before.text == ":" { return tokens[open - 2]?.isName == true && tokens.text(open - 3) == "}" }
        return before.endsExpression && before.text != "?" && before.text != "!"
    }

    /// The index of the `<` that belongs to the `>` at `index`.
    private func startOfArguments(to index: Int) -> Int? {
        var depth = 0
        for before in stride(from: index, through: max(0, index - 200), by: -1) {
            guard let token = tokens[before], token.kind != .literal else { return nil }
            if token.text == ">" { depth += 1 }
            if token.text == "<" { depth -= 1 }
            if depth == 0 { return before }
        }
        return nil
    }
}

// MARK: The name before the expression

extension DeclaredName {
    private func name(ofExpressionFrom start: Int, to end: Int) -> String? {
        var start = start
        while let word = tokens.text(start - 1) {
            if word == "try" || word == "await" {
                start -= 1
            } else if ["?", "!"].contains(word), tokens.text(start - 2) == "try" {
                start -= 2
            } else {
                break
            }
        }
        switch tokens.text(start - 1) {
        case "=": return nameAssigned(before: start - 1)
        case ":": return label(before: start - 1)
        case "return": return tokens.opener(around: start - 1).flatMap { name(ofBody: $0) }
        case "{" where tokens.partner(of: start - 1) == end: return name(ofBody: start - 1)
        default: return nil
        }
    }

    /// The property whose value is given by the code between braces: `var results: Observable<Int> { … }`, or
    /// `lazy var results = { … }()`.
    private func name(ofBody brace: Int) -> String? {
        guard tokens.text(brace) == "{", let close = tokens.partner(of: brace) else { return nil }
        if tokens.text(brace - 1) == "=" {
            guard tokens.text(close + 1) == "(", tokens.text(close + 2) == ")" else { return nil }
            return nameAssigned(before: brace - 1)
        }
        guard let colon = colon(ofTypeTo: brace - 1), tokens.text(colon - 2) == "var" else { return nil }
        return tokens[colon - 1]?.isName == true ? tokens.text(colon - 1) : nil
    }

    /// The name that a value is assigned to by the `=` at `index`.
    private func nameAssigned(before index: Int) -> String? {
        guard let last = tokens[index - 1] else { return nil }
        var start = index - 1
        // `self.model?.query`
        while tokens[start]?.isName == true, tokens.text(start - 1) == "." {
            start -= 2
            while ["?", "!"].contains(tokens.text(start)) { start -= 1 }
        }
        if last.isName, let first = tokens[start], first.isName {
            let before = tokens.text(start - 1)
            if start == index - 1, before == "let" || before == "var" { return last.text }
            let isStatement = first.startsLine || before.map { ["{", ";", "in"].contains($0) } ?? true
            if isStatement, tokens[start - 1]?.text != ":" || isAfterCase(start - 1) { return last.text }
            if start == index - 1, before == ",", isInStatement(start) { return last.text }
        }
        return typedName(before: index)
    }

    /// Whether a colon ends a case of a `switch`, rather than being in front of a type.
    private func isAfterCase(_ colon: Int) -> Bool {
        if tokens.text(colon - 1) == "default" { return true }
        guard let line = tokens[colon]?.line else { return false }
        return tokens.indices(ofLine: line).prefix { $0 < colon }.contains { tokens[$0]?.isKeyword("case") == true }
    }

    /// Whether no round or square brackets are open around the token at `index`.
    private func isInStatement(_ index: Int) -> Bool {
        tokens.opener(around: index).map { tokens.text($0) == "{" } ?? true
    }

    /// The name that has its type between it and the `=` at `index`: a variable's, or a parameter's.
    private func typedName(before index: Int) -> String? {
        guard let colon = colon(ofTypeTo: index - 1), let name = tokens[colon - 1], name.isName else { return nil }
        switch tokens.text(colon - 2) {
        case "let", "var", "(", ",": return name.text
        default:
            // A parameter with a label for its callers.
            let isLabelled = tokens[colon - 2]?.kind == .word
            return isLabelled && ["(", ","].contains(tokens.text(colon - 3)) ? name.text : nil
        }
    }

    /// The index of the colon before the type that ends at `index`.
    private func colon(ofTypeTo index: Int) -> Int? {
        var index = index
        while let token = tokens[index], token.kind != .literal {
            switch token.text {
            case ":": return index
            case ".", "?", "!", "&", "->", "@":
                index -= 1
                continue
            case ">":
                guard let start = startOfArguments(to: index) else { return nil }
                index = start - 1
                continue
            case ")", "]":
                guard let open = tokens.partner(of: index) else { return nil }
                index = open - 1
            default:
                guard token.isName else { return nil }
                index -= 1
            }
            // Two words side by side are no type, but for these.
            guard let before = tokens[index], before.endsExpression else { continue }
            guard before.text == "any" || before.text == "some" || tokens.text(index - 1) == "@" else { return nil }
        }
        return nil
    }

    /// The label before the colon at `index`, of an argument of an initialiser or of a function by itself. What an
    /// operator calls its arguments (`take(until:)`) is no name.
    private func label(before index: Int) -> String? {
        guard let label = tokens[index - 1], label.isName, ["(", ","].contains(tokens.text(index - 2)),
            let open = tokens.opener(around: index), tokens.text(open) == "("
        else { return nil }
        guard tokens[open - 1]?.endsExpression == true else { return label.text }
        var callee = open - 1
        if tokens.text(callee) == ">" {
            guard let start = startOfArguments(to: callee) else { return nil }
            callee = start - 1
        }
        guard let word = tokens[callee], word.isName else { return nil }
        let isType = word.text.first?.isUppercase ?? false
        return isType || word.text == "init" || tokens.text(callee - 1) != "." ? label.text : nil
    }
}
