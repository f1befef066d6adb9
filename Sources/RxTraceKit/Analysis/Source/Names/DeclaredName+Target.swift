/// The name that stands before an expression.
extension DeclaredName {
    func name(ofExpressionFrom start: Int, to end: Int) -> String? {
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
        case "(", ",": return name(ofPartFrom: start)
        default: return nil
        }
    }

    /// The name for a part of a tuple: `let (query, results) = (PublishSubject<Int>(), other)`.
    private func name(ofPartFrom start: Int) -> String? {
        guard let open = tokens.opener(around: start), tokens.text(open) == "(", tokens.text(open - 1) == "=",
            let pattern = tokens.partner(of: open - 2), ["let", "var"].contains(tokens.text(pattern - 1))
        else { return nil }
        let isBefore = { (index: Int) in tokens.text(index) == "," && tokens.opener(around: index) == open }
        let position = (open..<start).count(where: isBefore)
        let names = (pattern + 1)..<(open - 2)
        // Names and commas alone, in turn.
        guard names.count % 2 == 1, names.indices.contains(names.lowerBound + 2 * position),
            names.enumerated().allSatisfy({ $0 % 2 == 0 ? tokens[$1]?.kind == .word : tokens.text($1) == "," }),
            let name = tokens[names.lowerBound + 2 * position], name.isName
        else { return nil }
        return name.text
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
        // The value of a subject whose type goes by another name.
        if label.text == "value", tokens.text(index + 1) == "." { return nil }
        guard tokens[open - 1]?.endsExpression == true else { return label.text }
        var callee = open - 1
        if tokens.text(callee) == ">" {
            guard let start = startOfArguments(to: callee) else { return nil }
            callee = start - 1
        }
        guard let word = tokens[callee], word.isName else { return nil }
        // What Swift's own types call their arguments (`String(describing:)`) is none either.
        if ["String", "Array", "Set", "Dictionary"].contains(word.text) { return nil }
        let isType = word.text.first?.isUppercase ?? false
        return isType || word.text == "init" || tokens.text(callee - 1) != "." ? label.text : nil
    }
}
