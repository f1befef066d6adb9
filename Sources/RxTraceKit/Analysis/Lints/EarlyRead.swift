/// An operator takes the latest value of a source before the same event has set it.
struct EarlyRead: LintRule {
    static let definition = LintDefinition(
        name: "early-read", severity: .note,
        summary: "withLatestFrom reads a value that its event sets later",
        explanation: """
            Fires where one event of a subject or a shared source does two things: it makes withLatestFrom give a
            result, and only then, by another way, sets the value that withLatestFrom has read. The result has the value
            before, because its chain was subscribed first. Fires too where both sources are states (a BehaviorRelay or
            BehaviorSubject each), and the one that is read changed after the last result, so that the result that
            stands is made of its value before; or the closure of map reads relay.value (read in the source) of one
            state for the elements of another, unless its own result led to the change. Fires too where a closure uses a
            constant that holds relay.value (`let id = relay.value` above it, read in the source), the relay was sent
            another after the subscribe, and the closure ran then: it goes on with the value of before. You may well
            have meant that.
            """,
        example: """
            taps.withLatestFrom(count).subscribe(onNext: show)  // the count before
            taps.subscribe(onNext: { count.accept(count.value + 1) })
            """,
        remedy: "first subscribe what sets the value, or take the value from one scan")
    static let opening: Set<Trace.Operation> = [.on, .forwardOn, .handler]

    private struct Result {
        var delivery: Trace.Call
        var site: Trace.Site?
        var source: Int
        var call: Int
    }

    private var last: [Int: Result] = [:]
    /// The last result of each, and the element of its second source that came since, if that is another.
    private var results: [Int: (own: Trace.Call, read: Trace.Call?, later: Trace.Call?)] = [:]
    private var latest: [Int: Trace.Call] = [:]
    /// By the sinks of operators whose closures read the values of relays: their names, and the last run.
    private var reading: [Int: (names: Set<String>, run: Trace.Call?)] = [:]
    private var readers = 0
    /// The closures that use a constant which holds the value of a relay, by the node that they run for.
    private var holders: [Int: Holder] = [:]
    /// Those that use none.
    private var others: Set<Int> = []
    /// The constants that the closures of a place use, by the operator's word.
    private var constants: [Place: Constant?] = [:]
    /// The last element that was sent to each state.
    private var sent = SentStates()
    /// By the states whose last element one of these operators led to itself: the sinks of these operators.
    private var ledTo: [Int: Set<Int>] = [:]
    private let text: SourceText
    /// A closure that uses what was read before it ran.
    private struct Holder {
        var constant: Constant
        var begun: Int
        var site: Trace.Site
        var run: Trace.Call?
        var changed: Trace.Call?
    }

    private static let heldRemedy = "read it in the closure, or take it by withLatestFrom"
    private static let stateRemedy = "use combineLatest, which gives a result for each of both"
    private var found: [Int: (result: Result, late: Trace.Call, count: Int)] = [:]

    static func wants(_ sort: CallSort) -> Bool {
        switch sort.operation {
        case .handler: (sort.role == .sink || sort.isAtObserver) && sort.runs([.computes, .makes, .next])
        case .on where sort.role == .subject: sort.event == .next && sort.behaviors.contains(.replays)
        default:
            sort.event == .next && sort.behaviors.contains(.selects)
                && sort.role == (sort.operation == .on ? .observer : .sink)
        }
    }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        if call.operation == .handler { return noteRun(call, in: walk) }
        if walk.role == .subject {
            guard call.eventKind == .next, walk.behaviors.contains(.replays), let id = call.node else { return }
            return noteSent(call, id, in: walk)
        }
        guard call.eventKind == .next, let id = call.node, walk.behaviors.contains(.selects) else { return }
        if call.operation == .forwardOn {
            // An element of its own source, rather than one of those that let it through.
            guard walk.role == .sink, walk.caller?.call.operation == .on, walk.caller?.call.node == id else { return }
            last[id] = delivery(of: call, in: walk)
            if let own = walk.caller?.call { results[id] = (own, latest[id], nil) }
        } else if walk.role == .observer, let sink = walk.node(id)?.owner {
            noteLater(call, sink)
            // What the result itself leads to, as where it is turned about, is no other way.
            guard let result = last[sink], walk.callers.contains(where: { $0.call.id == result.delivery.id }),
                !walk.callers.contains(where: { $0.call.operation == .forwardOn && $0.call.node == sink })
            else { return }
            found[sink] = (found[sink]?.result ?? result, found[sink]?.late ?? call, (found[sink]?.count ?? 0) + 1)
            last[sink] = nil
        }
    }

    private mutating func noteSent(_ call: Trace.Call, _ state: Int, in walk: TraceWalk) {
        sent.note(call, to: state, in: walk)
        guard readers > 0 else { return }
        let sinks = walk.callers.compactMap(\.call.node).filter { reading[$0]?.run != nil }
        ledTo[state] = sinks.isEmpty ? nil : Set(sinks)
    }

    /// Notes the run of a closure that uses a constant of its function.
    private mutating func noteHolder(_ call: Trace.Call, in walk: TraceWalk) {
        guard let id = call.node, !others.contains(id), walk.role == .sink || walk.isAtObserver,
            !walk.kinds(of: call).isDisjoint(with: [.computes, .makes, .next])
        else { return }
        guard let known = holders[id] ?? holder(call, in: walk) else {
            others.insert(id)
            return
        }
        holders[id] = known
        guard known.changed == nil else { return }
        guard let changed = sent.first(named: known.constant.relay, after: known.begun) else { return }
        holders[id]?.changed = changed
        holders[id]?.run = call
    }

    private mutating func holder(_ call: Trace.Call, in walk: TraceWalk) -> Holder? {
        let operation = call.node.flatMap { walk.observable(of: $0) }
        guard let site = operation?.site ?? walk.subscription(walk.userSubscription(told: call))?.site,
            let begun = walk.facts(of: walk.root(of: call.subscription))?.call
        else { return nil }
        let place = Place(site: site, word: operation.map { walk.word(for: $0) })
        let constant = constants[place] ?? self.constant(usedAt: place)
        constants[place] = .some(constant)
        return constant.map { Holder(constant: $0, begun: begun, site: site) }
    }

    private struct Place: Hashable {
        var site: Trace.Site
        var word: String?
    }

    /// A constant that holds the value of a relay.
    private struct Constant {
        var name: String
        var relay: String
    }

    private func constant(usedAt place: Place) -> Constant? {
        let above = constants(above: place.site)
        guard !above.isEmpty else { return nil }
        let code = text.code(from: place.site, lines: 10)
        let words = place.word.map { [$0] } ?? ["subscribe", "bind", "drive", "emit"]
        let body = words.lazy.compactMap { SourceCode.closure(behind: $0, in: code) }.first
        guard let body else { return nil }
        return above.first { uses($0.name, in: String(body)) }
    }

    private func uses(_ constant: String, in body: String) -> Bool {
        body.matches(of: #/(?:^|[^\w.])([a-z]\w*)/#).contains { $0.1 == constant }
            && !body.contains("let \(constant)")
    }

    /// The constants of the function around a line that hold the value of a relay, and the relay of each.
    private func constants(above site: Trace.Site) -> [Constant] {
        let above = text.codeLines(of: site.file).prefix(max(0, site.line - 1)).suffix(SourceStatement.limit)
        guard above.contains(where: { $0.contains(".value") }) else { return [] }
        // Made here, because to make one takes longer than to look at a line.
        let declaration = #/\b(?:func|init|class|struct)\b/#
        let constant = #/^\s+let\s+(\w+)(?:\s*:[^=]+)?\s*=\s*(?:\w+[?!]?\.)*?(\w+)\.value(?:\.\w+)*\s*$/#
        var found: [Constant] = []
        for code in above.reversed() {
            if code.contains(declaration) { break }
            if let match = code.firstMatch(of: constant) {
                found.append(Constant(name: String(match.1), relay: String(match.2)))
            }
        }
        return found
    }

    /// The closures that went on with the value of before.
    private func held(in walk: TraceWalk) -> [Trace.Finding] {
        holders.sorted { $0.key < $1.key }.compactMap { _, holder in
            guard let run = holder.run, let changed = holder.changed, let relay = walk.node(changed.node) else {
                return nil
            }
            return finding(
                "\(holder.constant.name) holds the value that \(walk.name(of: relay)) had before \(CallText.event(changed))",
                at: holder.site,
                [
                    .init("then it was sent another", call: changed.id, site: changed.site),
                    .init("the closure runs with that of before", call: run.id),
                ], remedy: Self.heldRemedy)
        }
    }

    private mutating func noteRun(_ call: Trace.Call, in walk: TraceWalk) {
        noteHolder(call, in: walk)
        guard walk.role == .sink, let sink = call.node, walk.kinds(of: call).contains(.computes) else { return }
        if let known = reading[sink] {
            if !known.names.isEmpty { reading[sink]?.run = call }
            return
        }
        let operation = walk.observable(of: sink)
        // A filter that compares with another state may well be a guard.
        let isMap = operation.map { walk.word(for: $0) } == "map"
        let names = isMap ? operation?.site.map { values(readAt: $0, "map") } ?? [] : []
        if !names.isEmpty { readers += 1 }
        reading[sink] = (names, names.isEmpty ? nil : call)
    }

    /// The relays whose values an operator's closure reads.
    private func values(readAt site: Trace.Site, _ word: String) -> Set<String> {
        text.answer(at: site, word) {
            let body = SourceCode.closure(behind: word, in: text.code(from: site, lines: 10))
            return Set(body?.matches(of: #/(?:^|\W)([a-z]\w*)\.value(?!\w)/#).map { String($0.1) } ?? [])
        }
    }

    /// The closures that read a state which has changed since they ran for the last time.
    private func unfollowed(in walk: TraceWalk) -> [Trace.Finding] {
        guard readers > 0 else { return [] }
        return reading.sorted { $0.key < $1.key }.compactMap { id, reading in
            guard let run = reading.run, let own = state(of: run, in: walk), let sink = walk.node(id) else {
                return nil
            }
            let end = walk.facts(of: walk.root(of: run.subscription))?.end ?? .max
            let later = reading.names.flatMap { sent.all(named: $0, after: run.id) }.filter { state, call in
                state != own.id && call.id < end && ledTo[state]?.contains(id) != true
            }.min { $0.state < $1.state }
            guard let later, let read = walk.node(later.state) else { return nil }
            return finding(
                "\(walk.name(of: sink)) gives no result for \(CallText.event(later.call)) of \(walk.name(of: read))",
                at: walk.observable(of: id)?.site,
                [
                    .init("the closure runs for the last time", call: run.id),
                    .init("then the state that it reads changes", call: later.call.id, site: later.call.site),
                ], remedy: Self.stateRemedy)
        }
    }

    private mutating func noteLater(_ call: Trace.Call, _ sink: Int) {
        latest[sink] = call
        guard let result = results[sink] else { return }
        results[sink]?.later = result.read?.event?.value == call.event?.value ? nil : call
    }

    /// The state that an element came from; nil where it came from anything else.
    private func state(of call: Trace.Call, in walk: TraceWalk) -> Trace.Node? {
        guard let node = walk.node(walk.facts(of: call.subscription)?.chain.last), node.role == .subject,
            node.behaviors.contains(.replays)
        else { return nil }
        return node
    }

    /// The results that stand though the state that they read is another.
    private func outdated(in walk: TraceWalk) -> [Trace.Finding] {
        results.sorted { $0.key < $1.key }.compactMap { id, result in
            guard found[id] == nil, let later = result.later, let sink = walk.node(id),
                let own = state(of: result.own, in: walk), let read = state(of: later, in: walk), own.id != read.id
            else { return nil }
            return finding(
                "\(walk.name(of: sink)) gives no result for \(CallText.event(later)) of \(walk.name(of: read))",
                at: walk.observable(of: id)?.site,
                [
                    .init("the last result is for \(CallText.event(result.own))", call: result.own.id),
                    .init("then the state that it reads changes", call: later.id),
                ], remedy: Self.stateRemedy)
        }
    }

    /// The outermost event of a subject or a share that a result comes of.
    private func delivery(of call: Trace.Call, in walk: TraceWalk) -> Result? {
        guard let event = walk.deliveringCall?.call, let source = event.node else { return nil }
        return Result(delivery: event, site: event.site ?? walk.callingSite, source: source, call: call.id)
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        outdated(in: walk) + unfollowed(in: walk) + held(in: walk)
            + found.sorted { $0.key < $1.key }.compactMap { id, pair in
                guard let sink = walk.node(id), let source = walk.node(pair.result.source) else { return nil }
                return finding(
                    "\(walk.name(of: sink)) takes a value that the same event of \(walk.name(of: source)) sets later",
                    at: walk.observable(of: id)?.site,
                    [
                        .init(
                            "the event: \(CallText.event(pair.result.delivery))", call: pair.result.delivery.id,
                            site: pair.result.site),
                        .init("it gives a result with the value before", call: pair.result.call),
                        .init("then it sets the value: \(CallText.event(pair.late))", call: pair.late.id),
                    ], count: pair.count)
            }
    }
}
