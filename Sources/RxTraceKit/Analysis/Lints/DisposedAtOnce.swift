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
            listened to a subject, and is thrown away by intent (`_ = Screen()`) or with a round of its loop. Fires too
            where a function's own bag ends a subscription to a relay, or another that replays, which has heard only the
            value that it begins with, and other values come later: bind, drive or emit puts it there, read in the
            source, or it is a note, and the function's name says that it binds or observes.
            """,
        example: """
            func load() {
                let bag = DisposeBag()  // released as load returns
                request().subscribe(onNext: show).disposed(by: bag)
            }
            """,
        remedy: "make the bag a property of an object that lives as long as the work",
        signalRemedy: "keep the RACDisposable in a property of an object that lives as long as the work")
    static let opening: Set<Trace.Operation> = [.insert, .add, .on, .schedule, .handler, .deinit]

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
        /// Whether it has heard what its subject begins with, and no more.
        var isReplay = false
        /// What its subject was sent afterwards.
        var later: Trace.Call?
    }

    /// A pause, in nanoseconds, after which somebody may have decided to leave.
    private static let pause: UInt64 = 10_000_000

    private static let testRemedy = "wait before it: toBlocking(timeout:), an expectation, or virtual time"

    private static let ownerRemedy = "keep the object that has the bag for as long as the work takes"

    private static let replacementRemedy = "make the new bag before the subscribe"

    private var rows: [Int: [Int]] = [:]
    /// When each subscription entered its bag.
    private var insertions: [Int: UInt64] = [:]
    private var eventful: Set<Int> = []
    /// The subscriptions that were handed events before they were in a bag: as they were made.
    private var begun: Set<Int> = []
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
        case .insert, .add:
            guard let bag = call.node, let row = call.subscription, !walk.isOperators(row) else {
                return
            }
            rows[bag, default: []].append(row)
            insertions[row] = call.start
        case .on:
            if let row = call.subscription, walk.isAtObserver {
                if walk.facts(of: row)?.bag == nil { begun.insert(row) } else { eventful.insert(row) }
            }
            guard !waiting.isEmpty, let node = call.node, call.eventKind == .next, let left = waiting[node] else {
                return
            }
            for row in left where ends[row]?.isEarly == false {
                ends[row]?.isEarly = true
                ends[row]?.isIdle = true
                ends[row]?.later = call
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
        let hasServed = held.contains { eventful.contains($0) || begun.contains($0) }
        for row in held {
            guard let facts = walk.facts(of: row), facts.stretch == stretch, facts.end == nil, !eventful.contains(row),
                !isLate(insertions[row])
            else { continue }
            let (source, isReplay) = (facts.chain.last, begun.contains(row))
            if isReplay, call.label != nil || !walk.traits(of: source).behaviors.contains(.replays) { continue }
            ends[row] = End(
                call: call.id, bag: bag, isEarly: !isReplay && busy.contains(row), owner: call.label,
                hasServed: hasServed, isReplay: isReplay)
            if let source, walk.node(source)?.role == .subject {
                waiting[source, default: []].append(row)
            }
        }
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        var lives: Set<Trace.Site> = []
        var replays: Set<Trace.Site> = []
        for row in walk.users {
            guard let site = row.site, ends[row.id].map(\.isReplay) ?? true else { continue }
            if ends[row.id] == nil { lives.insert(site) } else { replays.insert(site) }
        }
        return ends.sorted { $0.key < $1.key }.compactMap { row, end in
            guard end.isEarly, let site = walk.subscription(row)?.site, !lives.contains(site) else { return nil }
            let name = walk.node(walk.subscription(row)?.node).map(walk.name(of:)) ?? "an observable"
            if end.isReplay { return replay(end, of: row, name, at: site, in: walk) }
            if replays.contains(site) { return nil }
            let place = place(of: end, at: site)
            if let look = places.firstLook(behind: place) {
                return finding(
                    "the test looks here at once, and is over before \(name) answers", at: look,
                    [
                        .init("subscribed to \(name)", call: walk.facts(of: row)?.call, site: site),
                        .init("disposed as the test is over", call: end.call),
                    ], remedy: Self.testRemedy)
            }
            let replacement = end.owner == nil && place == site ? replacement(ofBagAt: site) : nil
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
                        call: end.call, site: replacement),
                ], severity: end.hasServed || isThrownAway(end, at: place) ? .note : nil,
                remedy: replacement != nil ? Self.replacementRemedy : end.owner == nil ? nil : Self.ownerRemedy)
        }
    }

    /// The only line of the file that puts a new bag in the place of that which a statement names.
    private func replacement(ofBagAt site: Trace.Site) -> Trace.Site? {
        let statement = places.text.code(from: site, lines: 10)
        guard let bag = statement.firstMatch(of: #/\.disposed\(by:\s*(?:self\.)?(\w+)\)/#)?.1 else { return nil }
        return places.onlyLine(of: site.file) { code in
            code.firstMatch(of: #/^\s*(?:self\.)?(\w+)\s*=\s*DisposeBag\(\)/#)?.1 == bag
        }
    }

    /// A binding that a function's own bag has ended, though its state goes on.
    private func replay(
        _ end: End, of row: Int, _ name: String, at site: Trace.Site, in walk: TraceWalk
    ) -> Trace.Finding? {
        guard let later = end.later, let bag = places.localBag(ofStatementAt: site) else { return nil }
        let line = places.text.code(from: site, lines: 1)
        let binds = line.contains(#/\.(?:bind|drive|emit)\(/#)
        let function = SourceFunction(around: site, in: places.text)?.name
        guard function?.hasPrefix("test") != true, binds || function.map(Self.saysThatItLasts) == true else {
            return nil
        }
        return finding(
            "this bag is released as its function returns: the subscription to \(name) hears the first value and no more",
            at: bag,
            [
                .init("subscribed to \(name)", call: walk.facts(of: row)?.call, site: site),
                .init("its bag is released", call: end.call),
                .init("nobody takes \(CallText.event(later))", call: later.id, site: later.site),
            ], severity: binds ? nil : .note)
    }

    /// Whether a function's name promises more than a look: `bindTitle`, `observeQuery`, `viewDidLoad`.
    private static func saysThatItLasts(_ function: String) -> Bool {
        function.contains(#/^(?:bind|observe|watch|listen|monitor|track|follow|subscribe|set[uU]p|viewDidLoad)/#)
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
