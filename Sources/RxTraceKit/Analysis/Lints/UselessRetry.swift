/// A retry never hears of an error, for a catch above it answers each.
struct UselessRetry: LintRule {
    static let definition = LintDefinition(
        name: "useless-retry", severity: .warning,
        summary: "retry never tries again, as below a catch",
        explanation: """
            Fires where catchAndReturn, or a catch whose closure always answers (read in the source), stands in the
            source of a retry, answered an error, and the retry never had one: it cannot try again. The line is that of
            the retry. Fires too where retry(1) was told of an error (the number is read in the source): it counts
            attempts, of which the first is one, and hands the error on. Fires too where retry subscribes again to a
            subject that has failed, which has no more to say. No fault: a catch below the retry; one in the closure of
            a flatMap; one that throws some errors or hands them on; any other retry that did have an error.
            """,
        example: """
            load().catchAndReturn([])
                .retry(3)  // never: there is no error any more
            """,
        remedy: "put retry above the catch, which answers the last error then")
    static let opening: Set<Trace.Operation> = [.on, .subscribe]

    private struct Retry {
        var caught: Trace.Call
        var site: Trace.Site?
        var count = 0
    }

    /// By the observable of the retry.
    private var retries: [Int: Retry] = [:]
    /// By the observable of the retry, the first error that it was told of.
    private var failed: [Int: Trace.Call] = [:]
    /// The subjects that have failed, and the call that says so.
    private var ended: [Int: Trace.Call] = [:]
    /// The subjects that each retry's attempts subscribed to.
    private var asked: [Int: Set<Int>] = [:]
    /// By the observable of the retry, such a subject that it subscribed to again.
    private var inVain: [Int: (subject: Int, again: Trace.Call)] = [:]
    private let text: SourceText

    static func wants(_ sort: CallSort) -> Bool {
        sort.operation == .on ? sort.event == .error : sort.role == .subject
    }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        if call.operation == .subscribe {
            guard walk.role == .subject, let id = call.node, walk.node(id)?.site != nil,
                !walk.behaviors.contains(.inside),
                let retry = walk.sink(of: walk.attempt?.call.node).flatMap({ walk.observable(of: $0.id) })?.id
            else { return }
            let isFirst = asked[retry, default: []].insert(id).inserted
            guard !isFirst, ended[id] != nil, failed[retry] != nil, inVain[retry] == nil else { return }
            inVain[retry] = (id, call)
            return
        }
        if call.eventKind == .error, walk.role == .subject, let id = call.node, ended[id] == nil, isByUser(in: walk) {
            ended[id] = call
        }
        guard call.eventKind == .error, let sink = walk.sink(of: call.node),
            let operation = walk.observable(of: sink.id),
            let row = walk.subscription(call.subscription)
        else { return }
        let word = walk.word(for: operation)
        if word.hasPrefix("retry") {
            if failed[operation.id] == nil { failed[operation.id] = call }
        } else if word.hasPrefix("catch"), let retry = retry(around: row, in: walk), answers(word, at: operation.site) {
            retries[retry] = retries[retry] ?? Retry(caught: call, site: operation.site)
            retries[retry]?.count += 1
        }
    }

    /// The retry for whose attempt a subscription is.
    private func retry(around row: Trace.Subscription, in walk: TraceWalk) -> Int? {
        if let retry = walk.facts(of: row.id)?.chain.last(where: { isNamed("retry", $0, in: walk) }) { return retry }
        var parent = row.parent
        // A retry, and a catch too, subscribes to its source by a subscription of its own.
        for _ in 0..<4 {
            guard let end = walk.facts(of: parent)?.chain.last else { return nil }
            if isNamed("retry", end, in: walk) { return end }
            guard isNamed("catch", end, in: walk) else { return nil }
            parent = walk.subscription(parent)?.parent
        }
        return nil
    }

    /// Whether the user's code makes the call the walk has come to, rather than what shares a source.
    private func isByUser(in walk: TraceWalk) -> Bool {
        guard let caller = walk.caller?.call else { return true }
        return caller.operation == .handler || caller.operation == .invoke
    }

    private func isNamed(_ word: String, _ id: Int, in walk: TraceWalk) -> Bool {
        walk.node(id).map { walk.word(for: $0).hasPrefix(word) } == true
    }

    /// Whether a catch answers each error.
    private func answers(_ word: String, at site: Trace.Site?) -> Bool {
        if word != "catch", word != "catchError" { return true }
        return site.map { site in text.answer(at: site, word) { answersEach(word, at: site) } } ?? false
    }

    private func answersEach(_ word: String, at site: Trace.Site) -> Bool {
        guard let start = text.code(from: site).range(of: word) else { return false }
        let rest = text.code(from: site)[start.upperBound...].drop { $0.isWhitespace || $0 == "(" }
        guard rest.first == "{", let content = SourceCode.bracketed(rest) else { return false }
        return !content.contains(#/\b(?:throw|error\(|if|guard|switch)\b|\?/#.wordBoundaryKind(.simple))
    }

    /// The retries that ask a subject again which has failed: it has nothing else to say.
    private func again(in walk: TraceWalk) -> [Trace.Finding] {
        inVain.sorted { $0.key < $1.key }.compactMap { id, asked in
            guard let node = walk.node(id), let subject = walk.node(asked.subject) else { return nil }
            return finding(
                "\(walk.name(of: node)) asks \(walk.name(of: subject)) again, which has failed for good", at: node.site,
                [
                    .init("it failed", call: ended[asked.subject]?.id, site: subject.site),
                    .init("asked again", call: asked.again.id),
                ], remedy: "make the request in deferred, so that each attempt makes its own")
        }
    }

    /// The retries whose only attempt is the first.
    private func single(in walk: TraceWalk) -> [Trace.Finding] {
        failed.sorted { $0.key < $1.key }.compactMap { id, error in
            guard let node = walk.node(id), let site = node.site,
                text.code(from: site, lines: 1).contains(#/\Wretry\(\s*1\s*\)/#)
            else { return nil }
            return finding(
                "\(walk.name(of: node)) has one attempt, the first: it hands the error on", at: site,
                [.init("the error that ends it: \(CallText.event(error))", call: error.id)],
                remedy: "use retry(2) for one more attempt: it counts the first too")
        }
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        single(in: walk) + again(in: walk)
            + retries.sorted { $0.key < $1.key }.compactMap { id, retry in
                guard failed[id] == nil, let node = walk.node(id) else { return nil }
                return finding(
                    "\(walk.name(of: node)) never hears of an error: a catch above it answers each", at: node.site,
                    [.init("the error is answered here", call: retry.caught.id, site: retry.site)], count: retry.count)
            }
    }
}
