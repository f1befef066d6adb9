/// The last state, which the predicate of take(while:) or take(until:) leaves out, as the source tells.
struct LastState {
    /// The state as the predicate names it: `100`, `.done`, or the property that tells of it.
    private let state: Substring
    /// Whether that is a property, such as `isDone`.
    private let isProperty: Bool
    /// Whether the predicate says that the state is the bound: below 100, other than done.
    private let isBound: Bool
    /// The property that is compared, if any.
    private let property: Substring?
    /// The code of the operators below, and of the closures of the subscription.
    private let below: [String]
    /// The words of the names around: the source, the functions.
    private let words: Set<String>
    private let goesByEnd: Bool

    /// Names with such a word are of what is shown until it is over.
    private static let shown: Set<String> = [
        "progress", "percent", "percentage", "fraction", "countdown", "remaining", "seconds", "status", "state", "step",
        "phase", "stage", "upload", "download", "export", "import", "job",
    ]

    /// - Parameters:
    ///   - row: the subscription that the predicate ended.
    ///   - sink: that of the operator.
    ///   - site: the operator's line.
    init?(_ row: Int, cutBy sink: Int, at site: Trace.Site, _ text: SourceText, in walk: TraceWalk) {
        guard let chain = walk.facts(of: row)?.chain, let operation = walk.observable(of: sink),
            let position = chain.firstIndex(of: operation.id),
            let predicate = Self.predicate(at: site, in: text)
        else { return nil }
        (state, isProperty, isBound) = (predicate.state, predicate.isProperty, predicate.isBound)
        property = predicate.property
        let nodes = chain[..<position].compactMap { walk.node($0) }
        goesByEnd =
            nodes.contains { !$0.behaviors.isDisjoint(with: [.follows, .waits, .ignores, .continues, .combines]) }
            || walk.node(walk.facts(of: walk.subscription(row)?.parent)?.chain.last)?.behaviors.contains(.follows)
                == true
        let subscribed = [walk.site(of: row), walk.site(of: walk.root(of: row))]
        let sites = Set(nodes.compactMap(\.site) + subscribed.compactMap(\.self))
        // The line of the predicate names the state itself.
        below = [predicate.rest] + sites.filter { $0 != site }.map { Self.statement(from: $0, in: text) }
        let functions = (sites.union([site])).compactMap { SourceFunction(around: $0, in: text)?.name }
        let names: [String] = chain.compactMap { walk.node($0)?.variable } + functions
        words = Set((names + [predicate.property.map(String.init) ?? ""]).flatMap { SourceCode.words(of: $0) })
    }

    /// What a closure below does with a state that it is never handed; nil where none does.
    var looking: String? {
        let isLookedFor = below.contains { code in
            code.ranges(of: state).contains { isUse($0, in: code) }
        }
        return isLookedFor ? "a closure below looks for \(state)" : nil
    }

    private func isUse(_ use: Range<String.Index>, in code: String) -> Bool {
        let before = code[..<use.lowerBound]
        guard let last = before.last, !Self.isPart(last), code[use.upperBound...].first.map(Self.isPart) != true else {
            return false
        }
        if isProperty { return last == "." }
        // `.done` may be `State.done`, too, and 100 may be 100.0.
        if state.first?.isNumber == true, last == "." || code[use.upperBound...].hasPrefix(".") { return false }
        let left = before.reversed().drop { Self.isPart($0) || $0 == "." || $0.isWhitespace }
        let word = String(left.prefix(2).reversed())
        return ["==", ">=", "!="].contains(word) || String(before.suffix(24)).contains(#/case\s+(?:let\s+)?[\w.]*\.?$/#)
            || code[use.upperBound...].drop(while: \.isWhitespace).hasPrefix("==")
    }

    /// Why the element that ended a chain was to be shown; nil where nothing tells.
    ///
    /// - Parameter end: the call that handed the element to the operator.
    func showing(_ end: Trace.Call) -> String? {
        guard isBound, !goesByEnd, let value = end.event?.value, !words.isDisjoint(with: Self.shown),
            isEqual(value)
        else { return nil }
        return "nobody is shown that it came to \(state)"
    }

    /// Whether an element's text is that of the state.
    private func isEqual(_ value: String) -> Bool {
        let state = String(state)
        guard let property else { return value == state || Double(state) != nil && Double(value) == Double(state) }
        return value.contains("\(property): \(state)")
    }

    private static func isPart(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }

    private static func statement(from site: Trace.Site, in text: SourceText) -> String {
        let code = text.code(from: site, lines: 20)
        return BagStatement(unbagged: code).map { String($0.chain) } ?? code
    }

    private struct Predicate {
        var state: Substring
        var isProperty = false
        var isBound = true
        var property: Substring?
        /// The statement behind it.
        var rest = ""
    }

    private static func predicate(at site: Trace.Site, in text: SourceText) -> Predicate? {
        text.answer(at: site) { predicate(in: text.code(from: site, lines: 12)) }
    }

    /// The predicate of the first take in `code`, which has to stand in the first line.
    private static func predicate(in code: String) -> Predicate? {
        guard let match = code.firstMatch(of: #/(?:^|\W)take(?:\(\s*(while|until):|(While|Until)\s*(?=[({]))/#),
            !code[..<match.range.lowerBound].contains("\n")
        else { return nil }
        let isWhile = (match.1 ?? match.2)?.lowercased() == "while"
        var rest = code[match.range.upperBound...].drop { $0.isWhitespace || $0 == "(" }
        var body: String
        var element = "$0"
        if rest.hasPrefix("\\.") {
            body = "$0." + rest.dropFirst(2).prefix(while: isPart)
        } else {
            guard rest.first == "{", let content = SourceCode.bracketed(rest) else { return nil }
            let closure = SourceCode.closure(content)
            body = closure.body
            if let name = closure.parameters.split(whereSeparator: { !isPart($0) }).last { element = String(name) }
            rest = code[content.endIndex...].dropFirst()
        }
        if body.hasPrefix("return ") { body.removeFirst("return ".count) }
        guard
            var predicate = isWhile
                ? state(cutBy: body, of: element, #/<|>|!=/#) : state(cutBy: body, of: element, #/>=|<=|==/#)
        else {
            return nil
        }
        predicate.rest = behind(rest)
        return predicate
    }

    /// The statement behind a closure, from the parenthesis that closes its call on.
    private static func behind(_ rest: Substring) -> String {
        let rest = rest.drop { $0 != "\n" && $0 != ")" }
        return BagStatement(unbagged: String(rest.first == ")" ? rest.dropFirst() : rest)).map { String($0.chain) }
            ?? ""
    }

    private static func state(cutBy body: String, of element: String, _ comparison: Regex<Substring>) -> Predicate? {
        let sides = body.split(separator: comparison)
        if sides.count == 2, let range = body.firstRange(of: comparison) {
            let left = body[..<range.lowerBound].filter { !$0.isWhitespace }
            let right = body[range.upperBound...].drop { $0.isWhitespace }
            guard left.prefix(while: { isPart($0) || $0 == "$" }) == element,
                left.allSatisfy({ isPart($0) || "$.?!".contains($0) }),
                let name = right.wholeMatch(of: #/(?:\w+)?(?:\.\w+)*/#), !right.isEmpty, !right.hasPrefix("=")
            else { return nil }
            let isNumber = right.first?.isNumber == true
            let state = isNumber ? right : right.split(separator: ".").last ?? name.0
            let property = left.contains(".") ? left.split(separator: ".").last.map { Substring($0) } : nil
            return Predicate(state: state, property: property)
        }
        if let state = body.firstMatch(of: #/case\s+(?:let\s+)?(?:\w+)?\.(\w+)/#), body.contains("false") {
            return Predicate(state: state.1, isBound: false)
        }
        if let property = body.wholeMatch(of: #/!?([\w$]+)[?!]?\.(\w+)/#), property.1 == element {
            return Predicate(state: property.2, isProperty: true, isBound: false)
        }
        return nil
    }
}
