/// A retry never hears of an error, for a catch above it answers each.
struct UselessRetry: LintRule {
    static let definition = LintDefinition(
        name: "useless-retry", severity: .warning,
        summary: "retry stands below a catch, and never tries again",
        explanation: """
            Fires where catchAndReturn, or a catch whose closure always answers (read in the source), stands in the source
            of a retry, answered an error, and the retry never had one: it cannot try again. The line is that of the
            retry. No fault: a catch below the retry; one in the closure of a flatMap; one that throws some errors or
            hands them on; a retry that did have an error.
            """,
        example: """
            load().catchAndReturn([])
                .retry(3)  // never: there is no error any more
            """,
        remedy: "put retry above the catch, which answers the last error then")
    static let opening: Set<Trace.Operation> = [.on]

    private struct Retry {
        var caught: Trace.Call
        var site: Trace.Site?
        var count = 0
    }

    /// By the observable of the retry.
    private var retries: [Int: Retry] = [:]
    private var failed: Set<Int> = []
    private let text: SourceText

    static func wants(_ sort: CallSort) -> Bool { sort.event == .error }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard call.eventKind == .error, let sink = walk.sink(of: call.node),
            let operation = walk.observable(of: sink.id),
            let row = walk.subscription(call.subscription)
        else { return }
        let word = walk.word(for: operation)
        if word.hasPrefix("retry") {
            failed.insert(operation.id)
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

    private func isNamed(_ word: String, _ id: Int, in walk: TraceWalk) -> Bool {
        walk.node(id).map { walk.word(for: $0).hasPrefix(word) } == true
    }

    /// Whether a catch answers each error.
    private func answers(_ word: String, at site: Trace.Site?) -> Bool {
        if word != "catch", word != "catchError" { return true }
        guard let site, let start = text.code(from: site).range(of: word) else { return false }
        let rest = text.code(from: site)[start.upperBound...].drop { $0.isWhitespace || $0 == "(" }
        guard rest.first == "{", let content = SourceCode.bracketed(rest) else { return false }
        return !content.contains(#/\b(?:throw|error\(|if|guard|switch)\b|\?/#)
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        retries.sorted { $0.key < $1.key }.compactMap { id, retry in
            guard !failed.contains(id), let node = walk.node(id) else { return nil }
            return finding(
                "\(walk.name(of: node)) never hears of an error: a catch above it answers each", at: node.site,
                [.init("the error is answered here", call: retry.caught.id, site: retry.site)], count: retry.count)
        }
    }
}
