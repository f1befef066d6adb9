/// A bag that holds living subscriptions is never released.
struct UnreleasedBag: LintRule {
    static let definition = LintDefinition(
        name: "unreleased-bag", severity: .warning,
        summary: "a bag that is never released keeps subscriptions alive",
        explanation: """
            Fires where subscriptions in a DisposeBag are still alive at the end of the recording, because nobody
            released the bag: something keeps its owner, most often a handler that captures self. The line is that of
            the first such subscription, or of the closure that holds self. If only one of the bags that its line filled
            is alive, or others of them were released, the program may just have ended while it used them: a note. It
            stays a warning where a closure of the statement holds self, an object of a class that has the bag, or where
            a closure within that of flatMap holds self, which that had weakly, and its endless source goes on (both
            read in the source). Fires too where a subscription is to live until its object is gone (take(until:
            rx.deallocated)), and a closure of its statement holds self. Fires too where withUnretained(self) stands
            above combineLatest, withLatestFrom, scan or share(replay:), which keep their last element, and in it self,
            which has the bag; the line is that of withUnretained. No fault: a bag whose subscriptions have all ended by
            themselves; a bag that is a variable at the top of a file, or of a type; or that of an object which lives to
            the end: one that the file keeps in a variable or a list at its top, or that such an object has as a
            constant or in a list.
            """,
        example: """
            name.subscribe(onNext: { self.title = $0 })  // self has the bag
                .disposed(by: bag)
            """,
        remedy: "capture self weakly, and let go of the bag's owner")
    static let opening: Set<Trace.Operation> = []

    private let text: SourceText

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {}

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        var live: [Int: [Trace.Subscription]] = [:]
        let use = BagUse(walk, text)
        for row in walk.users where row.ended == nil {
            guard let bag = walk.facts(of: row.id)?.bag, !walk.releasedBags.contains(bag) else { continue }
            if use.isKeptByProgram(at: row.site) { continue }
            live[bag, default: []].append(row)
        }
        return undisposed(in: walk)
            + live.sorted { $0.key < $1.key }.compactMap { _, rows in
                guard let first = rows.first(where: { use.bags(at: $0.site).closure != nil }) ?? rows.first else {
                    return nil
                }
                let evidence = rows.prefix(8).map { row in
                    let name = walk.node(row.node).map(walk.name(of:)) ?? "an observable"
                    return Trace.Finding.Evidence(
                        "the subscription to \(name) enters the bag", call: walk.facts(of: row.id)?.insertion,
                        site: row.site)
                }
                if let (site, keeper) = keptPair(of: rows, in: walk) {
                    return finding(
                        "\(keeper) keeps self with its last element: nobody releases the bag", at: site, evidence,
                        remedy: Self.pairRemedy)
                }
                let what = Count.of(rows.count, "living subscription")
                if let kept = rebound(in: rows, walk) {
                    return finding(
                        "nobody releases a bag with \(what)", at: kept.site,
                        [.init("\(kept.name) holds self while its source goes on", site: kept.site)] + evidence,
                        remedy: "capture self weakly in \(kept.name) too: [weak self]")
                }
                let bags = use.bags(at: first.site)
                return finding(
                    "nobody releases a bag with \(what)\(bags.others)", at: bags.closure?.site ?? first.site,
                    (bags.keeping(first.site).map { [$0] } ?? []) + evidence, severity: bags.isWeak ? .note : .warning,
                    remedy: bags.remedy)
            }
    }

    private func rebound(in rows: [Trace.Subscription], _ walk: TraceWalk) -> KeepingClosure? {
        rows.lazy.compactMap { rebound(in: $0, walk) }.first
    }

    /// The closure of an endless inner source that holds self, which the closure around it had as a weak one.
    private func rebound(in row: Trace.Subscription, _ walk: TraceWalk) -> KeepingClosure? {
        guard let site = row.site, let found = BagStatement.read(at: site, in: text),
            !found.statement.bag.replacing("self.", with: "").contains("."), found.statement.chain.contains("weak self")
        else { return nil }
        for part in walk.parts[row.id].prefix(8) where walk.subscription(part)?.ended == nil {
            let nodes = walk.facts(of: part)?.chain.compactMap { walk.node($0) } ?? []
            guard let leaf = nodes.last, leaf.role == .subject || leaf.behaviors.contains(.endless) else { continue }
            for node in nodes {
                guard let made = node.site, made.file == site.file, made.line > found.start + 1,
                    made.line <= found.insertionLine, isRebound(above: made, from: found.start),
                    holdsSelf(operatorAt: made, walk.word(for: node))
                else { continue }
                return KeepingClosure(operation: walk.word(for: node), isMethod: false, site: made)
            }
        }
        return nil
    }

    /// Whether the code from a line to another makes a strong `self` of a weak one.
    private func isRebound(above site: Trace.Site, from start: Int) -> Bool {
        let code = text.codeLines(of: site.file)[start..<(site.line - 1)].joined(separator: "\n")
        return code.contains(#/\b(?:guard|if)\s+let\s+self\b/#)
    }

    /// Whether a closure that an operator is given holds self.
    private func holdsSelf(operatorAt site: Trace.Site, _ word: String) -> Bool {
        let lines = text.lines(of: site.file)
        let written = lines[(site.line - 1)..<min(lines.count, site.line + 20)].joined(separator: "\n")
        let code = SourceCode.plain(written, keepsInterpolations: true)
        guard let start = code.range(of: ".\(word)") else { return false }
        let behind = code[start.upperBound...].drop { $0.isWhitespace }
        let rest = behind.first == "(" ? SourceCode.bracketed(behind) ?? behind : behind
        guard let brace = rest.firstIndex(of: "{"), !rest[..<brace].contains("\n") else { return false }
        return SourceCode.bracketed(rest[brace...]).map(BagStatement.captures) ?? false
    }

    private static let pairRemedy = "put withUnretained(self) below it, right above the subscribe"

    private func keptPair(of rows: [Trace.Subscription], in walk: TraceWalk) -> (site: Trace.Site, keeper: String)? {
        rows.lazy.compactMap { keptPair(of: $0, in: walk) }.first
    }

    /// Where the source of an operator pairs its elements with self, if the operator keeps the last one; and that operator.
    private func keptPair(of row: Trace.Subscription, in walk: TraceWalk) -> (site: Trace.Site, keeper: String)? {
        guard let site = row.site, let chain = walk.facts(of: row.id)?.chain.compactMap({ walk.node($0) }),
            let bag = BagStatement.read(at: site, in: text)?.statement.bag,
            !bag.replacing("self.", with: "").contains(".")
        else { return nil }
        if let pairing = chain.lastIndex(where: { isPairing($0, in: walk) }), let made = chain[pairing].site,
            let keeper = chain[..<pairing].last(where: {
                $0.behaviors.contains(.accumulates) || $0.behaviors.contains(.replays)
            })
        {
            return (made, walk.name(of: keeper))
        }
        guard let keeper = chain.last(where: keepsLast), !keeper.behaviors.contains(.queues) else { return nil }
        // Those of its sources come first.
        for part in walk.parts[row.id].prefix(8) {
            let nodes = walk.facts(of: part)?.chain.compactMap { walk.node($0) } ?? []
            if let made = nodes.first(where: { isPairing($0, in: walk) })?.site { return (made, walk.name(of: keeper)) }
        }
        return nil
    }

    /// Whether an operator keeps the last element of a source that it subscribes to by itself.
    private func keepsLast(_ node: Trace.Node) -> Bool {
        !node.behaviors.isDisjoint(with: [.combines, .pairs])
            || node.behaviors.contains(.shares) && node.behaviors.contains(.replays)
    }

    private func isPairing(_ node: Trace.Node, in walk: TraceWalk) -> Bool {
        guard walk.word(for: node) == "withUnretained", let site = node.site else { return false }
        return text.answer(at: site) {
            text.code(from: site, lines: 1).contains(#/withUnretained\(\s*self\s*[,)]/#)
        }
    }

    /// The subscriptions in no bag that are to live until their object is gone, which they keep.
    private func undisposed(in walk: TraceWalk) -> [Trace.Finding] {
        var told: Set<Trace.Site> = []
        return walk.users.compactMap { row in
            guard row.ended == nil, let site = row.site, let facts = walk.facts(of: row.id),
                facts.bag == nil, let closure = SourcePlaces(text: text).closureKeepingUntilGone(ofStatementAt: site),
                told.insert(closure.site).inserted
            else { return nil }
            return finding(
                "\(closure.name) keeps the object whose end is to end the subscription", at: closure.site,
                [.init("subscribed, and alive at the end", call: facts.call, site: site)],
                remedy: "capture self weakly in \(closure.name): [weak self]")
        }
    }
}
