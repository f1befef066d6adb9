/// A subscribe(on:) of the main thread does not bring events there.
struct SourceOnMain: LintRule {
    static let definition = LintDefinition(
        name: "source-on-main", severity: .warning,
        summary: "subscribe(on: main) brings no event to the main thread",
        explanation: """
            Fires where subscribe(on:) with a scheduler of the main thread stands in a chain without observe(on:), and
            the closure of the subscribe is handed an element on another thread: the source sends from there, wherever
            it was subscribed. The line is that of subscribe(on:). A note: observe(on:) of the main thread stands above
            a flatMap, a debounce or another operator that brings the events to another thread again, with no
            observe(on:) below; the line is that of the observe(on:). No fault: another chain with an observe(on:),
            which says where its events go; one whose closure does run on the main thread; a closure that hands on to
            the main queue itself; an observe(on:) above a do, or above a flatMap whose closure speaks of a view or a
            dialog (both read in the source), which need the main thread themselves.
            """,
        example: """
            load()  // answers on its own queue
                .subscribe(on: MainScheduler.instance)
                .subscribe(onNext: { show($0) })  // off the main thread
            """,
        remedy: "use observe(on: MainScheduler.instance) in its place",
        signalRemedy: "use deliverOn(.mainThreadScheduler) in its place")
    static let opening: Set<Trace.Operation> = [.handler, .schedule]

    private struct Found {
        var call: Trace.Call
        var count = 0
    }

    /// The schedulers that the sink of a subscribe(on:) was put on, where they are of the main thread.
    private var onMain: Set<Int> = []
    private var found: [Int: Found] = [:]
    /// The observe(on:) that hand events to the main thread, and what was found of those that others undo.
    private var hopsToMain: Set<Int> = []
    private var ways: [Int: (hop: Int, by: Int)?] = [:]
    private var undone: [Int: (found: Found, by: Int)] = [:]
    private let text: SourceText

    static func wants(_ sort: CallSort) -> Bool {
        sort.operation == .schedule || sort.isAtObserver && sort.runs([.next])
    }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        if call.operation == .schedule {
            guard walk.isMainScheduler(call.node), let caller = walk.caller?.call.node,
                let observable = walk.observable(of: caller)
            else { return }
            if observable.behaviors.contains(.starts) { onMain.insert(observable.id) }
            if observable.behaviors.contains(.hops) { hopsToMain.insert(observable.id) }
        } else if !walk.kinds(of: call).contains(.next) || walk.isMain(call.thread) || walk.isOnMainScheduler {
            return
        } else if let (hop, by) = undoing(call, in: walk) {
            if undone[hop] == nil { undone[hop] = (Found(call: call), by) }
            undone[hop]?.found.count += 1
        } else if walk.isAtObserver, let chain = walk.facts(of: call.subscription)?.chain,
            let hop = chain.first(where: { onMain.contains($0) }),
            !chain.contains(where: { walk.node($0)?.behaviors.contains(.hops) == true }),
            !handsOn(call, in: walk)
        {
            found[hop] = found[hop] ?? Found(call: call)
            found[hop]?.count += 1
        }
    }

    /// The last observe(on:) above a handler, if it is of the main thread, and the operator below it that has brought the
    /// events elsewhere.
    private mutating func undoing(_ call: Trace.Call, in walk: TraceWalk) -> (hop: Int, by: Int)? {
        guard !hopsToMain.isEmpty, walk.isAtObserver, let row = call.subscription else { return nil }
        let way = ways[row] ?? way(of: row, in: walk)
        ways[row] = .some(way)
        return way.flatMap { hopsToMain.contains($0.hop) ? $0 : nil }
    }

    private func way(of row: Int, in walk: TraceWalk) -> (hop: Int, by: Int)? {
        guard let chain = walk.facts(of: row)?.chain,
            let position = chain.firstIndex(where: { walk.node($0)?.behaviors.contains(.hops) == true }),
            let by = chain[..<position].last(where: { brings($0, in: walk) })
        else { return nil }
        return (chain[position], by)
    }

    /// Whether an operator may hand on its elements on another thread than that on which it is handed them.
    private func brings(_ id: Int, in walk: TraceWalk) -> Bool {
        guard let node = walk.node(id) else { return false }
        let word = walk.word(for: node)
        return ["flatMap", "concatMap", "catch", "timeout", "switch", "delay"].contains(where: word.hasPrefix)
            || node.behaviors.contains(.buffers)
    }

    /// The places where the main thread is left again, unless what stands between needs it.
    private func left(in walk: TraceWalk) -> [Trace.Finding] {
        undone.sorted { $0.key < $1.key }.compactMap { id, left in
            guard let hop = walk.node(id), let by = walk.node(left.by), let label = left.found.call.label,
                let chain = walk.facts(of: left.found.call.subscription)?.chain,
                let first = chain.firstIndex(of: by.id), let last = chain.firstIndex(of: id),
                !chain[first..<last].contains(where: { walk.node($0)?.behaviors.contains(.acts) == true }),
                !handsOn(left.found.call, in: walk), !isOfMain(by, in: walk)
            else { return nil }
            let thread = walk.threadName(left.found.call.thread)
            return finding(
                "\(walk.name(of: hop)) stands above \(walk.name(of: by)), which leaves the main thread: "
                    + "\(label) runs on \(thread)",
                at: walk.place(of: hop),
                [
                    .init(
                        "\(label) runs on \(thread)", call: left.found.call.id,
                        site: walk.place(ofClosure: left.found.call))
                ],
                severity: .note, remedy: "put it below, right above the subscribe", count: left.found.count)
        }
    }

    /// Whether the closure of an operator needs the main thread, by its words.
    private func isOfMain(_ operation: Trace.Node, in walk: TraceWalk) -> Bool {
        guard let site = operation.site,
            let body = SourceCode.closure(behind: walk.word(for: operation), in: text.code(from: site))
        else { return false }
        return SourceCode.words(of: body).contains(where: Self.shown.contains)
    }

    private static let shown: Set<String> = [
        "view", "controller", "dialog", "alert", "sheet", "picker", "present", "show", "label", "button", "field",
        "window",
        "confirm", "ask", "screen", "main",
    ]

    private func handsOn(_ call: Trace.Call, in walk: TraceWalk) -> Bool {
        guard let site = walk.place(ofClosure: call), let label = call.label,
            let body = SourceCode.body("\(label):", in: text.code(from: site))
        else { return false }
        return SourceCode.handsOnToMain(body)
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        left(in: walk)
            + found.sorted { $0.key < $1.key }.compactMap { id, found in
                guard let hop = walk.node(id), let label = found.call.label else { return nil }
                let thread = walk.threadName(found.call.thread)
                return finding(
                    "\(walk.name(of: hop)) of the main thread does not bring events there: \(label) runs on \(thread)",
                    at: hop.site,
                    [.init("\(label) runs on \(thread)", call: found.call.id, site: walk.place(ofClosure: found.call))],
                    count: found.count)
            }
    }
}
