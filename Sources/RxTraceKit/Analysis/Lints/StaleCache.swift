/// A cache answers after the network, and what it has kept replaces what is true.
struct StaleCache: LintRule {
    static let definition = LintDefinition(
        name: "stale-cache", severity: .warning,
        summary: "merge hands on a cache's answer after that of the network",
        explanation: """
            Fires where merge has two sources that answer once, the name of the function or variable of one speaks of
            something kept (cache, disk, local, stored, saved …, read in the source), and it answers after the other:
            the older value stands at the end. The line is that of merge. A note: a source of amb answers while it is
            being subscribed to, so that no other can ever be first; the line is that of amb. Fires too where such a
            source of concat, merge or ifEmpty(switchTo:) fails, as a cache that has nothing: the error ends the chain
            before the other source was asked, or has answered. The type that makes the source may have such a name as
            well. No fault: a cache that answers first; concat, which keeps the order; a source without such a name; an
            error that a catch answers by another request; one of the source that concat or ifEmpty(switchTo:) has gone
            on with.
            """,
        example: """
            Observable.merge(fromDisk(id), fromNetwork(id))  // the disk may be slower
                .subscribe(onNext: show)
            """,
        remedy: "end the cache when the network answers: take(until:), or use concat")
    static let dependsOnOrder = true
    static let opening: Set<Trace.Operation> = [.subscribe, .on]

    private static let words: Set<String> = [
        "cache", "cached", "disk", "local", "stored", "saved", "kept", "offline", "database", "storage", "memory",
    ]

    private struct Source {
        var row: Int
        var answer: Trace.Call?
        var count = 0
    }

    /// The first three sources of each merge, by its sink, and their places by the sources' subscriptions.
    private var sources: [Int: [Source]] = [:]
    private var places: [Int: (sink: Int, index: Int)] = [:]
    /// By the sinks of amb, the element that a source gave while it was being subscribed to.
    private var atOnce: [Int: Trace.Call] = [:]
    /// The first source of each concat, by its sink, and how many it has come to.
    private var steps: [Int: (first: Int, count: Int)] = [:]
    /// By the sinks of operators that one of their sources ended by its error.
    private var failures: [Int: Failure] = [:]
    private var lastFailure: (sink: Int, call: Int)?
    /// The last error of a source that an operator had gone on with: it is none of what was kept.
    private var lastOther: Int?
    private let text: SourceText

    private struct Failure {
        var row: Int
        var error: HandedEvent
        /// Whether it was the first of its sources.
        var isFirst = true
        /// Whether a catch went on with another request.
        var isAnswered = false
    }

    /// The first words of functions that do something, rather than read what was kept.
    private static let deeds: Set<String> = [
        "open", "close", "clear", "reset", "flush", "migrate", "prepare", "save", "store", "write", "delete", "remove",
        "insert", "update", "sync",
    ]

    private static let missRemedy = "answer a miss by empty, behind the cache: catch { _ in .empty() }"

    static func wants(_ sort: CallSort) -> Bool {
        sort.operation == .subscribe || sort.event == .next && sort.role == .observer
            || sort.event == .error && (sort.role == .observer || sort.role == .sink)
    }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard let row = call.subscription else { return }
        if call.operation == .on {
            if call.eventKind == .error { return noteFailure(call, row, in: walk) }
            noteChoice(call, in: walk)
            guard call.eventKind == .next, walk.role == .observer, let place = places[row] else { return }
            sources[place.sink]?[place.index].answer = call
            sources[place.sink]?[place.index].count += 1
        } else if walk.begins(call) {
            noteAnswer(call, in: walk)
            guard walk.isOperators(row), let frame = walk.callers.first(where: { $0.role == .sink }),
                let sink = frame.call.node
            else { return }
            // What concat goes on with begins as the source before it ends.
            if frame.call.operation == .on, steps[sink] != nil { steps[sink]?.count += 1 }
            guard frame.call.operation == .run, walk.subscription(row)?.parent == frame.call.subscription,
                let operation = walk.observable(of: sink), case let word = walk.word(for: operation)
            else { return }
            if word == "concat" { steps[sink] = (steps[sink]?.first ?? row, (steps[sink]?.count ?? 0) + 1) }
            guard word == "merge" else { return }
            // Of two sources one may be a cache: more are none of this rule's.
            let index = sources[sink]?.count ?? 0
            guard index <= 2 else { return }
            places[row] = (sink, index)
            sources[sink, default: []].append(Source(row: row))
        }
    }

    /// Notes the error of a source that ends an operator before another source has answered.
    private mutating func noteFailure(_ call: Trace.Call, _ row: Int, in walk: TraceWalk) {
        guard let sink = walk.sink(of: call.node)?.id, failures[sink] == nil, let operation = walk.observable(of: sink)
        else { return }
        var part: Int?
        var isFirst = true
        switch walk.word(for: operation) {
        case "concat":
            if steps[sink]?.count == 1 { part = steps[sink]?.first } else { lastOther = call.id }
        case "merge":
            // A source that fails at once has no call of its own.
            let failing = sources[sink]?.last { $0.row == row } ?? sources[sink]?.last
            let hasAnswer = sources[sink]?.contains { $0.row != failing?.row && $0.answer != nil } == true
            if !hasAnswer { part = failing?.row }
            isFirst = failing?.row == sources[sink]?.first?.row
        case "ifEmpty":
            // The source that it goes on with has an observer of its own.
            if call.node == sink { part = row } else { lastOther = call.id }
        default: break
        }
        guard let part, !walk.callers.contains(where: { $0.call.id == lastOther }) else { return }
        failures[sink] = Failure(row: part, error: HandedEvent(call), isFirst: isFirst)
        lastFailure = (sink, call.id)
    }

    /// Notes that the error of such a source leads to another request.
    private mutating func noteAnswer(_ call: Trace.Call, in walk: TraceWalk) {
        guard let (sink, error) = lastFailure, failures[sink]?.isAnswered == false,
            walk.callers.contains(where: { $0.call.id == error }), let node = walk.node(call.node),
            !["just", "empty", "never", "error"].contains(walk.word(for: node))
        else { return }
        failures[sink]?.isAnswered = true
    }

    private func missed(in walk: TraceWalk) -> [Trace.Finding] {
        var told: Set<Trace.Site> = []
        return failures.sorted { $0.key < $1.key }.compactMap { id, failure in
            guard !failure.isAnswered, let operation = walk.observable(of: id), let site = operation.site,
                !told.contains(site), keeps(failure, for: operation, at: site, in: walk)
            else { return nil }
            told.insert(site)
            let source = walk.node(walk.subscription(failure.row)?.node)?.site
            return finding(
                "\(walk.name(of: operation)) ends by \(CallText.event(failure.error.event)) of what was kept, "
                    + "and the other source has no turn", at: site,
                [.init("the error", call: failure.error.call, site: source)], remedy: Self.missRemedy)
        }
    }

    /// Whether a source of an operator is one that keeps something, by its name, that of its function or of its type, or by
    /// the word in the operator's arguments.
    private func keeps(
        _ failure: Failure, for operation: Trace.Node, at site: Trace.Site, in walk: TraceWalk
    ) -> Bool {
        guard let chain = walk.facts(of: failure.row)?.chain else { return false }
        let behind = chain.lastIndex(of: operation.id).map { $0 + 1 } ?? 0
        let nodes = chain[behind...].compactMap { walk.node($0) }
        let sites = nodes.compactMap(\.site)
        let functions = sites.compactMap { SourceFunction(around: $0, butNot: site, in: text)?.name }
        // Of steps that are done one after the other, the first one's error is to end them all.
        let isStep = functions.first.flatMap { SourceCode.words(of: $0).first }.map(Self.deeds.contains) == true
        if isStep || isOfOne(at: site) { return false }
        let own = type(around: site)
        let types = sites.compactMap(type(around:)).filter { $0 != own }
        var names: [String] = nodes.compactMap(\.variable)
        names += functions.prefix(1) + types.prefix(1)
        // The code begins with the first source's.
        if failure.isFirst { names += [receiver(at: site)].compactMap(\.self) }
        return names.flatMap { SourceCode.words(of: $0) }.contains(where: Self.words.contains)
    }

    /// Notes that amb takes a source which answers at once: no other can ever be first.
    private mutating func noteChoice(_ call: Trace.Call, in walk: TraceWalk) {
        guard call.eventKind == .next, walk.role == .observer, walk.behaviors == [.drops],
            let sink = walk.sink(of: call.node), atOnce[sink.id] == nil,
            walk.callers.contains(where: { $0.call.operation == .run && $0.call.node == sink.id }),
            walk.observable(of: sink.id).map({ walk.word(for: $0) }) == "amb"
        else { return }
        atOnce[sink.id] = call
    }

    private func chosen(in walk: TraceWalk) -> [Trace.Finding] {
        var told: Set<Trace.Site?> = []
        return atOnce.sorted { $0.key < $1.key }.compactMap { id, answer in
            guard let sink = walk.node(id), let site = walk.observable(of: id)?.site, told.insert(site).inserted else {
                return nil
            }
            return finding(
                "\(walk.name(of: sink)) takes the source that answers at once, \(CallText.event(answer)): it always wins",
                at: site, [.init("handed on while it is being subscribed to", call: answer.id)], severity: .note,
                remedy: "use concat, which hands on the kept answer and then the new one")
        }
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        chosen(in: walk) + merged(in: walk) + missed(in: walk)
    }

    private func merged(in walk: TraceWalk) -> [Trace.Finding] {
        sources.sorted { $0.key < $1.key }.compactMap { id, all in
            let answered = all.filter { $0.count == 1 && walk.subscription($0.row)?.ended == "completed" }
            guard all.count == 2, answered.count == 2, let kept = answered.first(where: { isKept($0.row, in: walk) }),
                let other = answered.first(where: { $0.row != kept.row }), !isKept(other.row, in: walk),
                let late = kept.answer, let early = other.answer, late.id > early.id,
                early.event?.value != late.event?.value, let sink = walk.node(id)
            else { return nil }
            return finding(
                "\(walk.name(of: sink)) hands on what was kept after what is new: \(CallText.event(late)) stands",
                at: walk.observable(of: id)?.site,
                [
                    .init("the new answer: \(CallText.event(early))", call: early.id),
                    .init("then the kept one", call: late.id, site: walk.node(walk.subscription(kept.row)?.node)?.site),
                ])
        }
    }

    /// Whether the name of a source, or of the function that makes it, speaks of something kept.
    private func isKept(_ row: Int, in walk: TraceWalk) -> Bool {
        guard let chain = walk.facts(of: row)?.chain else { return false }
        let nodes = chain.compactMap { walk.node($0) }
        let functions = nodes.compactMap { $0.site.flatMap { SourceFunction(around: $0, in: text)?.name } }
        let names = nodes.compactMap(\.variable) + functions.prefix(1)
        return names.flatMap(SourceCode.words).contains(where: Self.words.contains)
    }

    /// The word that the code has for the first source: `concat(cache.read(id), …)`, `cache.read(id).concat(…)`.
    private func receiver(at site: Trace.Site) -> String? {
        text.answer(at: site) {
            let lines = text.codeLines(of: site.file)
            guard lines.indices.contains(site.line - 1) else { return nil }
            let start = SourceStatement.start(of: site.line - 1, in: lines)
            let code = lines[start..<min(lines.count, site.line + 2)].joined(separator: "\n")
            let handed = #/\.(?:concat|merge)\(\s*\[?\s*(?:self[?!]?\.)?(\w+)/#
            let first = #/^\s*(?:return\s+|(?:let|var)\s+\w+\s*=\s*)?(?:self[?!]?\.)?(\w+)/#
            let word = code.firstMatch(of: first)?.1
            let isType = word.map { SwallowedError.sources.contains(String($0)) } == true
            return (isType ? code.firstMatch(of: handed)?.1 : word).map(String.init)
        }
    }

    /// Whether the arguments of an operator, or its source and its argument, are of one object: its steps.
    private func isOfOne(at site: Trace.Site) -> Bool {
        text.answer(at: site) {
            let code = text.code(from: site, lines: 6)
            guard let first = receiver(at: site),
                let call = code.firstRange(of: #/\.(?:concat|merge|ifEmpty)(?=\()/#),
                let handed = SourceCode.bracketed(code[call.upperBound...])
            else { return false }
            var depth = 0
            let parts = handed.split { character in
                if "({".contains(character) { depth += 1 }
                if ")}".contains(character) { depth -= 1 }
                return character == "," && depth == 0
            }
            let words = parts.map { part in
                part.firstMatch(of: #/^\s*\[?(?:switchTo:)?\s*(?:self[?!]?\.)?(\w+)\./#).map { String($0.1) }
            }
            let isStatic = SwallowedError.sources.contains { code[..<call.lowerBound].hasSuffix($0) }
            return words.allSatisfy { $0 == first } && words.count > (isStatic ? 1 : 0)
        }
    }

    private func type(around site: Trace.Site) -> String? {
        text.answer(at: site) {
            let lines = text.codeLines(of: site.file)
            guard lines.indices.contains(site.line - 1) else { return nil }
            // A type may stand in one line with what it does.
            let own = lines[site.line - 1].firstMatch(of: #/(?:^|\s)(?:class|struct|enum|actor)\s+(\w+)/#)?.1
            return (own ?? SourceDeclaration.type(around: site.line - 1, in: lines)).map(String.init)
        }
    }
}
