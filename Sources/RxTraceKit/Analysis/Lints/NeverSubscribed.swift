/// A function makes an observable, its caller throws it away, and nobody ever subscribes.
struct NeverSubscribed: LintRule {
    static let definition = LintDefinition(
        name: "never-subscribed", severity: .warning,
        summary: "what a function returns is thrown away unsubscribed",
        explanation: """
            Fires where a function made an observable, a Single or a Completable, nobody subscribed to any that it made,
            and the source has a line that throws its result away (`_ = api.save(text)`): what it was to do is never
            done. The line is that one. The rule reads the source: it looks in the file of the function, which has to be
            the only one there of its name, and be called by no other line of the trace's files. No fault: a function of which one result was subscribed; a result that is
            kept, returned or handed on.
            """,
        example: """
            func save(_ note: String) -> Completable { … }
            _ = api.save("milk")  // saves nothing
            """,
        remedy: "subscribe to it, or return it to who does")
    static let opening: Set<Trace.Operation> = [.create, .subscribe]

    private var made: [Trace.Site: (first: Int, count: Int)] = [:]
    private var used: Set<Trace.Site> = []
    private let text: SourceText

    static func wants(_ sort: CallSort) -> Bool { sort.role == .observable }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard walk.role == .observable, let site = walk.node(call.node)?.site else { return }
        if call.operation == .create {
            made[site] = (made[site]?.first ?? call.id, (made[site]?.count ?? 0) + 1)
        } else {
            used.insert(site)
        }
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        let unused = made.filter { !used.contains($0.key) }.sorted { $0.value.first < $1.value.first }
        var told: Set<Trace.Site> = []
        return unused.compactMap { site, all in
            guard let (function, place) = discard(ofResultMadeAt: site), told.insert(place).inserted else { return nil }
            return finding(
                "what \(function) returns is thrown away, and nobody subscribes: it does nothing", at: place,
                [.init("\(Count.of(all.count, "observable")) made here, none subscribed", call: all.first, site: site)])
        }
    }

    /// In how many lines of the trace's files a function is called.
    private func calls(of name: Substring) -> Int {
        Set(made.keys.map(\.file) + used.map(\.file)).reduce(0) { sum, file in
            sum
                + text.lines(of: file).map(SourceCode.plain).count { line in
                    !line.contains("func \(name)") && line.matches(of: #/(\w+)\(/#).contains { $0.1 == name }
                }
        }
    }

    /// The function around a line, and the line of its file that throws away what it returns.
    private func discard(ofResultMadeAt site: Trace.Site) -> (function: String, place: Trace.Site)? {
        let lines = text.lines(of: site.file).map(SourceCode.plain)
        guard lines.indices.contains(site.line - 1),
            let head = lines[..<site.line].lastIndex(where: { $0.contains(#/\bfunc\b/#) }),
            let name = lines[head].firstMatch(of: #/\bfunc\s+(\w+)/#)?.1,
            lines.count(where: { $0.firstMatch(of: #/\bfunc\s+(\w+)/#)?.1 ?? "" == name }) == 1
        else { return nil }
        let discards = lines.indices.filter { index in
            lines[index].firstMatch(of: #/^\s*_\s*=\s*(?:\w+[?!]?\.)*(\w+)\([^()]*\)\s*$/#)?.1 ?? "" == name
                && !(index + 1 < lines.count && lines[index + 1].drop { $0.isWhitespace }.hasPrefix("."))
        }
        // The function is called nowhere else, so that these are the lines that ran.
        guard let first = discards.first, calls(of: name) == discards.count else { return nil }
        return (String(name), Trace.Site(file: site.file, line: first + 1))
    }
}
