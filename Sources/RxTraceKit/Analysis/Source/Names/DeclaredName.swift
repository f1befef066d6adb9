/// Finds what the source calls the objects that were made in one of its lines.
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
/// let (one, other) = (Observable.of(1), source)     // one
/// let subscription = query.map { $0 }.subscribe()   // none
/// ```
struct DeclaredName {
    let tokens: SourceTokens

    init(_ tokens: SourceTokens) {
        self.tokens = tokens
    }

    /// - Parameters:
    ///   - line: where the object was made, from 1.
    ///   - maker: the operator or other function that made it; nil for an initialiser.
    ///   - type: its type.
    ///
    /// Where the line makes several such objects, they are in the order in which it does; none are told unless all are
    /// sure.
    func names(at line: Int, maker: String?, type: String) -> [String] {
        let calls = calls(at: line, maker: maker, type: type)
        let names = calls.compactMap { call in
            end(ofCallAt: call).flatMap { name(ofExpressionFrom: start(ofChainAt: call), to: $0) }
        }
        // One of several that are not side by side may be left out, by a branch or a closure that does not run.
        guard names.count == calls.count, Set(calls.map { tokens.opener(around: $0) }).count == 1 else { return [] }
        return names
    }

    /// The indices of the words of a line that call what made the object.
    private func calls(at line: Int, maker: String?, type: String) -> [Int] {
        let words = tokens.indices(ofLine: line).filter { tokens[$0]?.kind == .word }
        if let maker { return words.filter { calls($0, maker) } }
        let made = words.filter { makes($0, type) }
        return made.isEmpty ? words.filter(initializes) : made
    }

    /// As a member; or in a member of the sequence's own, without what it is a member of.
    private func calls(_ index: Int, _ maker: String) -> Bool {
        guard tokens.text(index) == maker, tokens.text(index - 1) != "func" else { return false }
        return tokens.text(index - 1) == "." || ["(", "{"].contains(tokens.text(index + 1))
    }

    private func makes(_ index: Int, _ type: String) -> Bool {
        guard tokens.text(index) == type, let next = afterArguments(ofTypeAt: index) else { return false }
        return tokens.text(next) == "(" || tokens.text(next) == "." && tokens.text(next + 1) == "init"
    }

    /// An initialiser of a type that is told elsewhere: `.init(value: 1)`.
    private func initializes(_ index: Int) -> Bool {
        tokens.text(index) == "init" && tokens.text(index + 1) == "(" && tokens.text(index - 1) == "."
            && tokens[index - 2]?.endsExpression != true
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
    func startOfArguments(to index: Int) -> Int? {
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
