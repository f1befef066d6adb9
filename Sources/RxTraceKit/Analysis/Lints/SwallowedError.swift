/// An error ends where nobody looks at it.
struct SwallowedError: LintRule {
    static let definition = LintDefinition(
        name: "swallowed-error", severity: .warning,
        summary: "an error reaches an empty handler, or none",
        explanation: """
            Fires where an error reaches a subscription without onError, or one whose onError is a closure that does
            nothing; and where the closure of a catch ignores the error and answers empty or never (a note: the source
            is one of many, as that of flatMap for one of a subject's elements, or for one tick of a timer, so that it
            is left out and the next one comes). Fires too where the signals of retry(when:) end as an error comes, as
            with take(3), or after a delay that began then: the chain completes, and nobody hears of the error. Fires
            too where materialize makes an element of it, and only those with an element are taken on, in a file that
            reads no error. The rule reads in the source whether a closure is empty: without the file it does not find
            that part. No fault: an error that a do(onError:) of the chain has seen, or that retry, materialize or
            catchAndReturn takes up; one that toBlocking throws; an empty answer after which concat or
            ifEmpty(switchTo:) goes on with another source.
            """,
        example: """
            save().subscribe(onNext: showSaved, onError: { _ in })
            """,
        remedy: "show or log the error; or answer it, by catchAndReturn")
    static let opening: Set<Trace.Operation> = [.on, .onCore, .handler, .forwardOn]
    static let closing: Set<Trace.Operation> = [.onCore]

    private let text: SourceText
    /// Errors that are being delivered to a subscription.
    private var pending: [Int: Trace.Call] = [:]
    /// The user's subscriptions in which a do has seen an error.
    private var seen: Set<Int> = []
    /// The last error that each retry was handed, and the operators that were handed their end as one was.
    private var failures: [Int: Trace.Call] = [:]
    private var ending: Set<Int> = []
    private var found: [Trace.Site?: Trace.Finding] = [:]
    /// The catches that answered nothing in a source which concat may follow by another.
    private var passed: [Trace.Site: (handler: Trace.Call, severity: Trace.Finding.Severity?)] = [:]
    /// The first error that each line of materialize made an element of.
    private var materialized: [Trace.Site: Trace.Call] = [:]

    static func wants(_ sort: CallSort) -> Bool {
        switch sort.operation {
        case .onCore: sort.event == .error && sort.role == .observer
        case .on:
            sort.role == .sink && (sort.event == .completed || sort.event == .error && sort.behaviors.isEmpty)
                || isFailure(sort.event, sort.behaviors)
        case .forwardOn: sort.event == .completed && sort.behaviors.contains(.retries)
        default:
            switch sort.role {
            case nil: false
            case .sink: sort.runs([.error]) || sort.behaviors.contains(.continues) && sort.runs([.answers])
            default: true
            }
        }
    }

    init(_ options: LintOptions) {
        text = options.text
    }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        switch call.operation {
        case .on: lookAtEnd(call, in: walk)
        case .onCore:
            guard call.eventKind == .error, walk.role == .observer else { return }
            pending[call.id] = call
        case .handler:
            guard let role = walk.role, let label = call.label else { return }
            let kinds = walk.kinds(of: call)
            if role == .sink, kinds.contains(.error) {
                if let root = walk.root(of: call.subscription) { seen.insert(root) }
            } else if let parent = call.parent, let core = pending[parent] {
                pending[parent] = nil
                if kinds == [.error] { lookAtHandler(label, of: core, in: walk) }
            } else if walk.behaviors.contains(.continues), kinds.contains(.answers), let node = walk.node(call.node) {
                lookAtCatch(call, sink: node, in: walk)
            }
        case .forwardOn: lookAtRetry(call, in: walk)
        default: break
        }
    }

    /// Whether an event tells a retry that its source failed.
    private static func isFailure(_ event: Trace.Event.Kind?, _ behaviors: Trace.Behaviors) -> Bool {
        event == .error && behaviors.contains(.retries)
    }

    /// Notes what retries are handed, and whose end comes meanwhile.
    private mutating func lookAtEnd(_ call: Trace.Call, in walk: TraceWalk) {
        if Self.isFailure(call.eventKind, walk.behaviors) {
            if let sink = walk.sink(of: call.node) { failures[sink.id] = call }
        } else if call.eventKind == .completed, walk.role == .sink, let id = call.node,
            walk.callers.contains(where: { Self.isFailure($0.call.eventKind, $0.behaviors) })
        {
            ending.insert(id)
        } else if call.eventKind == .error, walk.role == .sink, walk.behaviors.isEmpty,
            let operation = call.node.flatMap({ walk.observable(of: $0) }), let site = operation.site,
            materialized[site] == nil, walk.word(for: operation) == "materialize", !isSeen(call, in: walk)
        {
            materialized[site] = call
        }
    }

    /// Where what materialize makes of errors is left out: below it the elements are taken, and the file reads no error.
    private func leavingOut(below site: Trace.Site) -> Trace.Site? {
        let isRead = text.codeLines(of: site.file).contains { line in
            line.contains(
                #/[\w)?]\.error(?!\w|\s*\()|case\s+(?:let\s+)?\.error|\.isStopEvent|\.errors\(\)|dematerialize/#)
        }
        let code = text.code(from: site, lines: 12)
        guard !isRead, let element = code.firstRange(of: #/\.element(?!\w)/#) else { return nil }
        return SourcePlaces(text: text).place(of: element.lowerBound, in: code, from: site)
    }

    /// A retry that completes in the very call that told it of an error, or by work that this call asked for.
    private mutating func lookAtRetry(_ call: Trace.Call, in walk: TraceWalk) {
        guard call.eventKind == .completed, walk.behaviors.contains(.retries), let sink = walk.sink(of: call.node),
            let error = failures[sink.id], isBySignals(sink, since: error, in: walk), !isSeen(call, in: walk)
        else { return }
        let retry = walk.observable(of: sink.id)
        add(
            "the signals of \(retry.map { walk.name(of: $0) } ?? "retry") end: it hands on completed in place of "
                + CallText.event(error), at: lastSignal(in: walk) ?? retry?.site, error)
    }

    /// Whether it is the signals of a retry that end, rather than the source it has tried again.
    private func isBySignals(_ sink: Trace.Node, since error: Trace.Call, in walk: TraceWalk) -> Bool {
        let source = walk.subscription(error.subscription)?.node
        return walk.callers.contains { frame in
            frame.call.eventKind == .completed && frame.call.operation == .on
                && walk.sink(of: frame.call.node)?.id == sink.id
                && walk.subscription(frame.call.subscription)?.node != source
        }
            && (walk.callers.contains { frame in
                if frame.call.operation == .forwardOn, frame.call.eventKind == .completed {
                    return frame.call.node.map(ending.contains) == true
                }
                return frame.call.eventKind == .error && walk.sink(of: frame.call.node)?.id == sink.id
            } || isSpent(error, in: walk))
    }

    /// The line of the operator that ends the signals of a retry, if it does so in work of its own.
    private func lastSignal(in walk: TraceWalk) -> Trace.Site? {
        guard !walk.callers.contains(where: { $0.call.eventKind == .error }) else { return nil }
        return walk.callers.first(where: isAtLast)?.call.node.flatMap { walk.observable(of: $0)?.site }
    }

    /// Whether a call hands an element to an operator that ends its sequence, as take(3) does by the third.
    private func isAtLast(_ frame: OpenCalls.Frame) -> Bool {
        frame.role == .sink && frame.behaviors.contains(.ends) && frame.call.operation == .on
            && frame.call.eventKind == .next
    }

    /// Whether nothing was tried again since an attempt has failed, and the last signal has just come, as that of take(3).
    private func isSpent(_ error: Trace.Call, in walk: TraceWalk) -> Bool {
        guard walk.callers.contains(where: isAtLast), let failed = walk.subscription(error.subscription),
            let parent = failed.parent
        else { return false }
        // The latest first: an older attempt tells nothing.
        return !walk.parts[parent].reversed().contains { row in
            (walk.facts(of: row)?.call ?? 0) > error.id && walk.subscription(row)?.node == failed.node
        }
    }

    /// Whether a subscription is the library's own, as that of `toBlocking`, which throws the error on.
    private func isOfLibrary(_ subscription: Int?, in walk: TraceWalk) -> Bool {
        guard let row = walk.subscription(subscription), row.parent == nil, row.site == nil else { return false }
        return walk.node(row.node)?.site != nil
    }

    mutating func closed(_ call: Trace.Call, in walk: TraceWalk) {
        guard call.operation == .onCore, pending.removeValue(forKey: call.id) != nil, !isSeen(call, in: walk),
            !isOfLibrary(call.subscription, in: walk)
        else { return }
        add(
            "\(CallText.event(call)) reaches a subscription without onError", at: walk.site(of: call.subscription), call
        )
    }

    private mutating func lookAtHandler(_ label: String, of core: Trace.Call, in walk: TraceWalk) {
        guard !isSeen(core, in: walk), let site = walk.subscription(core.subscription)?.site, found[site] == nil else {
            return
        }
        switch handling(label, at: site) {
        case .absent: add("\(CallText.event(core)) reaches a subscription without onError", at: site, core)
        case .empty: add("\(CallText.event(core)) is swallowed by an empty \(label)", at: site, core)
        case .some: break
        }
    }

    /// What the source of a subscribe does with an error.
    private enum Handling { case absent, empty, some }

    private func handling(_ label: String, at site: Trace.Site) -> Handling {
        text.answer(at: site, label) {
            let code = text.code(from: site)
            if SourceCode.isWithout(label, subscribeWithIn: code) { return .absent }
            return SourceCode.body("\(label):", in: code).map(isEmpty) == true ? .empty : .some
        }
    }

    private mutating func lookAtCatch(_ handler: Trace.Call, sink: Trace.Node, in walk: TraceWalk) {
        guard !isSeen(handler, in: walk), let site = walk.observable(of: sink.id)?.site, found[site] == nil else {
            return
        }
        let code = text.code(from: site)
        guard let content = catchClosure(in: code[...]), isNothing(SourceCode.closure(content).body),
            !isAnswered(after: code[content.endIndex...])
        else { return }
        // What switches goes on with the next source, and what is shown stays.
        let goesOn =
            SourceCode.closure(content).body.hasSuffix(".never()") && isSwitched(handler.subscription, in: walk)
            || isOneOfMany(handler.subscription, in: walk)
        if isStep(handler.subscription, in: walk) {
            if passed[site] == nil { passed[site] = (handler, goesOn ? .note : nil) }
        } else {
            add(Self.unanswered, at: site, handler, severity: goesOn ? .note : nil)
        }
    }

    private static let unanswered = "an error is swallowed by a catch that answers nothing"

    /// The code in the closure of the first `catch` or `catchError` in `code` that is given one.
    private func catchClosure(in code: Substring) -> Substring? {
        var rest = code
        while let start = rest.range(of: "catch") {
            rest = rest[start.upperBound...]
            var argument = (rest.hasPrefix("Error") ? rest.dropFirst("Error".count) : rest).drop { $0.isWhitespace }
            if argument.first == "(" { argument = argument.dropFirst().drop { $0.isWhitespace } }
            if argument.first == "{" { return SourceCode.bracketed(argument) }
        }
        return nil
    }

    /// Whether a handler's body does nothing, in one of the ways to write so.
    private func isEmpty(_ body: String) -> Bool {
        ["", "return", "()", "return ()", "_ = $0"].contains(body)
    }

    private func isSeen(_ call: Trace.Call, in walk: TraceWalk) -> Bool {
        walk.root(of: call.subscription).map(seen.contains) == true
    }

    private mutating func add(
        _ message: String, at site: Trace.Site?, _ call: Trace.Call, severity: Trace.Finding.Severity? = nil
    ) {
        guard found[site] == nil else { return }
        found[site] = finding(
            message, at: site, [.init("the error ends in this call", call: call.id)], severity: severity)
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        for (site, error) in materialized where !isSeen(error, in: walk) {
            guard let place = leavingOut(below: site) else { continue }
            add("\(CallText.event(error)) becomes an element that is left out", at: place, error)
        }
        for (site, pass) in passed where !isFollowed(pass.handler, in: walk) {
            add(Self.unanswered, at: site, pass.handler, severity: pass.severity)
        }
        return Array(found.values)
    }
}
