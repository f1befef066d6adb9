/// A subscription is disposed right after it began.
struct DisposedAtOnce: LintRule {
    static let definition = LintDefinition(
        name: "disposed-at-once", severity: .warning,
        summary: "a subscription is disposed as soon as it has begun",
        explanation: """
            Fires where the bag of a subscription is released within 10 ms and before any event, with nothing in between
            but other subscribes, although an event would have come: the subscription had started work, or its subject
            sends afterwards. Three causes are usual: the bag is a local variable of a function, nobody keeps its owner,
            or the next line replaces it with a new bag. The line is that of the subscription; or, read in the source,
            the one that makes the function's bag or the object that nobody keeps; in a function whose name begins with
            test, the one that looks at what has not come yet. No fault: a place that subscribes again, if the later
            subscription lives. A note: another subscription in the bag was handed an event before; or the object only
            listened to a subject, and is thrown away by intent (`_ = Screen()`) or with a round of its loop.
            """,
        example: """
            func load() {
                let bag = DisposeBag()  // released as load returns
                request().subscribe(onNext: show).disposed(by: bag)
            }
            """,
        remedy: "make the bag a property of an object that lives as long as the work")
    static let opening: Set<Trace.Operation> = [.insert, .on, .schedule, .handler, .deinit]

    private struct End {
        var call: Int
        var bag: Int
        /// Whether there was something to come; for a subject that is not known yet.
        var isEarly: Bool
        /// The type of the object whose end released the bag; nil where the bag was on its own.
        var owner: String?
        /// Whether another subscription in the bag was handed an event: the bag has served.
        var hasServed = false
        /// Whether it has begun nothing: its subject was sent something afterwards.
        var isIdle = false
    }

    /// A pause, in nanoseconds, after which somebody may have decided to leave.
    private static let pause: UInt64 = 10_000_000

    private static let testRemedy = "wait before it: toBlocking(timeout:), an expectation, or virtual time"

    private static let ownerRemedy = "keep the object that has the bag for as long as the work takes"

    private var rows: [Int: [Int]] = [:]
    /// When each subscription entered its bag.
    private var insertions: [Int: UInt64] = [:]
    private var eventful: Set<Int> = []
    /// The user's subscriptions that started work.
    private var busy: Set<Int> = []
    private var ends: [Int: End] = [:]
    /// The subscriptions that ended so, by the subject they observed.
    private var waiting: [Int: [Int]] = [:]
    private let places: SourcePlaces

    static func wants(_ sort: CallSort) -> Bool {
        switch sort.operation {
        case .on: sort.isAtObserver || sort.role == .subject && sort.event == .next
        case .schedule: sort.role != nil && !sort.behaviors.contains(.stays)
        case .handler: sort.runs([.creates])
        default: true
        }
    }

    init(_ options: LintOptions) { places = SourcePlaces(text: options.text) }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        switch call.operation {
        case .insert:
            guard let bag = call.node, let row = call.subscription, walk.subscription(row)?.parent == nil else {
                return
            }
            rows[bag, default: []].append(row)
            insertions[row] = call.start
        case .on:
            if let row = call.subscription, walk.isAtObserver {
                eventful.insert(row)
            }
            guard !waiting.isEmpty, let node = call.node, call.eventKind == .next, let left = waiting[node] else {
                return
            }
            for row in left where ends[row]?.isEarly == false {
                ends[row]?.isEarly = true
                ends[row]?.isIdle = true
            }
            waiting[node] = nil
        case .schedule:
            guard walk.role != nil, !walk.behaviors.contains(.stays) else { return }
            if let root = walk.root(of: call.subscription) { busy.insert(root) }
        case .handler:
            guard walk.kinds(of: call).contains(.creates), let root = walk.root(of: call.subscription) else { return }
            busy.insert(root)
        case .deinit: noteRelease(call, in: walk)
        default: break
        }
    }

    private mutating func noteRelease(_ call: Trace.Call, in walk: TraceWalk) {
        guard let bag = call.node, let held = rows.removeValue(forKey: bag) else { return }
        let stretch = walk.stretch(of: call)
        let isLate = { (insertion: UInt64?) in
            insertion.flatMap { begin in call.start.map { $0 > begin &+ Self.pause } } ?? false
        }
        let hasServed = held.contains { eventful.contains($0) }
        for row in held {
            guard let facts = walk.facts(of: row), facts.stretch == stretch, facts.end == nil, !eventful.contains(row),
                !isLate(insertions[row])
            else { continue }
            ends[row] = End(
                call: call.id, bag: bag, isEarly: busy.contains(row), owner: call.label, hasServed: hasServed)
            if let source = facts.chain.last, walk.node(source)?.role == .subject {
                waiting[source, default: []].append(row)
            }
        }
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        var lives: Set<Trace.Site> = []
        for row in walk.source.subscriptions where row.parent == nil && ends[row.id] == nil {
            if let site = row.site { lives.insert(site) }
        }
        return ends.sorted { $0.key < $1.key }.compactMap { row, end in
            guard end.isEarly, let site = walk.subscription(row)?.site, !lives.contains(site) else { return nil }
            let name = walk.node(walk.subscription(row)?.node).map(walk.name(of:)) ?? "an observable"
            let place = place(of: end, at: site)
            if let look = places.firstLook(behind: place) {
                return finding(
                    "the test looks here at once, and is over before \(name) answers", at: look,
                    [
                        .init("subscribed to \(name)", call: walk.facts(of: row)?.call, site: site),
                        .init("disposed as the test is over", call: end.call),
                    ], remedy: Self.testRemedy)
            }
            let keeper = end.owner.map { "nobody keeps this \($0)" } ?? "this bag is released as its function returns"
            return finding(
                place == site
                    ? "the subscription made here is disposed as soon as it has begun"
                    : "\(keeper): the subscription to \(name) ends as soon as it has begun",
                at: place,
                [
                    .init("subscribed to \(name)", call: walk.facts(of: row)?.call, site: site),
                    .init(
                        "its bag is released\(end.owner.map { " with its \($0)" } ?? "") before any event",
                        call: end.call),
                ], severity: end.hasServed || isThrownAway(end, at: place) ? .note : nil,
                remedy: end.owner == nil ? nil : Self.ownerRemedy)
        }
    }

    /// Whether the file throws the object that has the bag away by intent (`_ = Screen()`), and it only listened.
    private func isThrownAway(_ end: End, at place: Trace.Site) -> Bool {
        guard end.isIdle, let owner = end.owner else { return false }
        let lines = places.text.lines(of: place.file)
        if lines.indices.contains(place.line - 1), SourceStatement.isInLoop(place.line - 1, in: lines) { return true }
        return places.text.codeLines(of: place.file).contains { line in
            line.matches(of: #/\b_\s*=\s*(\w+)\(/#).contains { $0.1 == owner }
        }
    }

    /// Where the function makes the bag, or the object that has it, which ends as the function returns.
    private func place(of end: End, at site: Trace.Site) -> Trace.Site {
        guard let owner = end.owner else { return places.localBag(ofStatementAt: site) ?? site }
        return places.localObject(ofType: owner, in: site.file) ?? site
    }
}
