/// A handler that belongs on the main thread runs on another.
struct WrongThread: LintRule {
    static let definition = LintDefinition(
        name: "wrong-thread", severity: .error,
        summary: "a handler that belongs on the main thread runs elsewhere",
        explanation: """
            Fires where a handler runs off the main thread although you said that it has to run there. Say so in one of
            two ways. On the command line: --main-thread PATTERN, where the pattern is a place of the subscribe
            ('Views/*.swift', 'Cell.swift', 'Cell.swift:12', '*' for all) or the label of a handler ('onNext',
            'binding', 'transform'). In the source: a comment `// rxtrace:main-thread` at the subscribe, or alone on the
            line before it or before its statement. A place means the handlers of the subscription (onNext, onError,
            onCompleted) and of do; closures of operators such as map may well run elsewhere. A do on another line than
            the subscribe has a place of its own: a comment before the statement is about both, a comment at the
            subscribe or right above its line is not about the do. Without a pattern or comment the rule finds nothing.
            """,
        example: """
            // rxtrace:main-thread
            load().subscribe(on: background).subscribe(onNext: { label.text = $0 })
            """,
        remedy: "put observe(on: MainScheduler.instance) before the subscribe",
        signalRemedy: "put deliverOn(.mainThreadScheduler) before the subscribe")
    static let opening: Set<Trace.Operation> = [.handler]

    private struct Key: Hashable {
        var site: Trace.Site?
        var label: String
    }

    private let patterns: [TracePattern]
    private let text: SourceText
    private var isRuled: [Trace.Site: Bool] = [:]
    private var isGiven: [Key: Bool] = [:]
    private var found: [Key: (count: Int, call: Trace.Call)] = [:]

    init(_ options: LintOptions) {
        patterns = options.mainThread
        text = options.text
    }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard call.operation == .handler, let label = call.label, !walk.isMain(call.thread) else { return }
        let kinds = walk.kinds(of: call)
        let isTold = !kinds.isDisjoint(with: Trace.ClosureKind.toldOfEvents)
        guard isTold || !patterns.isEmpty else { return }
        let site = call.node.flatMap { walk.observable(of: $0)?.site } ?? walk.site(of: call.subscription)
        let isMeant =
            patterns.contains { $0.description != "*" && $0.matches(label) }
            || isTold && site.map { isRuled($0) } == true
        guard isMeant, !walk.isOnMainScheduler, kinds.contains(.next) || isGiven(label, at: site) else { return }
        let key = Key(site: site, label: label)
        found[key] = (found[key].map { $0.count + 1 } ?? 1, found[key]?.call ?? call)
    }

    /// Whether the user's code gave such a closure, where a `subscribe(with:)` has them all.
    private mutating func isGiven(_ label: String, at site: Trace.Site?) -> Bool {
        guard let site else { return true }
        let key = Key(site: site, label: label)
        if let known = isGiven[key] { return known }
        let result = !SourceCode.isWithout(label, subscribeWithIn: text.code(from: site))
        isGiven[key] = result
        return result
    }

    private mutating func isRuled(_ site: Trace.Site) -> Bool {
        if let known = isRuled[site] { return known }
        let marked = text.notes(at: site).contains { $0.contains("// rxtrace:main-thread") }
        let result = marked || patterns.contains { $0.matches(site) }
        isRuled[site] = result
        return result
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        found.map { key, entry in
            let thread = walk.threadName(entry.call.thread)
            let evidence: [Trace.Finding.Evidence] = [
                .init("\(key.label) runs on \(thread)", call: entry.call.id, site: key.site)
            ]
            return finding(
                "\(key.label) runs on \(thread), not on the main thread", at: key.site, evidence, count: entry.count)
        }
    }
}
