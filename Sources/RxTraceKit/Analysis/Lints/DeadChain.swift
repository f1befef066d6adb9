/// A chain ends by its first error, while its source goes on.
struct DeadChain: LintRule {
    static let definition = LintDefinition(
        name: "dead-chain", severity: .warning,
        summary: "the first error ends a chain whose source goes on",
        explanation: """
            Fires where an error ends a chain, a subject or a share above it sends elements afterwards, and nobody in
            the chain sees them. The error comes from an inner source (of flatMap and its kin, merge or combineLatest),
            a closure throws it, or an operator such as timeout makes it, and two elements or more come later; one is
            enough below a timeout that had let two through, or the answer of a flatMap, or one of the stream that a
            flatMap began; a note if the subscription has an onError. A catch outside of the flatMap answers the error,
            but cannot bring the chain back. The line is that of the catch, unless an operator fails by itself; else
            that of the operator that let the error through, or the one line of its closure. No fault: a chain that
            subscribes again, by retry or by itself; a chain that was to take no more (take, take(until:)); an error of
            the subject itself. Two notes: a case of the closure's switch throws (read in the source), and the
            subscription has an onError, so that the error may be the end that is meant; an error of one of several
            sources ends intervals among them, or that whose ticks ask for them, or requests that the same line made and
            that still run; zip loses the answers of those too.
            """,
        example: """
            taps.flatMap { save() }  // the first error ends it all
                .catchAndReturn(.failed)
                .subscribe(onNext: show)
            """,
        remedy: "catch the error on the inner source, inside the closure; or use retry",
        signalRemedy: "catch the error on the inner signal, inside the closure: catchTo")
    static let opening: Set<Trace.Operation> = [.subscribe, .forwardOn, .on]
    static let closing: Set<Trace.Operation> = [.handler]

    /// The subjects that each subscription observes itself.
    private var uses: [Int: [Int]] = [:]
    /// The subscriptions to each subject.
    private var lastUse: [Int: LastUses] = [:]
    private var deaths: [Int: Death] = [:]
    /// The chains that died, by the subjects they observed.
    private var dead: [Int: [Int]] = [:]
    /// The other sources that an error ended with the chain, although they never end by themselves.
    private var siblings: [Int: Siblings] = [:]
    /// The subscriptions to inner sources, by that of their chain.
    private var parts: [Int: [Int]] = [:]
    /// The user's subscriptions whose closure was told of the error.
    private var told: Set<Int> = []
    /// How many elements each of the user's subscriptions was handed.
    private var handed: [Int: Int] = [:]
    /// The call in which a closure of the user's ran last.
    private var closureCaller: Int?
    private var found: [Trace.Finding] = []

    static func wants(_ sort: CallSort) -> Bool {
        switch sort.operation {
        case .on:
            sort.event == .next && sort.role != nil || sort.event == .error
        case .forwardOn: sort.event == .error
        default: true
        }
    }

    private let text: SourceText

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        switch call.operation {
        case .subscribe:
            if walk.begins(call), let part = call.subscription, let chain = walk.subscription(part)?.parent {
                parts[chain, default: []].append(part)
            }
            guard let node = walk.node(call.node), node.role == .subject || node.behaviors.contains(.shares),
                let row = call.subscription, let root = walk.root(of: row)
            else { return }
            uses[row, default: []].append(node.id)
            lastUse[node.id, default: LastUses()].add(root, call.id)
        case .forwardOn:
            guard call.eventKind == .error else { return }
            noteDeath(call, in: walk)
        case .on where call.eventKind == .error:
            noteOwnDeath(call, in: walk)
            guard let chain = call.subscription, deaths[chain] != nil, walk.behaviors.contains(.continues) else {
                return
            }
            if deaths[chain]?.catcher == nil { deaths[chain]?.catcher = call.node }
        case .on:
            if walk.role == .observer, let row = walk.userSubscription(told: call) { handed[row, default: 0] += 1 }
            guard call.eventKind == .next, !dead.isEmpty, walk.role != nil, call.type == nil,
                let node = walk.node(call.node)
            else { return }
            // What shares a source hands its elements on by its connection.
            let source = node.behaviors.contains(.connects) ? node.owner ?? node.id : node.id
            for chain in dead.removeValue(forKey: source) ?? [] {
                if deaths[chain]?.cause == .own, deaths[chain]?.late == nil {
                    // The first may just come too late.
                    deaths[chain]?.late = (call, source)
                    dead[source, default: []].append(chain)
                } else {
                    deaths[chain]?.late = nil
                    add(chain, of: source, call, in: walk)
                }
            }
        default: break
        }
    }

    mutating func closed(_ call: Trace.Call, in walk: TraceWalk) {
        guard call.operation == .handler else { return }
        closureCaller = call.parent
        if !deaths.isEmpty, let root = walk.root(of: call.subscription), walk.kinds(of: call).contains(.error),
            walk.sink(of: call.node) == nil
        {
            told.insert(root)
        }
    }

    private mutating func noteDeath(_ call: Trace.Call, in walk: TraceWalk) {
        if let chain = call.subscription, let catcher = deaths[chain]?.catcher, catcher == call.node {
            // It let the error through.
            deaths[chain]?.catcher = nil
        }
        guard let sink = call.node, let chain = call.subscription, deaths[chain] == nil,
            let caller = walk.caller?.call, walk.node(sink)?.behaviors.contains(.retries) == false
        else { return }
        var death = Death(sink: sink, call: call.id, cause: .inner, subscription: chain)
        if caller.operation == .on, caller.eventKind == .error, let part = caller.subscription, part != chain,
            walk.isPart(part, of: chain)
        {
            // The part's own chain may have died of it before.
            if let inner = deaths[part], inner.cause != .thrown || isBeside(inner.sink, sink, in: walk) {
                (death.sink, death.cause) = (inner.sink, inner.cause)
            }
            noteSiblings(of: part, at: sink, in: chain, walk)
        } else if caller.id == closureCaller, caller.operation == .on, caller.eventKind == .next {
            death.cause = .thrown
        } else {
            return
        }
        die(death, in: walk)
    }

    /// Whether two operators stand in one function, so that one may be in a closure of the other; or nobody knows.
    private func isBeside(_ one: Int, _ other: Int, in walk: TraceWalk) -> Bool {
        guard let first = walk.observable(of: one)?.site, let second = walk.observable(of: other)?.site else {
            return true
        }
        return SourceFunction(around: first, butNot: second, in: text) == nil
    }

    /// Takes note of an error that an operator makes by itself, in work that it asked a scheduler for.
    private mutating func noteOwnDeath(_ call: Trace.Call, in walk: TraceWalk) {
        guard let part = call.subscription, let chain = walk.subscription(part)?.parent, deaths[chain] == nil,
            let begin = walk.facts(of: part)?.call,
            let invoke = walk.callers.first(where: { $0.call.operation == .invoke || $0.call.operation == .handler }),
            invoke.call.operation == .invoke, invoke.call.id < begin, let sink = walk.node(invoke.work?.askedBy),
            sink.role == .sink, invoke.work?.subscription == chain,
            sink.behaviors.isDisjoint(with: [.retries, .starts, .hops, .continues]),
            !walk.callers.contains(where: {
                $0.call.operation == .on && $0.call.id > invoke.call.id && $0.call.id < begin
            })
        else { return }
        die(Death(sink: sink.id, call: call.id, cause: .own, subscription: chain), in: walk)
    }

    /// Finds the sources besides the failing one that run, and would do so for ever; the timer that asks for them, too.
    private mutating func noteSiblings(of failing: Int, at joint: Int, in chain: Int, _ walk: TraceWalk) {
        let running = (parts[chain] ?? []).filter { part in
            part != failing && walk.facts(of: part)?.end == nil && walk.subscription(part)?.ended == "disposed"
        }
        let sources = (running + [chain]).compactMap { part in
            walk.node(walk.facts(of: part)?.chain.last).flatMap { $0.behaviors.contains(.endless) ? $0 : nil }
        }
        guard sources.isEmpty else {
            siblings[chain] = Siblings(joint: joint, sources: sources)
            return
        }
        guard let failed = walk.node(walk.facts(of: failing)?.chain.last), let site = failed.site else { return }
        let waitsForAll = walk.node(joint)?.behaviors.contains(.combines) == true
        let alike = (parts[chain] ?? []).filter { part in
            part != failing
                && (waitsForAll || walk.facts(of: part)?.end == nil && walk.subscription(part)?.ended == "disposed")
        }.compactMap { walk.node(walk.facts(of: $0)?.chain.last) }.filter { node in
            node.site == site && node.role != .subject && !node.behaviors.contains(.shares)
        }
        if !alike.isEmpty { siblings[chain] = Siblings(joint: joint, sources: alike, areAlike: true) }
    }

    private mutating func die(_ death: Death, in walk: TraceWalk) {
        let chain = death.subscription
        deaths[chain] = death
        var rows = [chain]
        while let row = rows.popLast() {
            rows += parts[row] ?? []
            guard let subjects = uses[row], isOpen(row, in: walk) else { continue }
            for subject in subjects { dead[subject, default: []].append(chain) }
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
        if lastUse[subject.id]?.isUsed(since: death.call, by: root, at: place, in: walk) == true { return }
        let name = walk.name(of: sink)
        let site = walk.observable(of: sink.id)?.site ?? place
        let catcher = death.catcher.flatMap { walk.observable(of: $0) }
        let body = death.cause == .inner ? SourcePlaces(text: text).body(ofClosureOf: sink, in: walk) : nil
        let caught = catcher.map { ", \(walk.name(of: $0)) comes too late" } ?? ""
        let fault = death.cause == .own ? "fails by itself" : "lets \(death.cause.rawValue) through"
        found.append(
            finding(
                "\(name) \(fault)\(caught): the chain ends, and \(walk.name(of: subject)) goes on",
                at: (death.cause == .own ? site : catcher?.site) ?? body ?? site,
                [
                    .init("the error passes here", call: death.call, site: site),
                    .init("subscribed", call: walk.facts(of: root)?.call, site: place),
                    .init("nobody takes \(CallText.event(send)) any more", call: send.id, site: send.site),
                ],
                severity: isMeant(death, root, site) ? .note : nil, remedy: death.cause.remedy))
    }

    /// Whether the closure itself throws, and the subscription says what to do then: the error may be how it is to end.
    private func isMeant(_ death: Death, _ root: Int, _ site: Trace.Site?) -> Bool {
        if death.late != nil { return told.contains(root) }
        guard death.cause == .thrown, told.contains(root), let site else { return false }
        let code = text.code(from: site)
        guard let brace = code.firstIndex(of: "{"), let body = SourceCode.bracketed(code[brace...]) else {
            return false
        }
        return body.contains(#/\bcase\s+\.(?!fail|err)[^\n]*:\s*throw\s+[A-Z]/#)
    }

    private struct Stream: Hashable {
        var root: Int
        var subject: Int
    }

    /// The subjects that events made a subscription of the user's observe.
    private func streams(in walk: TraceWalk) -> Set<Stream> {
        var streams: Set<Stream> = []
        for (row, subjects) in uses where walk.facts(of: row)?.isSetup == false {
            guard let root = walk.root(of: row) else { continue }
            for subject in subjects { streams.insert(Stream(root: root, subject: subject)) }
        }
        return streams
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        let streams = deaths.values.contains { $0.late != nil } ? streams(in: walk) : []
        for (chain, death) in deaths.sorted(by: { $0.key < $1.key }) {
            // A stream that an answer began is no answer that is waited for.
            guard let late = death.late, let root = walk.root(of: chain),
                case let isBegun = streams.contains(Stream(root: root, subject: late.source))
                    || parts[chain]?.contains(where: { walk.isAnswer($0, before: death.call) }) == true,
                handed[root, default: 0] > (isBegun ? 0 : 1)
            else { continue }
            add(chain, of: late.source, late.call, in: walk)
        }
        return found + endedSiblings(in: walk)
    }

    /// The chains that an error of one source ended while others ran.
    private func endedSiblings(in walk: TraceWalk) -> [Trace.Finding] {
        siblings.sorted { $0.key < $1.key }.compactMap { chain, ended in
            let others = ended.sources
            guard let first = others.first, let death = deaths[chain], let sink = walk.node(ended.joint),
                let root = walk.root(of: chain), walk.subscription(root)?.ended == Trace.Event.Kind.error.name,
                let site = walk.observable(of: sink.id)?.site
            else { return nil }
            let count = Count.of(others.count, "other")
            let still = "that still run\(others.count == 1 ? "s" : "")"
            return finding(
                "\(walk.name(of: sink)) lets the error of one source through, which "
                    + (ended.areAlike ? "loses the answers of \(count)" : "ends \(count) \(still)"), at: site,
                [
                    .init("the error passes here", call: death.call, site: site),
                    .init("one of the others: \(walk.name(of: first))", site: first.site),
                ], severity: .note)
        }
    }
}
