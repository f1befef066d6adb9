/// A function makes an observable, its caller throws it away, and nobody ever subscribes.
struct NeverSubscribed: LintRule {
    static let definition = LintDefinition(
        name: "never-subscribed", severity: .warning,
        summary: "what a function returns is thrown away unsubscribed",
        explanation: """
            Fires where a function made an observable, a Single or a Completable, nobody subscribed to any that it made,
            and the source has a line that throws its result away (`_ = api.save(text)`, with operators behind it or
            none, or the call alone in the closure of a subscribe): what it was to do is never done. The line is that
            one. The rule reads the source: it looks in the file of the function, which has to be the only one there of
            its name, and be called by no other line of the trace's files. No fault: a function of which one result was
            subscribed; a result that is kept, returned or handed on.
            """,
        example: """
            func save(_ note: String) -> Completable { … }
            _ = api.save("milk")  // saves nothing
            """,
        remedy: "subscribe to it, or return it to who does")
    static let opening: Set<Trace.Operation> = [.create, .subscribe]

    private var sites = SiteNumbers()
    private var made: [SiteNumbers.Number: (first: Int, count: Int)] = [:]
    private var used: Set<SiteNumbers.Number> = []
    private let text: SourceText

    static func wants(_ sort: CallSort) -> Bool { sort.role == .observable }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard walk.role == .observable, let site = walk.node(call.node)?.site.map({ sites.number(of: $0) }) else {
            return
        }
        if call.operation == .create {
            made[site] = (made[site]?.first ?? call.id, (made[site]?.count ?? 0) + 1)
        } else {
            used.insert(site)
        }
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        let unused = made.filter { !used.contains($0.key) }.sorted { $0.value.first < $1.value.first }
        var told: Set<Trace.Site> = []
        return unused.compactMap { number, all in
            guard let site = sites[number], let (function, place) = discard(ofResultMadeAt: site),
                told.insert(place).inserted
            else { return nil }
            return finding(
                "what \(function) returns is thrown away, and nobody subscribes: it does nothing", at: place,
                [.init("\(Count.of(all.count, "observable")) made here, none subscribed", call: all.first, site: site)])
        }
    }

    /// The function around a line, and the line of its file that throws away what it returns.
    private func discard(ofResultMadeAt site: Trace.Site) -> (function: String, place: Trace.Site)? {
        guard let function = SourceFunction(around: site, in: text) else { return nil }
        // It is called nowhere else, so that these are the lines that ran.
        let calls = function.calls(in: Set(used.union(made.keys).compactMap { sites[$0]?.file }))
        guard let first = calls.first, calls.allSatisfy({ isDiscard($0, of: function.name) }) else { return nil }
        return (function.name, first)
    }

    /// Whether a line calls the function as a statement, in a closure or a function that answers nothing.
    private func isUnused(_ name: String, _ line: String, index: Int, _ lines: [String]) -> Bool {
        let inClosure =
            #/\b(?:onNext|onSuccess|onCompleted|onError|onFailure|onDisposed):\s*\{[^{}]*?(?:\w+[?!]?\.)*(\w+)\([^()]*\)\s*\}/#
        if line.firstMatch(of: inClosure)?.1 ?? "" == name { return true }
        guard line.firstMatch(of: #/^\s*(?:\w+[?!]?\.)*(\w+)\([^()]*\)\s*$/#)?.1 ?? "" == name, index > 0 else {
            return false
        }
        let before = SourceCode.plain(lines[index - 1])
        let next = index + 1 < lines.count ? lines[index + 1].drop { $0.isWhitespace } : ""
        // Behind another statement it is no closure's only one, which would be its answer.
        if next.first != ".", before.contains(#/^\s+(?:(?:\w+[?!]?\.)*\w+\(.*\)|.*\w\s*=\s.*[\w)\]]|.*\})\s*$/#),
            !before.contains(#/\breturn\b/#),
            before.prefix(while: \.isWhitespace) == line.prefix(while: \.isWhitespace)
        {
            return true
        }
        let opens = #/\b(?:onNext|onSuccess|onCompleted|onError|onFailure|onDisposed):\s*\{[^{}]*$/#
        return before.contains(opens) || before.contains(#/\bfunc\b[^{]*\{\s*$/#) && !before.contains("->")
    }

    private func isDiscard(_ site: Trace.Site, of name: String) -> Bool {
        let lines = text.lines(of: site.file)
        let line = SourceCode.plain(lines[site.line - 1])
        if isUnused(name, line, index: site.line - 1, lines) { return true }
        let discard = #/^\s*_\s*=\s*(?:\w+[?!]?\.)*(\w+)\([^()]*\)\s*(\.|$)/#
        guard let match = line.firstMatch(of: discard), match.1 == name else { return false }
        if match.2.isEmpty, !(site.line < lines.count && lines[site.line].drop { $0.isWhitespace }.hasPrefix(".")) {
            return true
        }
        return isOperatorsOnly(below: site, lines)
    }

    /// Whether a statement puts operators to what it throws away, and nothing that subscribes or hands it on.
    private func isOperatorsOnly(below site: Trace.Site, _ lines: [String]) -> Bool {
        let end = min(lines.count, site.line + 30)
        let code = SourceCode.plain(lines[(site.line - 1)..<end].joined(separator: "\n"))
        guard let chain = BagStatement(unbagged: code)?.chain else { return false }
        return !chain.contains(#/\.(?:subscribe|bind|drive|emit|connect|toBlocking|to|values?)\b(?!\(on:)/#)
    }
}
