/// A subject, or the observer of a `create`, is handed an element while it still delivers one on the same thread.
struct Reentrance: LintRule {
    static let definition = LintDefinition(
        name: "reentrance", severity: .error,
        summary: "an element is sent while its receiver delivers another",
        explanation: """
            Fires where a subject, or the observer of a create, is handed an element while it still delivers another on
            the same thread. Its observers get the two in different orders. The finding names the cycle step by step:
            each subject and each handler that it runs through. The line is the one that sends. A hop to another turn of
            a queue breaks the cycle; so does sending from outside of the handler. No fault: a terminal event sent from
            a handler; the same value that comes back once by way of another subject, as in a guarded two-way binding.
            """,
        example: """
            let page = PublishSubject<Int>()
            page.subscribe(onNext: { if $0 < 3 { page.onNext($0 + 1) } })  // reentrance
            page.onNext(1)
            """,
        remedy: "put observe(on: MainScheduler.asyncInstance) into the cycle, or use scan",
        signalRemedy: "put deliverOn(.mainThreadScheduler) into the cycle, or use scanWithStart")
    static let opening: Set<Trace.Operation> = [.on]

    /// A cycle by the subjects it leads through: entered at another of them, it is the same.
    private struct Key: Hashable {
        var nodes: Set<Int>
        var sites: Set<Trace.Site?>
    }

    private var found: [Key: (count: Int, finding: Trace.Finding)] = [:]
    /// The first time round each cycle, where it only brought back what was delivered: no fault by itself.
    private var echoes: [Key: Trace.Finding] = [:]

    static func wants(_ sort: CallSort) -> Bool {
        sort.event == .next && sort.isToReceiver
    }

    init(_ options: LintOptions) {}

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard call.operation == .on, call.type == nil, call.eventKind == .next,
            walk.role == .subject || walk.role == .sink && walk.behaviors.contains(.sentTo)
        else { return }
        var length = 0
        for frame in walk.callers {
            length += 1
            guard frame.call.operation == .on, frame.call.node == call.node, frame.call.type == nil else { continue }
            guard frame.call.eventKind == .next, let node = walk.node(call.node) else { return }
            return add(
                call, to: node, cycle: walk.callers.prefix(length).reversed(),
                isEcho: isEcho(call, of: frame.call, after: length, in: walk), in: walk)
        }
    }

    /// Whether what comes back to the receiver by way of another is what it delivers already, as in a binding both ways
    /// that a condition stops: everybody gets the same in either order. A value that is one of its kind tells nothing.
    private func isEcho(_ call: Trace.Call, of outer: Trace.Call, after length: Int, in walk: TraceWalk) -> Bool {
        guard let value = call.event?.value, value != "()", value == outer.event?.value else { return false }
        let cycle = walk.callers.prefix(length)
        guard cycle.contains(where: { $0.role == .subject && $0.call.node != call.node }) else { return false }
        // What comes round again and again is stopped by nothing.
        return walk.callers.count { $0.call.operation == .on && $0.call.node == call.node && $0.call.type == nil } == 1
    }

    private mutating func add(
        _ call: Trace.Call, to node: Trace.Node, cycle: [OpenCalls.Frame], isEcho: Bool, in walk: TraceWalk
    ) {
        let sender = cycle.last { $0.call.operation == .handler }?.call
        let made = node.site ?? walk.observable(of: node.id)?.site
        // The user's code calls an `AnyObserver`, around the observer that is called here.
        let sent = call.site ?? walk.caller.flatMap { $0.call.type == nil ? nil : $0.call.site }
        // Where no handler sends, one subscribed the subject itself to what comes of it.
        let binding = cycle.last { $0.role == .observer }?.call
        let site =
            sent ?? sender.map { place(of: $0, in: walk) } ?? walk.site(of: call.subscription)
            ?? walk.site(of: binding?.subscription) ?? made
        var key = Key(nodes: [node.id], sites: [])
        var steps: [Trace.Finding.Evidence] = []
        for frame in cycle {
            let call = frame.call
            guard let step = walk.node(call.node) else { continue }
            if call.operation == .handler {
                key.sites.insert(place(of: call, in: walk))
                let text = "runs \(call.label ?? "a handler")\(CallText.of(step, in: walk))"
                steps.append(.init(text, call: call.id, site: place(of: call, in: walk)))
            } else if call.operation == .on, call.type == nil, step.role == .subject || call.node == node.id {
                key.nodes.insert(step.id)
                let site = call.site ?? step.site ?? walk.observable(of: step.id)?.site
                steps.append(
                    .init("\(walk.name(of: step)) is handed \(CallText.event(call))", call: call.id, site: site))
            }
        }
        if found[key] != nil {
            found[key]?.count += 1
            return
        }
        if !isEcho, let echo = echoes[key] {
            found[key] = (2, echo)
            return
        }
        steps.append(
            .init(
                "\(walk.name(of: node)) is handed \(CallText.event(call)): the cycle is closed", call: call.id,
                site: sent))
        let name = walk.name(of: node)
        let inner = CallText.event(call)
        let outer = cycle.first.map { CallText.event($0.call) } ?? "an element"
        let finding = finding("\(name) is handed \(inner) while it still delivers \(outer)", at: site, steps)
        if isEcho { echoes[key] = echoes[key] ?? finding } else { found[key] = (1, finding) }
    }

    /// Where the user's code that runs as a handler was handed over.
    private func place(of handler: Trace.Call, in walk: TraceWalk) -> Trace.Site? {
        guard let node = handler.node else { return nil }
        return walk.observable(of: node)?.site ?? walk.site(of: handler.subscription)
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        found.values.map { count, finding in
            var finding = finding
            finding.count = count
            return finding
        }
    }
}
