/// A subscribe(on:) of the main thread does not bring events there.
struct SourceOnMain: LintRule {
    static let definition = LintDefinition(
        name: "source-on-main", severity: .warning,
        summary: "subscribe(on: main) brings no event to the main thread",
        explanation: """
            Fires where subscribe(on:) with a scheduler of the main thread stands in a chain without observe(on:), and
            the closure of the subscribe is handed an element on another thread: the source sends from there, wherever
            it was subscribed. The line is that of subscribe(on:). No fault: a chain with an observe(on:), which says
            where its events go; one whose closure does run on the main thread; a closure that hands on to the main
            queue itself (read in the source).
            """,
        example: """
            load()  // answers on its own queue
                .subscribe(on: MainScheduler.instance)
                .subscribe(onNext: { show($0) })  // off the main thread
            """,
        remedy: "use observe(on: MainScheduler.instance) in its place")
    static let opening: Set<Trace.Operation> = [.handler, .schedule]

    private struct Found {
        var call: Trace.Call
        var count = 0
    }

    /// The schedulers that the sink of a subscribe(on:) was put on, where they are of the main thread.
    private var onMain: Set<Int> = []
    private var found: [Int: Found] = [:]
    private let text: SourceText

    static func wants(_ sort: CallSort) -> Bool {
        sort.operation == .schedule || sort.isAtObserver && sort.runs([.next])
    }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        if call.operation == .schedule {
            guard walk.isMainScheduler(call.node), let caller = walk.caller?.call.node,
                let observable = walk.observable(of: caller), observable.behaviors.contains(.starts)
            else { return }
            onMain.insert(observable.id)
        } else if walk.kinds(of: call).contains(.next), walk.isAtObserver, !walk.isMain(call.thread),
            !walk.isOnMainScheduler, let chain = walk.facts(of: call.subscription)?.chain,
            let hop = chain.first(where: { onMain.contains($0) }),
            !chain.contains(where: { walk.node($0)?.behaviors.contains(.hops) == true }),
            !handsOn(call, in: walk)
        {
            found[hop] = found[hop] ?? Found(call: call)
            found[hop]?.count += 1
        }
    }

    private func handsOn(_ call: Trace.Call, in walk: TraceWalk) -> Bool {
        guard let site = walk.place(ofClosure: call), let label = call.label,
            let body = SourceCode.body("\(label):", in: text.code(from: site))
        else { return false }
        return SourceCode.handsOnToMain(body)
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        found.sorted { $0.key < $1.key }.compactMap { id, found in
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
