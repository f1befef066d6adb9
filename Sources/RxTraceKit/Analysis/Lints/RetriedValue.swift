/// A retry asks again with a value that was read once, before its first attempt.
struct RetriedValue: LintRule {
    static let definition = LintDefinition(
        name: "retried-value", severity: .warning,
        summary: "retry asks again with a value that was read only once",
        explanation: """
            Fires where retry or retry(when:) subscribes again, after an error, to a `just(session.token)` that was made
            before it: its element is a variable that the file sets elsewhere (both read in the source), and was read as
            the observable was made. Each attempt is handed the first value, also where it was renewed meanwhile. The
            line is that of just. No fault: just in the closure of deferred, which is made anew for each attempt; a
            constant; a variable that nobody sets; a just that stands below the retry.
            """,
        example: """
            Observable.just(session.token)  // reads now
                .flatMap { load($0) }
                .retry(when: { $0.flatMap { _ in session.renew() } })
            """,
        remedy: "use deferred { .just(token) }, which reads it for each attempt")
    static let opening: Set<Trace.Operation> = [.subscribe, .on]

    private struct Use: Hashable {
        var observable: Int
        var retry: Int
    }

    private struct Attempts {
        var first: Int
        var again: Int?
        /// How many errors the retry had been told of at the first.
        var errors: Int
    }

    private var attempts: [Use: Attempts] = [:]
    /// The errors that each retry was told of, by its sink.
    private var errors: [Int: Int] = [:]
    private let text: SourceText

    static func wants(_ sort: CallSort) -> Bool {
        sort.operation == .on
            ? sort.event == .error && sort.behaviors.contains(.retries)
            : sort.role == .observable && sort.behaviors.isEmpty
    }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard let id = call.node else { return }
        if call.operation == .on {
            guard call.eventKind == .error, walk.behaviors.contains(.retries), let sink = walk.sink(of: id) else {
                return
            }
            errors[sink.id, default: 0] += 1
        } else if walk.role == .observable, walk.behaviors.isEmpty, walk.node(id)?.site != nil,
            let retry = walk.sink(of: walk.attempt?.call.node)?.id
        {
            let use = Use(observable: id, retry: retry)
            if let known = attempts[use] {
                if known.again == nil, errors[retry, default: 0] > known.errors { attempts[use]?.again = call.id }
            } else {
                attempts[use] = Attempts(first: call.id, errors: errors[retry, default: 0])
            }
        }
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        var told: Set<Int> = []
        return attempts.sorted { $0.value.first < $1.value.first }.compactMap { use, attempts in
            guard let again = attempts.again, let node = walk.node(use.observable), let site = node.site,
                walk.word(for: node) == "just", let variable = variable(at: site), told.insert(node.id).inserted
            else { return nil }
            let retry = walk.observable(of: use.retry).map { walk.name(of: $0) } ?? "retry"
            return finding(
                "\(retry) asks again with the \(variable) that was read before the first attempt", at: site,
                [.init("the first attempt", call: attempts.first), .init("after an error, again", call: again)])
        }
    }

    /// The variable that a just at a site is handed, if its file sets it.
    private func variable(at site: Trace.Site) -> String? {
        let line = text.code(from: site, lines: 1)
        guard line.matches(of: #/just\(/#).count == 1,
            let match = line.firstMatch(of: #/just\(\s*((?:\w+\.)*([a-z]\w*))\s*\)/#)
        else { return nil }
        let name = String(match.2)
        let isSet = text.lines(of: site.file).contains { line in
            let code = SourceCode.plain(line)
            return code.matches(of: #/(?:(\w+)\s+)?(?:\w+\.)*([a-z]\w*)\s*=(?!=)/#).contains { set in
                set.2 == name && set.1 != "let" && set.1 != "var"
            }
        }
        return isSet ? String(match.1) : nil
    }
}
