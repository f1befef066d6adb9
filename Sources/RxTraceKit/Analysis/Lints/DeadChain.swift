/// A chain ends by its first error, while its source goes on.
struct DeadChain: LintRule {
    static let definition = LintDefinition(
        name: "dead-chain", severity: .warning,
        summary: "the first error ends a chain whose source goes on",
        explanation: """
            Fires where an error ends a chain, a subject or a share above it sends elements afterwards, and nobody in
            the chain sees them. The error comes from an inner source (of flatMap and its kin, merge or combineLatest),
            or a closure throws it. A catch outside of the flatMap answers the error, but cannot bring the chain back.
            The line is that of the operator that let the error through. No fault: a chain that subscribes again, by
            retry or by itself; a chain that was to take no more (take, take(until:)); an error of the subject itself,
            or of an operator such as timeout.
            """,
        example: """
            taps.flatMap { save() }  // the first error ends it all
                .catchAndReturn(.failed)
                .subscribe(onNext: show)
            """,
        remedy: "catch the error on the inner source, inside the closure; or use retry")
    static let opening: Set<Trace.Operation> = [.subscribe, .forwardOn, .on]
    static let closing: Set<Trace.Operation> = [.handler]

    private struct Death {
        /// The operator that let the error through.
        var sink: Int
        /// The call with which it did so.
        var call: Int
        /// What was wrong: an inner source's error, or a thrown one.
        var isThrown: Bool
        /// The call that handed the error to the chain's end, and the observer's subscription.
        var subscription: Int
    }

    private struct Use {
        var row: Int
        var subject: Int
    }

    /// The subjects that each user's subscription and its parts observe.
    private var uses: [Int: [Use]] = [:]
    /// The last subscription to each subject, by the user's subscription and by its place.
    private var lastUse: [Int: [(root: Int, site: Trace.Site?, call: Int)]] = [:]
    private var deaths: [Int: Death] = [:]
    /// The chains that died, by the subjects they observed.
    private var dead: [Int: [Int]] = [:]
    /// The call in which a closure of the user's ran last.
    private var closureCaller: Int?
    private var found: [Trace.Finding] = []

    static func wants(_ sort: CallSort) -> Bool {
        switch sort.operation {
        case .on: sort.event == .next && sort.role != nil
        case .forwardOn: sort.event == .error
        default: true
        }
    }

    init(_ options: LintOptions) {}

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        switch call.operation {
        case .subscribe:
            guard let node = walk.node(call.node), node.role == .subject || node.behaviors.contains(.shares),
                let row = call.subscription,
                let root = walk.root(of: row)
            else { return }
            uses[root, default: []].append(Use(row: row, subject: node.id))
            lastUse[node.id, default: []].append((root, walk.site(of: root), call.id))
        case .forwardOn:
            guard call.eventKind == .error else { return }
            noteDeath(call, in: walk)
        case .on:
            guard call.eventKind == .next, !dead.isEmpty, walk.role != nil, call.type == nil,
                let node = walk.node(call.node)
            else { return }
            // What shares a source hands its elements on by its connection.
            let source = node.behaviors.contains(.connects) ? node.owner ?? node.id : node.id
            for chain in dead.removeValue(forKey: source) ?? [] { add(chain, of: source, call, in: walk) }
        default: break
        }
    }

    mutating func closed(_ call: Trace.Call, in walk: TraceWalk) {
        if call.operation == .handler { closureCaller = call.parent }
    }

    private mutating func noteDeath(_ call: Trace.Call, in walk: TraceWalk) {
        guard let sink = call.node, let chain = call.subscription, deaths[chain] == nil,
            let caller = walk.caller?.call, walk.node(sink)?.behaviors.contains(.retries) == false
        else { return }
        var death = Death(sink: sink, call: call.id, isThrown: false, subscription: chain)
        if caller.operation == .on, caller.eventKind == .error, let part = caller.subscription, part != chain,
            walk.isPart(part, of: chain)
        {
            // The part's own chain may have died of it before.
            if let inner = deaths[part] { (death.sink, death.isThrown) = (inner.sink, inner.isThrown) }
        } else if caller.id == closureCaller, caller.operation == .on, caller.eventKind == .next {
            death.isThrown = true
        } else {
            return
        }
        deaths[chain] = death
        for use in uses[walk.root(of: chain) ?? chain] ?? []
        where (use.row == chain || walk.isPart(use.row, of: chain)) && isOpen(use.row, in: walk) {
            dead[use.subject, default: []].append(chain)
        }
    }

    /// Whether a subscription would have taken more elements, but for the error.
    private func isOpen(_ row: Int, in walk: TraceWalk) -> Bool {
        let ended = walk.subscription(row)?.ended
        guard ended != "switch", ended != "take" else { return false }
        return walk.facts(of: row)?.chain.contains { walk.node($0)?.behaviors.contains(.ends) == true } == false
    }

    private mutating func add(_ chain: Int, of source: Int, _ send: Trace.Call, in walk: TraceWalk) {
        guard let death = deaths[chain], let subject = walk.node(source), let root = walk.root(of: chain),
            let sink = walk.node(death.sink)
        else { return }
        let place = walk.site(of: root)
        let isBack = (lastUse[subject.id] ?? []).contains { use in
            use.call > death.call && (use.root == root || use.site == place && place != nil)
        }
        guard !isBack else { return }
        let name = walk.name(of: sink)
        let error = death.isThrown ? "the error its closure throws" : "the error of its inner source"
        let site = walk.observable(of: sink.id)?.site ?? place
        found.append(
            finding(
                "\(name) lets \(error) through: the chain ends, and \(walk.name(of: subject)) goes on", at: site,
                [
                    .init("the error passes here", call: death.call, site: site),
                    .init("subscribed", call: walk.facts(of: root)?.call, site: place),
                    .init("nobody takes \(CallText.event(send)) any more", call: send.id, site: send.site),
                ],
                remedy: death.isThrown ? "catch the error inside the closure, or use retry" : nil))
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] { found }
}
