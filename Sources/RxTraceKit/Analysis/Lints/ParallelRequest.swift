/// Several that need the same at the same time ask for it each.
struct ParallelRequest: LintRule {
    static let definition = LintDefinition(
        name: "parallel-request", severity: .warning,
        summary: "the same request runs several times at once",
        explanation: """
            Fires where the closure of one line's create or deferred runs several times at once, each run begun in
            answer to another error, as the renewal of a token is for each request that was refused: one would do for
            all. The line is that of the create or deferred. A note: no error begins them, but each is of another call
            of the function, and all give the same element, as a picture that is asked for while it is being loaded. No
            fault: one after the other; different answers; a shared request; an attempt of a retry.
            """,
        example: """
            request.catch { _ in renewToken().flatMap { _ in request } }
            // three requests are refused: renewToken() asks three times
            """,
        remedy: "share the one that runs: keep it in a property, with share(replay: 1)",
        signalRemedy: "share the one that runs: keep it in a property, with replayLazily()")
    static let opening: Set<Trace.Operation> = [.handler, .on]

    private struct Run {
        var row: Int
        var root: Int
        var sink: Int
        var observable: Int
        var call: Trace.Call
        /// The error that it was begun for.
        var error: Int?
    }

    /// The runs of a line's closure that have not ended, and how many of them there are of each kind: most are like each
    /// other, and make no pair.
    private struct Line {
        private var runs = OrderedRows<Run>()
        private var roots = Tally<Int>()
        private var observables = Tally<Int>()
        private var chains = Tally<Chain>()
        private var errors = Tally<Int>()

        private struct Chain: Hashable {
            var root: Int
            var observable: Int

            init(_ run: Run) { (root, observable) = (run.root, run.observable) }
        }

        subscript(row: Int) -> Run? { runs[row] }

        mutating func add(_ run: Run) {
            runs.add(run, for: run.row)
            roots.add(run.root)
            observables.add(run.observable)
            chains.add(Chain(run))
            if let error = run.error { errors.add(error) }
        }

        mutating func remove(_ row: Int) {
            guard let run = runs.remove(row) else { return }
            roots.remove(run.root)
            observables.remove(run.observable)
            chains.remove(Chain(run))
            if let error = run.error { errors.remove(error) }
        }

        /// Those that were begun for another error: the first, and how many there are.
        func refused(besides error: Int) -> (first: Run, count: Int)? {
            let count = errors.total - errors[error]
            guard count > 0, let first = runs.all.first(where: { $0.error != nil && $0.error != error }) else {
                return nil
            }
            return (first, count)
        }

        /// Those of other observables, for others.
        func others(than run: Run) -> some Sequence<Run> {
            let count = runs.count - roots[run.root] - observables[run.observable] + chains[Chain(run)]
            return runs.all.lazy.filter { $0.observable != run.observable && $0.root != run.root }.prefix(count)
        }
    }

    private var running: [Trace.Site: Line] = [:]
    private var sites: [Int: Trace.Site] = [:]
    private var refused: [Trace.Site: (first: Run, second: Run, count: Int)] = [:]
    /// So many pairs of a line are looked at.
    private static let most = 16
    /// Pairs that ran at once, until both have given their first element.
    private var pairs: [Trace.Site: [(first: Int, second: Int)]] = [:]
    private var paired: Set<Int> = []
    private var answers: [Int: (value: String, call: Trace.Call, run: Run)] = [:]

    static func wants(_ sort: CallSort) -> Bool {
        sort.operation == .handler
            ? sort.runs([.creates]) && (sort.role == .sink || sort.role == .observable)
            : sort.role == .observer || sort.behaviors.contains(.sentTo)
    }

    private let text: SourceText

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        if call.operation == .handler {
            guard walk.kinds(of: call).contains(.creates) else { return }
            begin(call, in: walk)
        } else if !sites.isEmpty, walk.role == .observer || walk.behaviors.contains(.sentTo),
            let row = call.subscription, let site = sites[row]
        {
            if call.eventKind == .next {
                note(call, row, site, in: walk)
            } else {
                end(row, site)
            }
        }
    }

    private mutating func begin(_ call: Trace.Call, in walk: TraceWalk) {
        guard let row = call.subscription, sites[row] == nil, let root = walk.root(of: row), let id = call.node,
            let observable = walk.observable(of: id) ?? walk.node(id), let site = observable.site,
            // That of a create within another's closure is part of it.
            walk.callingHandler?.kinds.contains(.creates) != true
        else { return }
        let error = walk.callers.first { $0.call.operation == .on && $0.call.eventKind == .error }
        let isAttempt = isAttempt(row, in: walk)
        let run = Run(
            row: row, root: root, sink: id, observable: observable.id, call: call,
            error: isAttempt ? nil : error?.call.id)
        if let line = running[site] { meet(run, line, at: site) }
        running[site, default: Line()].add(run)
        sites[row] = site
    }

    private mutating func meet(_ run: Run, _ line: Line, at site: Trace.Site) {
        if let error = run.error, let others = line.refused(besides: error) {
            let known = refused[site]
            refused[site] = (known?.first ?? others.first, known?.second ?? run, (known?.count ?? 1) + others.count)
        }
        let room = Self.most - (pairs[site]?.count ?? 0)
        guard room > 0 else { return }
        for other in line.others(than: run).prefix(room) {
            pairs[site, default: []].append((other.row, run.row))
            paired.formUnion([other.row, run.row])
        }
    }

    /// Whether a retry itself subscribes, rather than the signals that it waits for.
    private func isAttempt(_ row: Int, in walk: TraceWalk) -> Bool {
        guard let retry = walk.attempt?.call, let parent = walk.subscription(row)?.parent else { return false }
        return parent == retry.subscription || parent == walk.subscription(retry.subscription)?.parent
    }

    private mutating func note(_ call: Trace.Call, _ row: Int, _ site: Trace.Site, in walk: TraceWalk) {
        guard answers[row] == nil, let value = call.event?.distinctValue, let known = pairs[site]?.count,
            known < Self.most || paired.contains(row), let run = running[site]?[row]
        else { return }
        answers[row] = (value, call, run)
    }

    private mutating func end(_ row: Int, _ site: Trace.Site) {
        running[site]?.remove(row)
        sites[row] = nil
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        let certain = refused.map { site, found in
            finding(
                "\(Count.of(found.count, "request")) run at once, each begun for an error of another", at: site,
                [found.first, found.second].map { .init("begun", call: $0.call.id, site: walk.site(of: $0.root)) },
                remedy: remedy(at: site))
        }
        let notes = pairs.compactMap { site, all -> Trace.Finding? in
            let alike = all.first { pair in
                guard let value = answers[pair.first]?.value, Self.tells(value) else { return false }
                return answers[pair.second]?.value == value
                    && [pair.first, pair.second].allSatisfy { walk.subscription($0)?.ended == Self.end }
            }
            guard refused[site] == nil, let pair = alike, let first = answers[pair.first],
                let second = answers[pair.second]
            else { return nil }
            return finding(
                "two requests of this line run at once, and both give \(CallText.event(second.call))", at: site,
                [first, second].map { .init("begun", call: $0.run.call.id, site: walk.site(of: $0.run.root)) },
                severity: .note, remedy: remedy(at: site))
        }
        return (certain + notes).sorted { ($0.site?.line ?? 0) < ($1.site?.line ?? 0) }
    }

    /// The way out for a request that has no share(); nil for the rule's.
    private func remedy(at site: Trace.Site) -> String? {
        SourcePlaces(text: text).trait(ofStatementAt: site).map { _ in
            "keep the one that runs in a property, by asObservable().share(replay: 1)"
        }
    }

    private static let end = Trace.Event.Kind.completed.name

    /// Whether two that are the same are no chance.
    private static func tells(_ value: String) -> Bool {
        value.count > 3 && !["true", "false", "nil", "[:]", "()"].contains(value)
    }
}
