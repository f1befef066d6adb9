/// A retry around two requests makes the first again, for the second failed.
struct RepeatedStep: LintRule {
    static let definition = LintDefinition(
        name: "repeated-step", severity: .warning,
        summary: "retry does a step again because the next one failed",
        explanation: """
            Fires where a retry stands around a flatMap whose source handed on an element and whose inner source then
            failed, and the next attempt runs the closure of the source's create again: what it did is done twice. The
            function that makes the source has to have a name that says that it changes something (order, add, save,
            send, upload … read in the source). The line is that of the retry. No fault: a retry inside the closure of
            the flatMap; a source that failed itself; one that only reads, which costs no more than time. A note: the
            attempt of a retry that fails has a scan over a subject, whose next attempt begins anew, without what it had
            accumulated. Fires too where the source is a list whose first element was done, by a function of such a name
            in the closure of flatMap or concatMap, when a later one failed: each attempt begins with the first. Fires
            too where a timeout below such a source made the error: the request may have arrived all the same.
            """,
        example: """
            order(book)
                .flatMap { receipt($0) }  // fails
                .retry(3)  // orders again
            """,
        remedy: "put retry into the closure of flatMap, behind the step that fails")
    static let opening: Set<Trace.Operation> = [.subscribe, .on, .handler]

    /// One attempt of a retry, by its subscription.
    private struct Attempt {
        var retry: Int
        /// The sources whose closures ran in it, and the calls.
        var ran: [Int: Int] = [:]
        /// The element that the source handed to a flatMap, and whether the source failed itself.
        var step: Trace.Call?
        var hasFailed = false
        /// The first source that an operator below began in it for an element.
        var child: Int?
    }

    private struct Failure {
        var attempt: Int
        var error: Int
    }

    private struct Found {
        var source: Int
        var ran: Int
        var error: Int
        var again: Int
        var count: Int
    }

    private var attempts: [Int: Attempt] = [:]
    /// By the sink of the retry, the attempt that failed in its second step.
    private var failures: [Int: Failure] = [:]
    private var found: [Int: Found] = [:]
    /// The attempts with a scan that was handed elements; and, by the retry, one that failed, and whether another began.
    private var accumulated: [Int: Int] = [:]
    private var forgotten: [Int: (scan: Int, error: Trace.Call, again: Trace.Call?)] = [:]
    private static let scanRemedy = "put retry above scan, which then goes on with what it has"
    private let text: SourceText

    static func wants(_ sort: CallSort) -> Bool {
        switch sort.operation {
        case .on: sort.role == .sink || sort.behaviors.contains(.retries)
        case .handler: sort.role == .sink && sort.runs([.creates])
        default: true
        }
    }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard let row = call.subscription else { return }
        switch call.operation {
        case .subscribe:
            if let parent = walk.subscription(row)?.parent, attempts[parent] != nil, attempts[parent]?.child == nil,
                walk.begins(call)
            {
                attempts[parent]?.child = row
            }
            guard walk.begins(call), let frame = walk.attempt, let retry = walk.sink(of: frame.call.node)?.id,
                isAttempt(row, of: frame.call, in: walk)
            else { return }
            attempts[row] = Attempt(retry: retry)
            if forgotten[retry]?.again == nil { forgotten[retry]?.again = call }
        case .handler:
            noteRun(call, row, in: walk)
        default:
            if call.eventKind == .error, walk.behaviors.contains(.retries) {
                noteFailure(call, row, in: walk)
            } else if attempts[row] != nil, walk.role == .sink, walk.behaviors.contains(.accumulates) {
                if call.eventKind == .next { accumulated[row] = call.node }
            } else if attempts[row] != nil, walk.role == .sink, walk.asksEach(call.node) {
                if call.eventKind == .next, attempts[row]?.step == nil { attempts[row]?.step = call }
                if call.eventKind == .error { attempts[row]?.hasFailed = true }
            }
        }
    }

    /// Whether a retry itself subscribes, rather than an operator above it: at its start, or as an attempt has failed.
    private func isAttempt(_ row: Int, of call: Trace.Call, in walk: TraceWalk) -> Bool {
        let parent = walk.subscription(row)?.parent
        return parent == call.subscription || parent == walk.subscription(call.subscription)?.parent
    }

    private mutating func noteRun(_ call: Trace.Call, _ row: Int, in walk: TraceWalk) {
        guard let attempt = attempts[row], !walk.kinds(of: call).isDisjoint(with: [.creates]),
            let source = call.node.flatMap({ walk.observable(of: $0) }), source.site != nil,
            ["create", "deferred"].contains(walk.word(for: source))
        else { return }
        attempts[row]?.ran[source.id] = call.id
        guard let failure = failures[attempt.retry], failure.attempt != row,
            let ran = attempts[failure.attempt]?.ran[source.id]
        else { return }
        if found[attempt.retry] == nil {
            found[attempt.retry] = Found(source: source.id, ran: ran, error: failure.error, again: call.id, count: 0)
        }
        found[attempt.retry]?.count += 1
    }

    private mutating func noteFailure(_ call: Trace.Call, _ row: Int, in walk: TraceWalk) {
        guard let sink = walk.sink(of: call.node)?.id else { return }
        failures[sink] = nil
        if forgotten[sink] == nil, let scan = accumulated[row], let last = walk.facts(of: row)?.chain.last,
            walk.node(last)?.role == .subject
        {
            forgotten[sink] = (scan, call, nil)
        }
        guard let attempt = attempts[row], attempt.step != nil && !attempt.hasFailed || isByTimeout(in: walk) else {
            return
        }
        failures[sink] = Failure(attempt: row, error: call.id)
    }

    /// Whether a timeout made the error that the walk has come to.
    private func isByTimeout(in walk: TraceWalk) -> Bool {
        let work = walk.callers.first { $0.call.operation == .invoke || $0.call.operation == .handler }?.work
        return work?.askedBy.flatMap { walk.observable(of: $0) }.map { walk.word(for: $0) } == "timeout"
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        repeated(in: walk) + listed(in: walk)
            + forgotten.sorted { $0.key < $1.key }.compactMap { retry, lost in
                guard let again = lost.again, let observable = walk.observable(of: retry),
                    let scan = walk.node(lost.scan)
                else { return nil }
                return finding(
                    "\(walk.name(of: observable)) begins \(walk.name(of: scan)) anew: what it had accumulated is lost",
                    at: observable.site,
                    [
                        .init("the error", call: lost.error.id),
                        .init("it begins anew", call: again.id, site: walk.observable(of: scan.id)?.site),
                    ], severity: .note, remedy: Self.scanRemedy)
            }
    }

    /// The retries that begin a list anew, whose first element was done when a later one failed.
    private func listed(in walk: TraceWalk) -> [Trace.Finding] {
        Dictionary(grouping: attempts, by: \.value.retry).sorted { $0.key < $1.key }.compactMap { retry, attempts in
            let attempts = attempts.sorted { $0.key < $1.key }
            let pair = zip(attempts, attempts.dropFirst()).first { before, after in
                after.value.child != nil
                    && before.value.child.flatMap { walk.subscription($0)?.ended } == Trace.Event.Kind.completed.name
            }
            guard found[retry] == nil, let (before, after) = pair, let chain = walk.facts(of: before.key)?.chain,
                let list = walk.node(chain.last), list.role == .observable, list.behaviors.isEmpty,
                let step = chain.compactMap({ walk.node($0) }).first(where: { isStep($0, in: walk) }),
                let site = step.site, let observable = walk.observable(of: retry),
                let function = ChangingCalls(text: text).name(inClosureOf: walk.word(for: step), at: site)
            else { return nil }
            return finding(
                "\(walk.name(of: observable)) does \(function)() again for the elements before the one that failed",
                at: observable.site,
                [
                    .init("done for the first", call: before.value.child.flatMap { walk.facts(of: $0)?.call }),
                    .init("done for it again", call: after.value.child.flatMap { walk.facts(of: $0)?.call }),
                ], remedy: "put retry into the closure, behind \(function)()")
        }
    }

    private func isStep(_ node: Trace.Node, in walk: TraceWalk) -> Bool {
        let word = walk.word(for: node)
        return word.hasPrefix("flatMap") || word == "concatMap"
    }

    private func repeated(in walk: TraceWalk) -> [Trace.Finding] {
        found.sorted { $0.key < $1.key }.compactMap { retry, found in
            guard let observable = walk.observable(of: retry), let source = walk.node(found.source) else { return nil }
            // One that has the retry, too, says what all of it does.
            guard let function = source.site.flatMap({ SourceFunction(around: $0, in: text)?.name }),
                observable.site.flatMap({ SourceFunction(around: $0, in: text)?.name }) != function,
                SourceCode.words(of: function).first.map(ChangingCalls.verbs.contains) == true
            else { return nil }
            return finding(
                "\(walk.name(of: observable)) does \(function)() again, for what follows it failed",
                at: observable.site,
                [
                    .init("done here", call: found.ran, site: source.site),
                    .init("the step behind it fails", call: found.error), .init("done again", call: found.again),
                ], count: found.count)
        }
    }
}
