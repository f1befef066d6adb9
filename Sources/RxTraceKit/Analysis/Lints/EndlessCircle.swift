/// Two subjects send each other the same values again and again, by way of a scheduler.
struct EndlessCircle: LintRule {
    static let definition = LintDefinition(
        name: "endless-circle", severity: .warning,
        summary: "two subjects send each other the same values, without end",
        explanation: """
            Fires where an element of a subject or relay leads, by way of observe(on:) or debounce and another subject,
            to the same element of the same subject, and that four times in a row: two fields that are bound to each
            other, each of which passes on what is no change. The line is the one that binds the subject. A note: two
            subjects send each other twenty elements in a row, or two states (BehaviorRelay) eight, each another than
            before, as two fields do that convert and round. A note: a subscription to a subject sends it the same
            element four times in a row, each time after a while, as by a request; or, with nothing but a hop between,
            three longer ones in a row, each of which has the one before in it, as a format that is put to its own
            result. No fault: a circle that comes to rest, as with distinctUntilChanged; one whose elements are others
            each time, as the pages of a list. Without the scheduler, reentrance tells of it.
            """,
        example: """
            a.observe(on: main).map(there).bind(to: b).disposed(by: bag)
            b.observe(on: main).map(back).bind(to: a).disposed(by: bag)
            """,
        remedy: "put distinctUntilChanged() into the circle")
    static let opening: Set<Trace.Operation> = [.on, .schedule, .invoke]

    /// An element of a subject, and how often it came in a row.
    private struct Link {
        var value: String
        var call: Trace.Call
        var rounds: Int
        /// How often the subject was sent an element on the way, the same or another.
        var turns = 1
        /// How often in a row it was a longer one, which has the one before in it.
        var growths = 0
    }

    /// The last elements of each subject on the way to some work, or to a call.
    private typealias Way = [Int: Link]

    /// Whether an element has gone to a scheduler yet: without that there is no such circle.
    private var hasHops = false
    private var ways: [Int: Way] = [:]
    /// By the work that runs on a thread.
    private var running: [Int: (invoke: Int, way: Way)] = [:]
    /// By the call that sends.
    private var sending: [Int: Way] = [:]
    /// The subjects that send each other ever new elements, each with the other.
    private var drifting: [Int: (link: Link, other: Int, site: Trace.Site?)] = [:]
    private var found: [Int: (link: Link, site: Trace.Site?, count: Int)] = [:]

    /// What each subscription sent to its own subject in a row.
    private var own: [Int: Link] = [:]

    static func wants(_ sort: CallSort) -> Bool {
        sort.operation != .on || sort.role == .subject && sort.event == .next
    }

    init(_ options: LintOptions) {}

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        switch call.operation {
        case .schedule:
            // A scheduler may hand the work on to itself: the call that work names as its cause is the innermost.
            if let outer = walk.caller?.call, outer.operation == .schedule, let way = ways.removeValue(forKey: outer.id)
            {
                ways[call.id] = way
            } else if walk.caller.map({ !$0.behaviors.isDisjoint(with: [.hops, .drops]) }) == true {
                hasHops = true
                guard let way = way(in: walk), !way.isEmpty else { return }
                // Of work that was given up, as that of debounce, nobody says so here.
                if ways.count == Self.pending { ways.removeAll(keepingCapacity: true) }
                ways[call.id] = way
            }
        case .invoke:
            running[call.thread] = call.cause.flatMap { ways.removeValue(forKey: $0) }.map { (call.id, $0) }
        default:
            noteOwn(call, in: walk)
            if hasHops { note(call, in: walk) }
        }
    }

    /// Notes an element that a subscription to a subject sends to the same one, in another turn than that of its own.
    private mutating func noteOwn(_ call: Trace.Call, in walk: TraceWalk) {
        guard let id = call.node, walk.role == .subject, call.eventKind == .next,
            let observer = walk.callers.first(where: { $0.role == .observer && $0.call.operation == .on }),
            let row = observer.call.subscription, walk.facts(of: row)?.chain.last == id, let value = call.event?.value,
            !walk.callers.contains(where: { $0.call.node == id && $0.call.operation == .on })
        else { return }
        let rounds = own[row].map { $0.value == value ? $0.rounds + 1 : 1 } ?? 1
        let growths = own[row].map { Self.isLonger(value, than: $0.value) ? $0.growths + 1 : 0 } ?? 0
        if own[row]?.rounds ?? 0 < 4 && own[row]?.growths ?? 0 < 3 || rounds > 1 || growths > 0 {
            own[row] = Link(value: value, call: call, rounds: rounds, growths: growths)
        }
    }

    /// Whether a text has another in it; numbers and what is long are no such texts.
    private static func isLonger(_ text: String, than before: String) -> Bool {
        let range = before.utf8.count + 1...before.utf8.count + 40
        return before.utf8.count <= 120 && range.contains(text.utf8.count) && !before.isEmpty && Double(text) == nil
            && text.contains(before)
    }

    /// The subscriptions that send their own subject what they have made of its element, longer each time.
    private func growing(in walk: TraceWalk) -> [Trace.Finding] {
        own.filter { $0.value.growths >= 3 }.sorted { $0.key < $1.key }.compactMap { row, link in
            // What asks for something in between goes on with the answer.
            guard let subject = walk.node(link.call.node), walk.parts[row].isEmpty else { return nil }
            return finding(
                "\(walk.name(of: subject)) is sent \(CallText.event(link.call)), made of its own element before, again and again",
                at: walk.site(of: row),
                [.init("the \(link.growths + 1)th time in a row", call: link.call.id, site: subject.site)],
                severity: .note, remedy: "bind the result to another relay, or make nothing of what is done")
        }
    }

    /// The subscriptions that send their own subject the same again and again.
    private func ownCircles(in walk: TraceWalk) -> [Trace.Finding] {
        own.filter { $0.value.rounds >= 4 }.sorted { $0.key < $1.key }.compactMap { row, link in
            guard let subject = walk.node(link.call.node), found[subject.id] == nil else { return nil }
            var note = circle(of: subject, link, at: walk.site(of: row), in: walk)
            note.severity = .note
            note.remedy = "put distinctUntilChanged() below it, or bind the answer to another relay"
            return note
        }
    }

    private func circle(
        of subject: Trace.Node, _ link: Link, at site: Trace.Site?, count: Int = 1, in walk: TraceWalk
    ) -> Trace.Finding {
        finding(
            "\(walk.name(of: subject)) is sent \(CallText.event(link.call)) again and again, by its own element before",
            at: site, [.init("sent the \(link.rounds)th time", call: link.call.id, site: subject.site)], count: count)
    }

    /// The elements that led to the call the walk has come to.
    private func way(in walk: TraceWalk) -> Way? {
        for frame in walk.callers {
            if frame.role == .subject, let known = sending[frame.call.id] { return known }
            if frame.call.operation == .invoke, let known = running[frame.call.thread], known.invoke == frame.call.id {
                return known.way
            }
        }
        return nil
    }

    private mutating func note(_ call: Trace.Call, in walk: TraceWalk) {
        guard walk.role == .subject, call.eventKind == .next, let id = call.node, let value = call.event?.value,
            !walk.behaviors.contains(.inside)
        else { return }
        var way = way(in: walk) ?? [:]
        let rounds = way[id].map { $0.value == value ? $0.rounds + 1 : 1 } ?? 1
        let link = Link(value: value, call: call, rounds: rounds, turns: (way[id]?.turns ?? 0) + 1)
        way[id] = link
        let around = walk.callers.lazy.map(\.call.id)
        sending = around.reduce(into: [:]) { kept, caller in
            if let way = sending[caller] { kept[caller] = way }
        }
        sending[call.id] = way
        noteDrift(id, link, on: way, in: walk)
        // Of two that send to each other, one is enough.
        guard rounds >= 4, found[id] != nil || way.keys.allSatisfy({ found[$0] == nil }) else { return }
        let site = senderSite(of: call, in: walk)
        found[id] = (found[id]?.link ?? link, found[id]?.site ?? site, (found[id]?.count ?? 0) + 1)
    }

    /// Notes a subject that was sent an element often, each by way of one that was sent as many.
    private mutating func noteDrift(_ id: Int, _ link: Link, on way: Way, in walk: TraceWalk) {
        if drifting[id] != nil { drifting[id]?.link = link }
        let isOfStates = link.turns == Self.stateTurns && walk.behaviors.contains(.replays)
        guard isOfStates || link.turns == Self.turns, way.keys.allSatisfy({ drifting[$0] == nil }),
            let other = way.filter({ $0.key != id && $0.value.turns >= link.turns - 1 }).keys.min(),
            link.turns == Self.turns || walk.traits(of: other).behaviors.contains(.replays)
        else { return }
        drifting[id] = (link, other, senderSite(of: link.call, in: walk))
    }

    /// How much work is kept in mind that has not run.
    private static let pending = 512

    /// From how many elements in a row on two subjects are taken for a circle that does not come to rest.
    private static let turns = 20
    /// The same where both are states, as BehaviorRelays are.
    private static let stateTurns = 8

    private func senderSite(of call: Trace.Call, in walk: TraceWalk) -> Trace.Site? {
        let observer = walk.callers.first { $0.role == .observer && $0.call.operation == .on }
        return observer.flatMap { walk.site(of: $0.call.subscription) } ?? call.site ?? walk.callingSite
    }

    private func drifts(in walk: TraceWalk) -> [Trace.Finding] {
        drifting.sorted { $0.key < $1.key }.compactMap { id, drift in
            guard let subject = walk.node(id), let other = walk.node(drift.other), found[id] == nil,
                found[other.id] == nil
            else { return nil }
            return finding(
                "\(walk.name(of: subject)) and \(walk.name(of: other)) send each other new elements, \(drift.link.turns) times in a row",
                at: drift.site,
                [
                    .init(
                        "the last of them: \(CallText.event(drift.link.call))", call: drift.link.call.id,
                        site: subject.site)
                ],
                severity: .note, remedy: "pass on only what the user has changed, by a relay of its own")
        }
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        ownCircles(in: walk) + growing(in: walk) + drifts(in: walk)
            + found.sorted { $0.key < $1.key }.compactMap { id, found in
                walk.node(id).map { circle(of: $0, found.link, at: found.site, count: found.count, in: walk) }
            }
    }
}
