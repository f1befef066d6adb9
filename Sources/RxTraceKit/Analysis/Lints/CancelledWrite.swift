/// A newer element cancels what was to be stored for an older one.
struct CancelledWrite: LintRule {
    static let definition = LintDefinition(
        name: "cancelled-write", severity: .note,
        summary: "flatMapLatest cancels work that was to store something",
        explanation: """
            Fires where flatMapLatest left an inner source for the next one before the closure of a do(onNext:) in it
            had run, and that closure stores something by a key or adds to a collection (read in the source): what
            belongs to the older element is never stored. Fires too where the closure of flatMapLatest calls a function
            whose name begins with a word for a change (save, send, upload, delete …; put, add, remove …, or another
            whose code stores by a key, if it made the source; read in the source), and what that began was left before
            its end; and where the subscribe in such a function has a bag that was released before the request has
            answered, as by the closing of its screen (the line is that of disposed(by:)). Else the line is that of
            flatMapLatest, or of switchLatest below such a map. It is a note, for the newest may replace all before; a
            warning, if the function is one that is done to one thing (like, follow, delete, add, order …), and it was
            begun for others each time, which are neither numbers nor the parts of a text that is typed. No fault: a
            closure that only sets a property, as a search does; concatMap, which lets each finish.
            """,
        example: """
            patches.flatMapLatest { patch in
                send(patch).do(onNext: { stored[$0.field] = $0.value })
            }
            """,
        remedy: "use concatMap, which lets each finish, or flatMap",
        signalRemedy: "use concat, which lets each finish, or flattenMap")
    static let opening: Set<Trace.Operation> = [.subscribe, .handler]

    /// The inner sources with such a closure, and the operator that subscribes to them.
    private var parts: [Int: (sink: Int, acting: Int)] = [:]
    private var hasRun: Set<Int> = []
    /// The inner sources, and the operator that subscribes to each.
    private var begun: [(row: Int, sink: Int, element: String?)] = []
    private let text: SourceText

    static func wants(_ sort: CallSort) -> Bool { sort.operation == .subscribe || sort.behaviors.contains(.acts) }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        if call.operation == .subscribe { noteBegun(call, in: walk) }
        guard walk.behaviors.contains(.acts), let row = call.subscription, walk.isOperators(row) else {
            return
        }
        if call.operation == .handler {
            if walk.kinds(of: call).contains(.next) { hasRun.insert(row) }
            return
        }
        for frame in walk.callers where frame.call.subscription != row {
            guard frame.role == .sink || frame.role == .observer, let sink = walk.sink(of: frame.call.node) else {
                continue
            }
            if sink.behaviors.contains(.switches), let id = call.node { parts[row] = (sink.id, id) }
            return
        }
    }

    private mutating func noteBegun(_ call: Trace.Call, in walk: TraceWalk) {
        guard walk.begins(call), let row = call.subscription, walk.isOperators(row),
            let frame = walk.callers.first(where: { $0.role == .sink && $0.call.node != nil }),
            frame.call.operation == .on, frame.call.eventKind == .next, frame.behaviors.contains(.switches),
            let sink = frame.call.node
        else { return }
        begun.append((row, sink, frame.call.event?.value))
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        let stored = unstored(in: walk)
        return closed(in: walk) + stored
            + left(in: walk).filter { finding in !stored.contains { $0.site == finding.site } }
    }

    /// The requests of functions that change something, which the release of their bag ended.
    private func closed(in walk: TraceWalk) -> [Trace.Finding] {
        var told: Set<Trace.Site> = []
        return walk.users.compactMap { row in
            guard row.ended == "disposed" || row.ended == "bag", let site = row.site,
                !told.contains(site),
                let facts = walk.facts(of: row.id), let bag = facts.bag, walk.releasedBags.contains(bag),
                let source = walk.node(facts.chain.last), source.behaviors.contains(.sentTo),
                let function = SourceFunction(around: site, in: text)?.name, ChangingCalls.changes(function)
            else { return nil }
            told.insert(site)
            let line = BagStatement.read(at: site, in: text)?.insertionLine ?? site.line
            return finding(
                "the release of its bag ends \(function)() before its answer",
                at: Trace.Site(file: site.file, line: line),
                [.init("begun", call: facts.call), .init("its bag is released", call: facts.end)],
                remedy: "keep it in a bag that outlives the screen, or wait for its end")
        }
    }

    /// The work by functions that change something, which was left before its end.
    private func left(in walk: TraceWalk) -> [Trace.Finding] {
        Dictionary(grouping: begun, by: \.sink).sorted { $0.key < $1.key }.compactMap { sink, all in
            let rows = all.map(\.row).filter { walk.subscription($0)?.ended == "switch" }
            guard let first = rows.min(), let operation = walk.observable(of: sink), let site = operation.site,
                let function = function(of: operation, at: site, all[0].row, in: walk)
            else { return nil }
            return finding(
                "\(walk.name(of: operation)) leaves \(function)() before its end, \(Count.of(rows.count, "time"))",
                at: site,
                [.init("the first of them", call: walk.facts(of: first)?.call)],
                severity: areOfTheirOwn(all.map(\.element), in: function) ? .warning : nil)
        }
    }

    /// Whether the elements that a function was begun for are things of which none stands for another: the function adds to
    /// what there is, and they are neither numbers nor a text that is being typed.
    private func areOfTheirOwn(_ elements: [String?], in function: String) -> Bool {
        let values = elements.compactMap(\.self)
        guard values.count == elements.count, ChangingCalls.isOfOneThing(function) else { return false }
        return values.indices.allSatisfy { index in
            let value = values[index]
            guard value.count > 1, Double(value) == nil, !["true", "false", "()", "nil"].contains(value) else {
                return false
            }
            return values[(index + 1)...].allSatisfy { !$0.hasPrefix(value) && !value.hasPrefix($0) }
        }
    }

    /// The function that the closure of an operator calls, or that of the map above a switchLatest.
    private func function(
        of operation: Trace.Node, at site: Trace.Site, _ row: Int, in walk: TraceWalk
    ) -> String? {
        let calls = ChangingCalls(text: text)
        let word = walk.word(for: operation)
        if let name = calls.name(inClosureOf: word, at: site) { return name }
        let makers = walk.facts(of: row)?.chain.compactMap { walk.node($0)?.site } ?? []
        if let name = calls.name(inClosureOf: word, at: site, making: makers) { return name }
        let chain = walk.facts(of: walk.subscription(row)?.parent)?.chain ?? []
        let above = chain.drop { $0 != operation.id }.first { $0 != operation.id }
        guard let map = walk.node(above), let site = map.site, walk.word(for: map) == "map", word.hasPrefix("switch")
        else { return nil }
        return calls.name(inClosureOf: "map", at: site) ?? calls.name(inClosureOf: "map", at: site, making: makers)
    }

    private func unstored(in walk: TraceWalk) -> [Trace.Finding] {
        var lost: [Int: [Int]] = [:]
        for (row, part) in parts where walk.subscription(row)?.ended == "switch" && !hasRun.contains(row) {
            if stores(walk.node(part.acting)?.site) { lost[part.sink, default: []].append(row) }
        }
        return lost.sorted { $0.key < $1.key }.compactMap { sink, rows in
            guard let operation = walk.observable(of: sink), let first = rows.min() else { return nil }
            return finding(
                "\(walk.name(of: operation)) leaves \(Count.of(rows.count, "source")) before the do in it has stored anything",
                at: operation.site,
                [
                    .init("the first of them", call: walk.facts(of: first)?.call),
                    .init("the do", site: walk.node(parts[first]?.acting)?.site),
                ])
        }
    }

    /// Whether the closure of a do stores by a key, or adds to a collection.
    private func stores(_ site: Trace.Site?) -> Bool {
        site.map { site in text.answer(at: site) { stores(at: site) } } ?? false
    }

    private func stores(at site: Trace.Site) -> Bool {
        let code = text.code(from: site)
        guard
            let body = SourceCode.body("onNext:", ofFirst: #/do(?=\()/#, in: code)
                ?? SourceCode.body("onSuccess:", ofFirst: #/do(?=\()/#, in: code)
        else { return false }
        return body.contains(#/\w\[[^\]]+\]\s*=(?!=)|\.(?:append|insert)\(/#)
    }
}
