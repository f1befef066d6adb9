/// An operator keeps more and more elements for later.
struct GrowingBacklog: LintRule {
    static let definition = LintDefinition(
        name: "growing-backlog", severity: .warning,
        summary: "more and more elements wait in an operator",
        explanation: """
            Fires where more and more elements wait in an operator, until it is disposed or the recording ends: five or
            more in zip, whose other source is slower or silent; ten or more in observe(on:), concatMap or
            merge(maxConcurrent:), whose work takes longer than the next element takes to come. Fires too where twenty
            or more of a timer's elements waited in observe(on:) that were worked off in the end: more each time that
            one was taken, as long as the timer ran; a note for those of a subject, in observe(on:) or concatMap. A
            note: two to four elements of a subject wait in zip for its other source, or one does and that is a state,
            as a BehaviorRelay is; a warning where two to four wait and all sources are states. A note: two or more
            waited in concatMap, and the name of their subject speaks of a search (query, search, term …), of which the
            newest is all that is asked for. No fault: elements that come all at once and are worked off, as in zip with
            a timer.
            """,
        example: """
            Observable.zip(frames, positions)  // ten frames per position
                .subscribe(onNext: show)
            """,
        remedy: "put sample, throttle or buffer above it, or do less work per element",
        signalRemedy: "put throttle above it, or do less work per element")
    static let opening: Set<Trace.Operation> = [.subscribe, .on, .forwardOn]

    private static let searches: Set<String> = [
        "query", "queries", "search", "searches", "term", "keyword", "keywords", "typing", "typed", "suggest", "lookup",
    ]
    private static let newestRemedy = "use flatMapLatest, which leaves the older search for the newest"

    private static let combiningRemedy = "use withLatestFrom or combineLatest, which keep one element per source"

    private struct Queue {
        /// How many elements came, for each of the sources, and how many from the one with the most.
        private(set) var elements: [Int: Int] = [:]
        private var longest = 0
        var taken = 0
        var peak = 0
        /// The backlog when the first element was taken, and when the last was.
        var first: Int?
        var last = 0
        /// The most that waited as one was taken, and how often it was more than ever before.
        var most = 0
        var growths = 0
        /// What had happened when the peak was reached.
        var atPeak: (taken: Int, most: Int, growths: Int, call: Trace.Call?) = (0, 0, 0, nil)
        /// How many causes of their own elements came by.
        var causes = 0
        var cause: Int?
        /// The source whose turn it is, by its subscription.
        var turn: Int?
        /// The last that came.
        var call: Trace.Call?
        /// The source of those that wait, for an operator with several.
        var fastest: Trace.Call?
        /// How many of several sources are states, as a BehaviorRelay is.
        var states = 0

        var waiting: Int { longest - taken }
        /// Whether all sources are states, of which only the last element counts.
        var isOfStates: Bool { states > 1 && states == elements.count }

        mutating func take() {
            taken += 1
            if first != nil, waiting > most { growths += 1 }
            most = max(most, waiting)
            first = first ?? waiting
            last = waiting
        }

        mutating func add(_ element: Trace.Call, from source: Int) {
            elements[source, default: 0] += 1
            let count = elements[source, default: 0]
            longest = max(longest, count)
            call = element
            if waiting > peak {
                peak = waiting
                atPeak = (taken, most, growths, element)
            }
            if count == longest { fastest = element }
        }

        mutating func note(_ event: Int) {
            if cause != event { causes += 1 }
            cause = event
        }
    }

    private var queues: [Int: Queue] = [:]

    static func wants(_ sort: CallSort) -> Bool {
        switch sort.operation {
        case .on: sort.event == .next && sort.role != nil && (sort.isOfWork || sort.behaviors.contains(.queues))
        case .forwardOn: sort.event == .next && sort.behaviors.contains(.queues)
        default: true
        }
    }

    init(_ options: LintOptions) {}

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        if call.operation == .subscribe {
            // A source that was waited with is subscribed: its element is taken.
            guard walk.begins(call), walk.subscription(call.subscription)?.parent != nil else { return }
            for frame in walk.callers {
                guard let node = walk.sink(of: frame.call.node) else { continue }
                if node.behaviors.contains(.queues), node.behaviors.contains(.follows) {
                    take(node.id)
                    queues[node.id]?.turn = call.subscription
                }
                return
            }
        }
        guard call.eventKind == .next, let id = call.node, walk.role != nil else { return }
        if call.operation == .on, let hop = delivering(in: walk) { take(hop) }
        guard walk.behaviors.contains(.queues), let node = walk.node(id) else { return }
        if call.operation == .forwardOn, node.role == .sink, !node.behaviors.contains(.follows) {
            take(id)
        } else if call.operation == .on, call.type == nil {
            // The inner observers of zip work for its sink; those of concatMap are handed its results.
            if node.role == .sink, !node.behaviors.contains(.combines) {
                add(call, to: id, from: id, in: walk)
            } else if node.role == .observer, node.behaviors.contains(.combines), let sink = node.owner {
                add(call, to: sink, from: id, in: walk)
            }
        }
    }

    /// The sink of a change of scheduler whose work is to hand on the element that the walk has come to.
    private func delivering(in walk: TraceWalk) -> Int? {
        for frame in walk.callers {
            if frame.call.operation == .run, frame.behaviors.contains(.hops) { continue }
            guard frame.call.operation == .invoke, let sink = walk.sink(of: frame.work?.askedBy),
                sink.behaviors.contains(.hops)
            else { return nil }
            return sink.id
        }
        return nil
    }

    private mutating func take(_ sink: Int) { queues[sink, default: Queue()].take() }

    private mutating func add(_ call: Trace.Call, to sink: Int, from source: Int, in walk: TraceWalk) {
        if queues[sink]?.elements[source] == nil,
            let leaf = walk.node(walk.facts(of: call.subscription)?.chain.last),
            leaf.role == .subject, leaf.behaviors.contains(.replays)
        {
            queues[sink, default: Queue()].states += 1
        }
        queues[sink, default: Queue()].add(call, from: source)
        var cause = call.id
        var isSetup = false
        for frame in walk.callers {
            cause = frame.call.id
            // Work that a timer asked for while it was being set up comes by itself each time.
            if frame.call.operation == .invoke, let scheduler = walk.node(frame.work?.scheduler),
                !scheduler.behaviors.contains(.stays)
            {
                isSetup = false
                break
            }
            isSetup = isSetup || frame.isSetup
        }
        if !isSetup { queues[sink]?.note(cause) }
    }

    /// Whether the source whose turn it is has no end: endless-wait tells of it.
    private func waitsForever(_ queue: Queue, in walk: TraceWalk) -> Bool {
        guard queue.taken <= 1, let source = walk.node(walk.facts(of: queue.turn)?.chain.last) else { return false }
        return source.role == .subject || source.behaviors.contains(.endless)
    }

    /// A queue that grew as long as its timer ran, and was worked off.
    private func workedOff(_ queue: Queue, _ sink: Trace.Node, in walk: TraceWalk) -> Trace.Finding? {
        let isTurn = sink.behaviors.contains(.follows)
        guard isTurn || sink.behaviors.contains(.hops), queue.peak >= 20, queue.causes >= 20,
            queue.waiting < (isTurn ? queue.peak * 3 / 4 : queue.peak / 2), queue.atPeak.growths >= 3,
            queue.atPeak.most * 2 >= queue.peak,
            let call = queue.atPeak.call, let source = walk.node(walk.facts(of: call.subscription)?.chain.last),
            source.behaviors.contains(.endless) || source.role == .subject
        else { return nil }
        return finding(
            "\(Count.of(queue.peak, "element")) wait in \(walk.name(of: sink)) when \(queue.atPeak.taken) went through",
            at: walk.observable(of: sink.id)?.site,
            [.init("the last that came then: \(CallText.event(call))", call: call.id)],
            severity: source.role == .subject ? .note : nil)
    }

    /// A zip of subjects of which one is some elements behind: pairs are made of what does not belong together.
    private func lagging(_ queue: Queue, _ sink: Trace.Node, in walk: TraceWalk) -> Trace.Finding? {
        guard sink.behaviors.contains(.combines), queue.causes >= 2, queue.taken > 0,
            (2..<5).contains(queue.waiting) || queue.waiting == 1 && queue.peak > 1 && queue.states > 0,
            let last = queue.fastest, let source = walk.node(walk.facts(of: last.subscription)?.chain.last),
            source.role == .subject, !source.behaviors.contains(.inside)
        else { return nil }
        return finding(
            "\(Count.of(queue.waiting, "element")) of \(walk.name(of: source)) wait\(queue.waiting == 1 ? "s" : "") in \(walk.name(of: sink)) at the end",
            at: walk.observable(of: sink.id)?.site, [.init("the last of them: \(CallText.event(last))", call: last.id)],
            severity: queue.isOfStates && queue.waiting > 1 ? nil : .note, remedy: Self.combiningRemedy)
    }

    /// A concatMap that answers every search in its turn, though there is a newer one.
    private func searching(_ queue: Queue, _ sink: Trace.Node, in walk: TraceWalk) -> Trace.Finding? {
        guard sink.behaviors.contains(.follows), queue.peak > 2 || queue.peak == 2 && queue.causes > 3,
            queue.causes > 2,
            queue.waiting < 10,
            let last = queue.call, let source = walk.node(walk.facts(of: last.subscription)?.chain.last),
            source.role == .subject, let name = source.variable,
            !Self.searches.isDisjoint(with: SourceCode.words(of: name))
        else { return nil }
        return finding(
            "\(Count.of(queue.peak, "element")) of \(walk.name(of: source)) wait in \(walk.name(of: sink)) for older answers",
            at: walk.observable(of: sink.id)?.site, [.init("the last: \(CallText.event(last))", call: last.id)],
            severity: .note, remedy: Self.newestRemedy)
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        queues.sorted { $0.key < $1.key }.compactMap { id, queue in
            guard let sink = walk.node(id) else { return nil }
            if let found = workedOff(queue, sink, in: walk) { return found }
            let limit = sink.behaviors.contains(.combines) ? 5 : 10
            let waiting = queue.waiting
            if let found = lagging(queue, sink, in: walk) ?? searching(queue, sink, in: walk) { return found }
            guard waiting >= limit, queue.causes >= limit, queue.peak - waiting <= max(1, queue.peak / 10) else {
                return nil
            }
            // A queue of which little was taken may not have had its turn.
            let isGrowing =
                queue.taken > 1 ? queue.last > queue.first ?? 0 : !sink.behaviors.contains(.hops)
            guard isGrowing, !waitsForever(queue, in: walk) else { return nil }
            let site = walk.observable(of: id)?.site
            var evidence: [Trace.Finding.Evidence] = []
            if sink.behaviors.contains(.combines), let row = walk.subscription(queue.fastest?.subscription),
                let source = walk.node(row.node)
            {
                evidence.append(.init("they come from \(walk.name(of: source))", site: source.site))
            }
            if let call = queue.call {
                evidence.append(.init("the last of them: \(CallText.event(call))", call: call.id))
            }
            return finding(
                "\(Count.of(waiting, "element")) wait in \(walk.name(of: sink)) at the end, \(queue.taken) went through",
                at: site, evidence, remedy: sink.behaviors.contains(.combines) ? Self.combiningRemedy : nil)
        }
    }
}
