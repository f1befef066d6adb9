/// The same line subscribes to the same source again and again, and each event runs all of the handlers.
struct PiledSubscriptions: LintRule {
    static let definition = LintDefinition(
        name: "piled-subscriptions", severity: .warning,
        summary: "a line subscribes again, and an event runs many handlers",
        explanation: """
            Fires where one line subscribes to one source again and again into the same living bag, and one event
            reaches more than one of these subscriptions: the line belongs to a cell that is used again, or a screen
            that appears again. No fault: a subscribe in a loop (read in the source; without the file, a subscribe that
            is done several times with nothing else in between counts as a loop); another bag each time; events that are
            for one of the subscriptions only. Fires too where a function without parameters, which makes nothing that
            its closure uses, does so with nothing else in between. Fires too where one subscribes to a timer again
            while that of its earlier call still ticks into the same bag; and where an object's function subscribes
            again, and throws the Disposable away (`_ = …`), unless all such objects are constants at the top of the
            file (both read in the source). A note: the closure sets a property of what its function is handed, such as
            a label, which may be another each time. The line is the one that subscribes. It is another in three cases,
            read in the source: the object has a bag of its own, but puts its subscription into another's (the line that
            does); the bag is a constant of another object such as the cell (that of the bag), unless an initialiser
            subscribes; the object's prepareForReuse makes no new bag (its first).
            """,
        example: """
            func configure(_ item: Item) {  // each time the cell is used
                button.rx.tap.subscribe(onNext: { open(item) }).disposed(by: bag)
            }
            """,
        remedy: "make a new DisposeBag each time (prepareForReuse), or subscribe once",
        signalRemedy: "dispose the one before, by a RACSerialDisposable; or subscribe once")
    static let opening: Set<Trace.Operation> = [.on, .handler]

    private static let ownRemedy = "put it into a bag of the object's own, which is released with it"

    private struct Pile: Hashable {
        var site: Trace.Site
        /// Nil for those that are in none, and still live.
        var bag: Int?
        var source: Int
    }

    /// The last deliveries of subjects and connections that reached each of the user's subscriptions.
    private var deliveries: [Int: [Int]] = [:]
    /// The last event of each of them.
    private var last: [Int: Int] = [:]
    /// The sources whose closure adds an observer to an object outside, which sends to all of these.
    private var outside: Set<Int> = []
    private let text: SourceText

    static func wants(_ sort: CallSort) -> Bool {
        sort.runs([.outside]) || sort.operation == .on && sort.event == .next && sort.isAtObserver
    }

    init(_ options: LintOptions) {
        text = options.text
    }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        if walk.kinds(of: call).contains(.outside), let closure = walk.callingHandler?.call.node,
            let source = walk.observable(of: closure)
        {
            outside.insert(source.id)
        }
        guard call.operation == .on, call.eventKind == .next, let row = walk.userSubscription(told: call) else {
            return
        }
        last[row] = call.id
        var delivery: Int?
        for frame in walk.callers {
            if frame.call.operation == .handler { break }
            guard frame.call.operation == .on else { continue }
            if frame.role == .subject || frame.behaviors.contains(.connects) { delivery = frame.call.id }
        }
        guard let delivery, deliveries[row]?.last != delivery else { return }
        if deliveries[row]?.count ?? 0 >= 8 { deliveries[row]?.removeFirst() }
        deliveries[row, default: []].append(delivery)
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        var piles: [Pile: [Int]] = [:]
        let timers = timers(in: walk)
        let sources = Sources(outside.union(timers), in: walk)
        for row in walk.users {
            guard let site = row.site, let facts = walk.facts(of: row.id), facts.bag != nil || row.ended == nil,
                let end = facts.chain.last
            else { continue }
            let source = sources.source(of: end)
            piles[Pile(site: site, bag: facts.bag, source: source), default: []].append(row.id)
        }
        return piles.filter { $0.value.count > 1 }.sorted { $0.value[0] < $1.value[0] }.compactMap {
            pile, rows -> Trace.Finding? in
            let isOutside = outside.contains(pile.source) || timers.contains(pile.source)
            guard isMeantOnce(pile, isTimer: timers.contains(pile.source)) else { return nil }
            guard let most = isOutside ? latest(rows, in: walk) : largest(rows, in: walk),
                let source = walk.node(walk.facts(of: rows[0])?.chain.last)
            else { return nil }
            let stretches = Set(most.rows.compactMap { walk.facts(of: $0)?.stretch })
            guard
                stretches.count > 1 || most.rows.count > 2 && !text.lines(of: pile.site.file).isEmpty
                    || isOutside && isWithoutParameters(at: pile.site) && isCalledAgain(pile.site)
                    || !isOutside && pile.bag != nil && isRepeated(most.rows, at: pile.site, in: walk)
            else { return nil }
            guard !SourceStatement.isInLoop(pile.site.line - 1, in: text.lines(of: pile.site.file)) else { return nil }
            let name = walk.name(of: source)
            var evidence = rows.prefix(4).map { row in
                Trace.Finding.Evidence("subscribed", call: walk.facts(of: row)?.call, site: pile.site)
            }
            evidence.append(
                .init("one event of \(name) is handled \(Count.of(most.rows.count, "time"))", call: most.delivery))
            evidence.append(.init("\(name) was made", site: source.site))
            let whereTo = pile.bag == nil ? "and never disposed" : "into one bag"
            return finding(
                "\(name) is subscribed \(Count.of(rows.count, "time")) \(whereTo): an event is "
                    + "handled \(Count.of(most.rows.count, "time"))",
                at: place(of: pile.site), evidence,
                severity: setsParameter(at: pile.site) ? .note : nil,
                remedy: isInOthersBag(pile.site) ? Self.ownRemedy : nil)
        }
    }

    /// Whether several lines call the function around a site.
    private func isCalledAgain(_ site: Trace.Site) -> Bool {
        SourceFunction(around: site, in: text).map { $0.calls(in: [site.file]).count > 1 } == true
    }

    /// The timers that subscriptions of the user's begin with.
    private func timers(in walk: TraceWalk) -> Set<Int> {
        var timers: Set<Int> = []
        for row in walk.users where row.site != nil {
            guard let end = walk.facts(of: row.id)?.chain.last, walk.traits(of: end).role == .observable,
                walk.traits(of: end).behaviors == [.endless]
            else { continue }
            timers.insert(end)
        }
        return timers
    }

    /// Whether a line is not to subscribe anew for another thing each time, nor for another object that is to live.
    private func isMeantOnce(_ pile: Pile, isTimer: Bool) -> Bool {
        let lines = text.lines(of: pile.site.file)
        if isTimer { return pile.bag != nil && isWithoutParameters(at: pile.site) }
        guard pile.bag == nil else { return true }
        guard lines.indices.contains(pile.site.line - 1),
            SourcePlaces(text: text).keeper(ofStatementAt: pile.site) == nil,
            let type = SourceDeclaration.type(around: pile.site.line - 1, in: lines),
            SourceDeclaration.isClass(type, in: lines)
        else { return false }
        let start = SourceStatement.start(of: pile.site.line - 1, in: lines)
        guard lines[start].contains(#/^\s*_\s*=/#) else { return false }
        if SourceDeclaration.isMadeOnceAtTop(type, in: lines) { return isWithoutParameters(at: pile.site) }
        return SourceDeclaration.madeForLasting(type, in: lines) == nil
            && !SourceDeclaration.isMadeForConstants(type, in: lines)
    }

    /// Whether a line belongs to a function that is handed nothing, or no more than whether to animate.
    private func isWithoutParameters(at site: Trace.Site) -> Bool {
        guard let head = SourceFunction(around: site, in: text)?.head,
            let bracket = head.firstIndex(of: "("), let handed = SourceCode.bracketed(head[bracket...])
        else { return false }
        return handed.allSatisfy(\.isWhitespace) || !handed.contains(",") && handed.contains(#/:\s*Bool\b/#)
    }

    /// Whether a function that has nothing new to say each time subscribes to what goes on.
    private func isRepeated(_ rows: [Int], at site: Trace.Site, in walk: TraceWalk) -> Bool {
        rows.allSatisfy { walk.subscription($0)?.ended != Trace.Event.Kind.completed.name }
            && isWithoutParameters(at: site) && !usesLocal(at: site)
    }

    /// Whether a statement uses a variable that its function has made before, which is another each time.
    private func usesLocal(at site: Trace.Site) -> Bool {
        let lines = text.codeLines(of: site.file)
        guard let function = SourceFunction(around: site, in: text),
            let statement = BagStatement.read(at: site, in: text), lines.indices.contains(site.line - 1)
        else { return true }
        let own = statement.statement.chain
        return function.body.matches(of: #/\b(?:let|var|for)\s+(\w+)/#).contains { local in
            own.contains(local.1) && !own.contains("let \(local.1)")
        }
    }

    /// The line to change.
    private func place(of site: Trace.Site) -> Trace.Site {
        let places = SourcePlaces(text: text)
        if let other = places.othersBag(ofStatementAt: site) { return other }
        if places.isInOthersBag(initializerAt: site) { return site }
        return places.constantBag(ofStatementAt: site)
            ?? places.forgetfulReuse(ofStatementAt: site) ?? site
    }

    private func isInOthersBag(_ site: Trace.Site) -> Bool {
        let places = SourcePlaces(text: text)
        return places.othersBag(ofStatementAt: site) != nil || places.isInOthersBag(initializerAt: site)
    }

    /// Whether the closure at a site sets a property of what its function is handed, such as a label: that may be another
    /// object each time.
    private func setsParameter(at site: Trace.Site) -> Bool {
        guard let body = SourceCode.body("onNext:", in: text.code(from: site)),
            let name = body.prefixMatch(of: #/(\w+)[?!]?\.\w+ = /#)?.1, name != "self"
        else { return false }
        let lines = text.lines(of: site.file).prefix(site.line).suffix(SourceStatement.limit)
        guard let function = lines.last(where: { $0.contains(#/\bfunc\b/#) }) else { return false }
        return function.matches(of: #/(\w+)\s*:/#).contains { $0.1 == name }
    }

    /// The last event of those subscriptions that got one after all of them had begun: an object outside sends to each by
    /// itself.
    private func latest(_ rows: [Int], in walk: TraceWalk) -> (delivery: Int, rows: [Int])? {
        guard let begun = rows.compactMap({ walk.facts(of: $0)?.call }).max() else { return nil }
        let reached = rows.filter { last[$0].map { $0 > begun } == true }
        return reached.count > 1 ? last[reached[0]].map { ($0, reached) } : nil
    }

    /// The event that reached the most of the subscriptions; nil where none reached two.
    private func largest(_ rows: [Int], in walk: TraceWalk) -> (delivery: Int, rows: [Int])? {
        var reached: [Int: [Int]] = [:]
        for row in rows { for delivery in deliveries[row] ?? [] { reached[delivery, default: []].append(row) } }
        guard let most = reached.max(by: { ($0.value.count, $1.key) < ($1.value.count, $0.key) }), most.value.count > 1
        else { return nil }
        return (most.key, most.value)
    }
}

/// Finds the one source behind observables that were made of it anew each time.
private struct Sources {
    private var above: [Int: Int] = [:]
    private var firsts: [Int: Int] = [:]

    init(_ outside: Set<Int>, in walk: TraceWalk) {
        for row in walk.source.subscriptions where row.parent != nil {
            guard let facts = walk.facts(of: row.id), let shared = facts.connectable, let end = facts.chain.last else {
                continue
            }
            above[shared] = end
        }
        var bySite: [Trace.Site: Int] = [:]
        for id in outside.sorted() {
            guard let site = walk.node(id)?.site else { continue }
            firsts[id] = bySite[site] ?? id
            bySite[site] = firsts[id]
        }
    }

    /// The source at the far end, beyond what shares it.
    func source(of end: Int) -> Int {
        var end = end
        // Sharing what is shared has an end, but a damaged trace may say otherwise.
        for _ in 0..<8 {
            guard let next = above[end], next != end else { break }
            end = next
        }
        return firsts[end] ?? end
    }
}
