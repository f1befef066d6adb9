/// A value is read before the answer that sets it has come.
struct EarlyLook: LintRule {
    static let definition = LintDefinition(
        name: "early-look", severity: .warning,
        summary: "a variable is read before the answer that sets it has come",
        explanation: """
            Fires where the closure of a subscribe sets a variable, the code right behind the statement reads it (both
            read in the source), as a function that returns it does, and the closure ran for the first time only after
            the subscribe had returned, or never, for the subscription was disposed while its source worked: what is
            read is the value from before. The line is the one that reads. A note: the variable is a property, which may
            well be shown as it is until the answer comes. No fault: a source that sends its element while it is being
            subscribed to; a call between the two, such as one that waits.
            """,
        example: """
            func name() -> String {
                var name = ""
                load().subscribe(onNext: { name = $0 }).disposed(by: bag)
                return name  // "", for load() answers later
            }
            """,
        remedy: "go on in the closure, or return the observable: it is known only there")
    static let opening: Set<Trace.Operation> = [.subscribe, .handler, .schedule]

    /// A line that reads what the closure of a subscribe sets.
    private struct Look {
        var name: String
        var site: Trace.Site
        var isProperty: Bool
    }

    private struct Early {
        var look: Look
        var begun: Trace.Call
        /// Whether it asked a scheduler for work, or a create to begin.
        var isBusy = false
        /// The first run of the closure, after the subscribe had returned.
        var run: Trace.Call?
    }

    private var looks: [Trace.Site: Look?] = [:]
    /// The subscriptions whose statements have such a line, until their closures run.
    private var waiting: [Int: Early] = [:]
    private var found: [Early] = []
    private let text: SourceText

    static func wants(_ sort: CallSort) -> Bool {
        switch sort.operation {
        case .schedule: sort.role != nil && !sort.behaviors.contains(.stays)
        case .handler: sort.isAtObserver && sort.runs([.next]) || sort.runs([.creates])
        default: true
        }
    }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        if call.operation == .subscribe {
            guard walk.begins(call), let row = walk.subscription(call.subscription), row.parent == nil,
                let site = row.site, let look = look(behind: site)
            else { return }
            waiting[row.id] = Early(look: look, begun: call)
        } else if call.operation == .schedule || walk.kinds(of: call).contains(.creates) {
            guard !waiting.isEmpty, let root = walk.root(of: call.subscription),
                call.operation == .handler || walk.role != nil && !walk.behaviors.contains(.stays)
            else { return }
            waiting[root]?.isBusy = true
        } else if !waiting.isEmpty, let row = walk.userSubscription(told: call), var early = waiting[row],
            walk.kinds(of: call).contains(.next)
        {
            waiting[row] = nil
            guard !walk.callers.contains(where: { $0.call.id == early.begun.id }) else { return }
            early.run = call
            found.append(early)
        }
    }

    private mutating func look(behind site: Trace.Site) -> Look? {
        if let known = looks[site] { return known }
        let found = find(behind: site)
        looks[site] = found
        return found
    }

    private func find(behind site: Trace.Site) -> Look? {
        let code = text.code(from: site)
        guard let start = code.firstMatch(of: #/(?:^|\W)(?:subscribe|bind|drive|emit)(?=[\s({])/#),
            !code[..<start.range.lowerBound].contains("\n"),
            let name = variable(setBy: code[start.range.upperBound...])
        else { return nil }
        let lines = text.lines(of: site.file)
        let first = SourceStatement.start(of: site.line - 1, in: lines)
        let depth = SourceDeclaration.indentation(of: lines[first])
        var index = site.line
        // The rest of the statement, and then what has no call in it.
        while index < lines.count, isPart(lines[index], depth) { index += 1 }
        for (line, content) in zip(index..., lines[index...].prefix(4)) {
            let plain = SourceCode.plain(content)
            if plain.allSatisfy(\.isWhitespace) || plain.contains(#/^\s*defer\b/#) { continue }
            guard SourceDeclaration.indentation(of: content) == depth,
                !plain.contains(#/\bfunc\b|\binit\b|\.(?:subscribe|bind|drive|emit|wait)(?!\w)/#)
            else { return nil }
            if reads(name, in: plain) {
                return Look(
                    name: name, site: Trace.Site(file: site.file, line: line + 1),
                    isProperty: isProperty(name, in: lines))
            }
            if plain.contains(#/[({]/#) { return nil }
        }
        return nil
    }

    private func isPart(_ line: String, _ depth: Int) -> Bool {
        guard let first = line.first(where: { !$0.isWhitespace }) else { return false }
        return SourceDeclaration.indentation(of: line) > depth
            || ".)}".contains(first)
                && SourceDeclaration.indentation(of: line) == depth
    }

    /// The variable that the closure for the elements does no more than set, or add to.
    private func variable(setBy code: Substring) -> String? {
        let closures = ["onNext:", "onSuccess:"].compactMap { SourceCode.argument($0, ofCallAt: code) }
        guard let content = closures.first ?? SourceCode.argument(":", ofCallAt: code) else { return nil }
        let body = SourceCode.closure(content).body
        return body.firstMatch(
            of: #/^(?:guard let self[^}]*\}\s*)?(?:self[?!]?\.)?([a-z_]\w*)\s*(?:\+?=(?!=)|\.append\()/#
        )
        .map { String($0.1) }
    }

    private func reads(_ name: String, in line: String) -> Bool {
        guard !line.contains(#/^\s*(?:[\w.]+)\s*=(?!=)/#) else { return false }
        return line.matches(of: #/(?:^|[^\w.])(?:self\.)?([A-Za-z_]\w*)(?![\w:])/#).contains { $0.1 == name }
    }

    private func isProperty(_ name: String, in lines: [String]) -> Bool {
        lines.indices.contains { index in
            lines[index].firstMatch(of: #/\bvar\s+(\w+)/#)?.1 ?? "" == name
                && SourceDeclaration.isMember(index, in: lines)
        }
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        var told: Set<Trace.Site> = []
        // One that was disposed meanwhile never ran.
        let unrun = waiting.filter { row, early in early.isBusy && walk.facts(of: row)?.isDisposed == true }.values
        return (found + unrun).sorted { $0.begun.id < $1.begun.id }.compactMap { early in
            guard told.insert(early.look.site).inserted else { return nil }
            return finding(
                "\(early.look.name) is read before the answer that sets it has come", at: early.look.site,
                [
                    .init("subscribed", call: early.begun.id, site: walk.site(of: early.begun.subscription)),
                    .init(early.run == nil ? "the closure never runs" : "the closure runs later", call: early.run?.id),
                ], severity: early.look.isProperty ? .note : nil)
        }
    }
}
