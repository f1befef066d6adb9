/// A closure disposes its own subscription by a variable that has none yet.
struct EarlyDispose: LintRule {
    static let definition = LintDefinition(
        name: "early-dispose", severity: .warning,
        summary: "a closure disposes a subscription that is not there yet",
        explanation: """
            Fires where the closure of `subscription = source.subscribe(onNext: …)` calls `subscription.dispose()`, its
            source sends the first element while it is being subscribed to, so that the variable has nothing yet, and
            another element comes after that one: the closure runs again, though it was to run once. The line is that of
            dispose(). The variable and the call are read in the source. Where a condition stands before the call, all
            elements have to come while it is being subscribed to, and it is a note. A note too: the closure replaces
            the bag that holds its own subscription, and its subject is sent another element; the line is that of
            disposed(by:). A note too: another function gives the bag's variable a new bag, for a subscription of its
            own, and the subject is sent another element that nobody there hears; or for their end alone, as cancel()
            does, to a subscription that the object made with itself and to one that it made later. No fault: a
            subscription that its first element disposed; a SerialDisposable or SingleAssignmentDisposable, which
            disposes what it is given later.
            """,
        example: """
            subscription = name.startWith("").subscribe(onNext: { text in
                show(text)
                subscription?.dispose()  // nil while "" comes
            })
            """,
        remedy: "use take(1), or first(), in place of dispose()")
    static let opening: Set<Trace.Operation> = [.handler, .deinit, .on]

    private struct Run {
        var first: Trace.Call
        var second: Trace.Call?
        var count = 1
        /// How many came while it was being subscribed to.
        var early = 1
    }

    /// A call in a closure that is to dispose the closure's own subscription.
    private struct Disposal {
        var variable: String
        var isUnconditional: Bool
        var site: Trace.Site
    }

    private var runs: [Int: Run] = [:]
    /// The subscriptions whose own closure released their bag, and the first element that their subject was sent since.
    private var released: [Int: (handler: Trace.Call, later: Trace.Call?)] = [:]
    private var left: [Int: [Int]] = [:]
    /// The last element that each subject was sent since the first bag was released.
    private var lastSent: [Int: Trace.Call] = [:]
    private let text: SourceText

    static func wants(_ sort: CallSort) -> Bool {
        switch sort.operation {
        case .handler: sort.runs([.next]) && sort.isAtObserver
        case .deinit: sort.role == .bag
        default: sort.role == .subject && sort.event == .next
        }
    }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        if call.operation == .deinit { return noteRelease(call, in: walk) }
        if call.operation == .on {
            guard walk.role == .subject, call.eventKind == .next, let id = call.node else { return }
            if !walk.releasedBags.isEmpty { lastSent[id] = call }
            guard !left.isEmpty, let rows = left.removeValue(forKey: id) else { return }
            for row in rows { released[row]?.later = call }
            return
        }
        guard walk.kinds(of: call).contains(.next), let row = walk.userSubscription(told: call),
            let facts = walk.facts(of: row)
        else { return }
        if let run = runs[row] {
            runs[row]?.second = run.second ?? call
            runs[row]?.count += 1
            if isWithin(facts.call, in: walk) { runs[row]?.early += 1 }
        } else if isWithin(facts.call, in: walk) {
            runs[row] = Run(first: call)
        }
    }

    /// Notes the release of a bag in the closure of a subscription that it holds.
    private mutating func noteRelease(_ call: Trace.Call, in walk: TraceWalk) {
        guard walk.role == .bag, let bag = call.node else { return }
        for frame in walk.callers where frame.call.operation == .handler && frame.kinds.contains(.next) {
            guard let row = frame.call.subscription, let facts = walk.facts(of: row), facts.bag == bag,
                let subject = facts.chain.last, walk.node(subject)?.role == .subject
            else { continue }
            released[row] = (frame.call, nil)
            left[subject, default: []].append(row)
        }
    }

    /// The subscriptions that ended themselves with their bag, though their subject goes on.
    private func endedThemselves(in walk: TraceWalk) -> [Trace.Finding] {
        if released.isEmpty { return [] }
        // Where each line subscribed for the last time.
        var last: [Trace.Site: Int] = [:]
        for row in walk.source.subscriptions {
            guard let site = row.site, let call = walk.facts(of: row.id)?.call else { continue }
            last[site] = max(last[site] ?? 0, call)
        }
        return released.sorted { $0.key < $1.key }.compactMap { row, release in
            guard let later = release.later, let site = walk.subscription(row)?.site,
                last[site] ?? 0 <= release.handler.id
            else { return nil }
            let line = BagStatement.read(at: site, in: text)?.insertionLine ?? site.line
            return finding(
                "\(release.handler.label ?? "a closure") releases the bag that holds its own subscription, and hears no more",
                at: Trace.Site(file: site.file, line: line),
                [
                    .init("it runs, and releases the bag", call: release.handler.id, site: site),
                    .init("nobody takes \(CallText.event(later))", call: later.id, site: later.site),
                ], severity: .note, remedy: "keep it in a bag of its own, which is not replaced")
        }
    }

    private func isWithin(_ subscribe: Int, in walk: TraceWalk) -> Bool {
        walk.callers.contains { $0.call.id == subscribe }
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        endedThemselves(in: walk) + early(in: walk) + sweptAway(in: walk) + cancelled(in: walk)
    }

    /// The subscriptions that ended because another function of their object made a new bag for one of its own, though
    /// their subject goes on and nobody subscribes to it there again.
    private func sweptAway(in walk: TraceWalk) -> [Trace.Finding] {
        let rows = walk.users.compactMap { row -> (site: Trace.Site, facts: SubscriptionFacts)? in
            guard let site = row.site, let facts = walk.facts(of: row.id) else { return nil }
            return (site, facts)
        }.sorted { $0.facts.call < $1.facts.call }
        // Where each line subscribed for the last time.
        let last = Dictionary(rows.map { ($0.site, $0.facts.call) }) { $1 }
        // A line may subscribe often, and its source says the same each time.
        var judged: Set<[Trace.Site]> = []
        var told: Set<Trace.Site> = []
        return rows.compactMap { row in
            let (site, facts) = (row.site, row.facts)
            guard facts.isDisposed, let end = facts.end, last[site, default: 0] <= end, let bag = facts.bag,
                walk.releasedBags.contains(bag), let subject = facts.chain.last, let later = lastSent[subject],
                later.id > end
            else { return nil }
            let position = rows.partitioningIndex { $0.facts.call > end }
            guard position < rows.count else { return nil }
            let next = rows[position]
            guard next.site.file == site.file, next.site != site, judged.insert([site, next.site]).inserted,
                let own = BagStatement.read(at: site, in: text),
                let other = BagStatement.read(at: next.site, in: text)?.statement, own.statement.bag == other.bag,
                isRenewed(other.bag, inFunctionAround: next.site, otherThan: site), told.insert(site).inserted
            else { return nil }
            return finding(
                "a new bag for another subscription ends this one, though \(CallText.event(later)) comes later",
                at: Trace.Site(file: site.file, line: own.insertionLine == site.line ? site.line : own.insertionLine),
                [
                    .init("the bag is released", call: end),
                    .init("the other subscription", call: next.facts.call, site: next.site),
                    .init("nobody takes \(CallText.event(later))", call: later.id, site: later.site),
                ], severity: .note, remedy: "keep it in a bag of its own, which is not replaced")
        }
    }

    /// The subscriptions that an object made with itself, and that ended with others because a function made a new bag for
    /// their end, though their subject goes on.
    private func cancelled(in walk: TraceWalk) -> [Trace.Finding] {
        guard !lastSent.isEmpty else { return [] }
        var bags: [Int: [(site: Trace.Site, facts: SubscriptionFacts)]] = [:]
        var last: [Trace.Site: Int] = [:]
        for row in walk.users {
            guard let site = row.site, let facts = walk.facts(of: row.id) else { continue }
            last[site] = max(last[site] ?? 0, facts.call)
            if let bag = facts.bag, facts.isDisposed, walk.releasedBags.contains(bag) {
                bags[bag, default: []].append((site, facts))
            }
        }
        var told: Set<Trace.Site> = []
        return bags.sorted { $0.key < $1.key }.flatMap { _, rows -> [Trace.Finding] in
            guard let other = rows.first(where: { !isMadeWithObject($0.site) }) else { return [] }
            return rows.compactMap { site, facts in
                guard let end = facts.end, last[site, default: 0] <= end, other.site.file == site.file,
                    let subject = facts.chain.last, let later = lastSent[subject], later.id > end,
                    isMadeWithObject(site), let own = BagStatement.read(at: site, in: text),
                    BagStatement.read(at: other.site, in: text)?.statement.bag == own.statement.bag,
                    let function = renewal(of: own.statement.bag, besides: [site, other.site]),
                    told.insert(site).inserted
                else { return nil }
                return finding(
                    "the new bag of \(function)() ends this one too, though \(CallText.event(later)) comes later",
                    at: Trace.Site(file: site.file, line: own.insertionLine),
                    [
                        .init("the bag is released", call: end),
                        .init("nobody takes \(CallText.event(later))", call: later.id, site: later.site),
                    ], severity: .note, remedy: "keep it in a bag of its own, which is not replaced")
            }
        }
    }

    /// Whether an initializer subscribes at a site, or a function that only an initializer calls.
    private func isMadeWithObject(_ site: Trace.Site) -> Bool {
        text.answer(at: site) {
            let lines = text.codeLines(of: site.file)
            if SourceDeclaration.isInInitializer(site.line - 1, in: lines) { return true }
            guard let calls = SourceFunction(around: site, in: text)?.calls(in: [site.file]) else { return false }
            return calls.count == 1 && SourceDeclaration.isInInitializer(calls[0].line - 1, in: lines)
        }
    }

    /// The function that gives the bag of some statements a new one, and has none of them.
    private func renewal(of bag: String, besides sites: [Trace.Site]) -> String? {
        let lines = text.codeLines(of: sites[0].file)
        let renewal = #/\s*(?:self\.)?(\w+)\s*=\s*(?:\w+\()?\.?(?:DisposeBag|init)\(/#
        let found = lines.indices.filter { lines[$0].prefixMatch(of: renewal)?.1 ?? "" == bag }
        guard found.count == 1, let type = SourceDeclaration.type(around: found[0], in: lines),
            let function = SourceFunction(around: Trace.Site(file: sites[0].file, line: found[0] + 1), in: text)?.name,
            sites.allSatisfy({ site in
                lines.indices.contains(site.line - 1) && SourceFunction(around: site, in: text)?.name != function
                    && SourceDeclaration.type(around: site.line - 1, in: lines) == type
            })
        else { return nil }
        return function
    }

    /// Whether the function around a site gives a bag's variable a new bag, and another function has another site.
    private func isRenewed(_ bag: String, inFunctionAround place: Trace.Site, otherThan site: Trace.Site) -> Bool {
        guard let function = SourceFunction(around: place, butNot: site, in: text) else { return false }
        let lines = text.codeLines(of: site.file)
        let renewal = #/\s*((?:self\.)?\w+)\s*=\s*(?:\w+\()?\.?(?:DisposeBag|init)\(/#
        return lines.indices.contains { index in
            let found = lines[index].prefixMatch(of: renewal)
            return found.map { $0.1 == bag || $0.1 == "self.\(bag)" } == true
                && SourceFunction(around: Trace.Site(file: site.file, line: index + 1), in: text)?.name == function.name
        }
    }

    private func early(in walk: TraceWalk) -> [Trace.Finding] {
        runs.sorted { $0.key < $1.key }.compactMap { row, run in
            guard let second = run.second, let site = walk.subscription(row)?.site, let own = ownDisposal(at: site),
                own.isUnconditional || run.early == run.count
            else { return nil }
            let call = CallText.event(run.first)
            return finding(
                "\(own.variable) has no subscription yet as its first element comes: dispose() does nothing, and "
                    + "\(Count.of(run.count - 1, "more element")) \(run.count == 2 ? "comes" : "come")",
                at: own.site,
                [
                    .init(
                        "\(run.first.label ?? call) runs while it is being subscribed to", call: run.first.id,
                        site: site),
                    .init("it runs again", call: second.id),
                ], severity: own.isUnconditional ? nil : .note)
        }
    }

    /// The variable that a statement at a site gives its subscription to, if the statement's closure disposes that.
    private func ownDisposal(at site: Trace.Site) -> Disposal? {
        text.answer(at: site) {
            let lines = text.lines(of: site.file)
            guard lines.indices.contains(site.line - 1) else { return nil }
            let start = SourceStatement.start(of: site.line - 1, in: lines)
            let statement = #/\s*(?:(?:let|var)\s+)?(?:\w+[?!]?\.)*(\w+)\s*(?::[^=]+)?=(?!=)/#
            guard let match = SourceCode.plain(lines[start]).prefixMatch(of: statement), match.1 != "disposable",
                match.1 != "_"
            else { return nil }
            let (variable, code) = (String(match.1), text.code(from: site))
            guard let start = code.firstRange(of: "subscribe"),
                let content = SourceCode.argument("onNext:", ofCallAt: code[start.upperBound...])
            else { return nil }
            let disposals = content.matches(of: #/(\w+)[?!]?\.dispose\(\)/#)
            guard let call = disposals.first(where: { $0.1 == variable })?.range.lowerBound else { return nil }
            return Disposal(
                variable: variable, isUnconditional: !content[..<call].contains(#/\b(?:if|guard|switch|while)\b/#),
                site: SourcePlaces(text: text).place(of: call, in: code, from: site))
        }
    }
}
