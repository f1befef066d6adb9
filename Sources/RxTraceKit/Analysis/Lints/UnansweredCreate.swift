/// A create's closure returns early, and its observer never hears of anything.
struct UnansweredCreate: LintRule {
    static let definition = LintDefinition(
        name: "unanswered-create", severity: .warning,
        summary: "create returns early, and sends neither error nor end",
        explanation: """
            Fires where the closure of a create did nothing but return an empty disposable, in a branch of its own
            (guard … else { return Disposables.create() }, read in the source), and its subscription got no event by the
            end: who subscribed waits for ever. The line is that of the return. Fires too where the closure of a Single,
            Maybe or Completable names its observer, does something, and never uses it. A note: the closure hands work
            on to something else in another branch, and never answered in this run of the program. A note too: the
            closure of a Single, Maybe or Completable uses its observer in one if without an else, and nothing came; the
            line is that of the if. No fault: a branch that sends an error, an element or completed first; a closure
            that hands its observer on to something else; one that always returns so, as never does.
            """,
        example: """
            Observable<User>.create { observer in
                guard let id else { return Disposables.create() }  // and no event
                …
            }
            """,
        remedy: "send onError or onCompleted before this return",
        signalRemedy: "send error or completed before this return")
    static let opening: Set<Trace.Operation> = [.handler, .on, .schedule, .subscribe]
    static let closing: Set<Trace.Operation> = [.handler]

    private struct Run {
        var call: Trace.Call
        var subscription: Int
    }

    /// The runs of closures in which nothing happened, by their sink.
    private var silent: [Int: Run] = [:]
    /// The closures that run.
    private var running: [Int: Run] = [:]
    /// The places of creates that answered somebody.
    private var answered: Set<Trace.Site> = []
    private let text: SourceText

    static func wants(_ sort: CallSort) -> Bool {
        sort.operation == .schedule || sort.operation == .subscribe
            || sort.role == .sink && sort.behaviors.contains(.sentTo)
                && (sort.operation == .on || sort.runs([.creates]))
    }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        if call.operation == .schedule || call.operation == .subscribe {
            // Something else may answer.
            if !running.isEmpty, let sink = walk.callingHandler?.call.node { running[sink] = nil }
            return
        }
        guard let sink = call.node, walk.role == .sink, walk.behaviors.contains(.sentTo) else { return }
        if call.operation == .on {
            running[sink] = nil
            silent[sink] = nil
            if let site = walk.observable(of: sink)?.site { answered.insert(site) }
        } else if walk.kinds(of: call).contains(.creates), let row = call.subscription {
            running[sink] = Run(call: call, subscription: row)
        }
    }

    mutating func closed(_ call: Trace.Call, in walk: TraceWalk) {
        guard let sink = call.node, let run = running.removeValue(forKey: sink), run.call.id == call.id else { return }
        silent[sink] = run
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        silent.sorted { $0.key < $1.key }.compactMap { sink, run in
            guard let create = walk.observable(of: sink), let site = create.site, hasWaited(run, in: walk) else {
                return nil
            }
            guard let line = earlyReturn(at: site) else {
                return mute(create, at: site, run, in: walk) ?? lonelyAnswer(of: create, at: site, run, in: walk)
            }
            return finding(
                "\(walk.name(of: create)) returns here and sends nothing: its subscriber waits for ever", at: line,
                [
                    .init("the closure runs and sends nothing", call: run.call.id, site: site),
                    .init(
                        "subscribed", call: walk.facts(of: run.subscription)?.call,
                        site: walk.site(of: run.subscription)),
                ], severity: answered.contains(site) || !handsOn(at: site) ? nil : .note)
        }
    }

    /// A request whose closure does its work, and has no word of its observer.
    private func mute(
        _ create: Trace.Node, at site: Trace.Site, _ run: Run, in walk: TraceWalk
    ) -> Trace.Finding? {
        guard isRequest(at: site), isMute(at: site) else { return nil }
        return finding(
            "\(walk.name(of: create)) never uses its observer: its subscriber waits for ever",
            at: SourcePlaces(text: text).emptyDisposable(ofCreateAt: site) ?? site,
            [.init("the closure runs, and no answer comes", call: run.call.id, site: site)],
            remedy: "send success or completed when the work is done")
    }

    /// Whether the closure of a create names its observer, does something and never uses that.
    private func isMute(at site: Trace.Site) -> Bool {
        text.answer(at: site) {
            guard let content = CreateClosure.content(in: text.code(from: site)) else { return false }
            let (parameters, body) = SourceCode.closure(content)
            let observer = CreateClosure.observer(in: content)
            return !parameters.isEmpty && observer != "_" && observer != "$0"
                && CreateClosure.uses(of: observer, in: content).isEmpty
                && !body.contains(#/^(?:return\s+)?Disposables\.create\(\s*\)\s*$/#)
        }
    }

    /// A request whose closure answers under a condition alone, and did not.
    private func lonelyAnswer(
        of create: Trace.Node, at site: Trace.Site, _ run: Run, in walk: TraceWalk
    ) -> Trace.Finding? {
        guard walk.root(of: run.subscription).flatMap({ walk.facts(of: $0)?.end }) == nil, isRequest(at: site),
            let line = condition(inCreateAt: site)
        else { return nil }
        return finding(
            "\(walk.name(of: create)) answers in this case only: its subscriber waits for ever in any other", at: line,
            [.init("the closure runs, and no answer comes", call: run.call.id, site: site)], severity: .note,
            remedy: "answer in the other case as well: an error, or completed")
    }

    /// Whether a create makes something that has to answer: a Single, a Maybe or a Completable.
    private func isRequest(at site: Trace.Site) -> Bool {
        text.answer(at: site) {
            let line = text.code(from: site, lines: 1)
            let word = #/\b(?:Single|Maybe|Completable)\b/#
            return line.contains(word) || SourceFunction(around: site, in: text)?.head.contains(word) == true
        }
    }

    /// The line of the only condition under which the closure of a create uses its observer, where nothing stands for the
    /// other case.
    private func condition(inCreateAt site: Trace.Site) -> Trace.Site? {
        text.answer(at: site) {
            let code = text.code(from: site)
            guard let content = CreateClosure.content(in: code) else { return nil }
            let uses = CreateClosure.uses(of: CreateClosure.observer(in: content), in: content)
            guard let first = uses.first?.lowerBound, let last = uses.last?.upperBound else { return nil }
            for start in content.ranges(of: #/\bif\b/#).reversed() where start.lowerBound < first {
                guard let brace = content[start.upperBound...].firstIndex(of: "{"),
                    let block = SourceCode.bracketed(content[brace...]), brace < first, block.endIndex >= last
                else { continue }
                let behind = content[block.endIndex...].dropFirst().drop { $0.isWhitespace }
                return behind.hasPrefix("else")
                    ? nil : SourcePlaces(text: text).place(of: start.lowerBound, in: code, from: site)
            }
            return nil
        }
    }

    /// Whether nobody left the subscription at once.
    private func hasWaited(_ run: Run, in walk: TraceWalk) -> Bool {
        guard let root = walk.root(of: run.subscription), let facts = walk.facts(of: root) else { return false }
        return facts.end == nil || facts.isDisposed
    }

    /// Whether the closure of a create hands work on to something that may answer later.
    private func handsOn(at site: Trace.Site) -> Bool {
        text.answer(at: site) {
            CreateClosure.content(in: text.code(from: site))?.contains(
                #/\basync|Task\b|Timer|schedule|[a-z]\w*(?:\([^()]*\))?\s*\{[^{}]*\bin\b/#.wordBoundaryKind(.simple))
                ?? true
        }
    }

    /// The only return of an empty disposable in a branch of the closure of a create that sends nothing before it.
    private func earlyReturn(at site: Trace.Site) -> Trace.Site? {
        text.answer(at: site) {
            let code = text.code(from: site)
            guard let content = CreateClosure.content(in: code), !code[..<content.startIndex].contains("\n") else {
                return nil
            }
            var found: [String.Index] = []
            for brace in content.indices where content[brace] == "{" {
                guard let block = SourceCode.bracketed(content[brace...]),
                    let match = block.prefixMatch(of: #/\s*(return\s+)Disposables\.create\(\s*\)\s*$/#)
                else { continue }
                let before = content[..<brace].split { $0.isWhitespace }.suffix(12)
                guard before.contains("guard") || before.contains("if") || before.last == "else" else { continue }
                found.append(match.1.startIndex)
            }
            guard found.count == 1 else { return nil }
            return SourcePlaces(text: text).place(of: found[0], in: code, from: site)
        }
    }
}
