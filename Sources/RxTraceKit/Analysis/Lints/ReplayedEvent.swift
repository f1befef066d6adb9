/// Something that was to happen once happens again, because its source replays it.
struct ReplayedEvent: LintRule {
    static let definition = LintDefinition(
        name: "replayed-event", severity: .note,
        summary: "a navigation or an alert is replayed, and done again",
        explanation: """
            Fires where a line subscribes again, after the end of its subscription before or for another bag, to a
            subject, relay or share that replays, and is handed elements that it was handed before, with no other sent
            since. The source's name or type has to speak of something that happens once: route, navigation, alert,
            toast, banner, dialog, popup, snackbar, failure, error, present, push, confirmation. The line is the one
            that makes the source. Of a share, as that of a Driver, the subject that it comes from may have a name for
            taps (tap, click). Fires too where a closure that pushes, presents or opens something (read in the source)
            is handed the same value three times in a row, or one that loads something twice, for changes of a state
            that are none to it; or one that makes no use of its element (`{ _ in start() }`) and starts, opens or
            connects something is handed twice the value for which a filter waits; the line is that of the subscribe.
            Fires too where the function around a subscribe says once or first by its name, and the closure has run
            twice or more. It is a note, for state is to be shown again; a warning where the source is a relay of a
            value that may be nil, its name speaks of a navigation, and the closure pushes or presents something: nobody
            has taken it back.
            """,
        example: """
            let route = BehaviorRelay<Route?>(value: nil)
            // each time the screen appears: opens the last one again
            route.compactMap { $0 }.subscribe(onNext: open).disposed(by: bag)
            """,
        remedy: "use a PublishRelay for what happens once, or set it to nil afterwards",
        signalRemedy: "use a RACSubject for what happens once, or set it to nil afterwards")
    static let opening: Set<Trace.Operation> = [.on]

    private static let words: Set<String> = [
        "route", "routes", "navigation", "navigations", "navigate", "alert", "alerts", "toast", "toasts", "banner",
        "banners", "dialog", "dialogs", "popup", "popups", "present", "push", "confirmation", "confirmations",
        "open", "opened", "dismiss",
    ]
    /// Those of what each screen shows for a while: the next screen is not to show it again.
    private static let shown: Set<String> = [
        "alert", "alerts", "toast", "toasts", "snackbar", "snackbars", "failure", "failures", "error", "errors",
    ]

    private struct Line: Hashable {
        var site: Trace.Site
        var source: Int
    }

    /// What one subscription of a line was handed.
    private struct Handed {
        var row: Int
        /// The call that sent the source's last element until then.
        var sent: Int
        /// The last calls that handed on each element, by its text.
        var elements: [String: Int] = [:]
    }

    /// A source replays so many elements at most that are looked at.
    private static let limit = 32

    /// The last element that each such subject was sent.
    private var sent: [Int: Int] = [:]
    private var handed: [Line: (before: Handed?, now: Handed)] = [:]
    private var found: [Line: (first: Int, second: Trace.Call, count: Int)] = [:]
    private var momentary: [Int: Bool] = [:]
    /// The subject that a share was connected to.
    private var connected: [Int: Int] = [:]
    private var likes: [Trace.Site: Trace.Site] = [:]
    /// By subscription, the last element and how often it came in a row; the most that there were.
    private var same: [Int: (value: String, count: Int, all: Int)] = [:]
    private var repeated: [Int: (call: Trace.Call, count: Int)] = [:]
    private let text: SourceText
    private static let sameRemedy = "put distinctUntilChanged() or take(1) above it"

    static func wants(_ sort: CallSort) -> Bool {
        guard sort.event == .next else { return false }
        return sort.role == .subject ? sort.behaviors.contains(.replays) : sort.isAtObserver
    }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard call.eventKind == .next else { return }
        if walk.role == .subject {
            if let id = call.node, walk.behaviors.contains(.replays), isMomentary(id, in: walk) { sent[id] = call.id }
            return
        }
        if walk.behaviors.contains(.connects) {
            // What a share replays, as a Driver does, comes by its connection.
            let share = walk.node(call.node)?.owner
            let subject = walk.node(walk.facts(of: call.subscription)?.chain.last)
            if let share, walk.traits(of: share).behaviors.contains(.replays),
                isMomentary(share, in: walk) || isTap(subject)
            {
                sent[share] = call.id
            }
            return
        }
        noteSame(call, in: walk)
        guard !sent.isEmpty, let row = walk.userSubscription(told: call),
            let site = walk.subscription(row)?.site.map({ firstLine(like: $0) }),
            let facts = walk.facts(of: row), let source = source(of: row, facts, in: walk), let element = sent[source],
            let value = call.event?.value, value != "nil"
        else { return }
        let line = Line(site: site, source: source)
        var (before, now) = handed[line] ?? (nil, Handed(row: row, sent: element))
        if now.row != row { (before, now) = (now, Handed(row: row, sent: element)) }
        if let before, before.sent == element, let first = before.elements[value],
            hasEnded(before.row, in: walk) || isOthers(before.row, row, source, in: walk),
            walk.callers.contains(where: { $0.call.id == facts.call })
        {
            found[line] = (found[line]?.first ?? first, found[line]?.second ?? call, (found[line]?.count ?? 0) + 1)
        }
        now.sent = element
        if now.elements.count < Self.limit { now.elements[value] = call.id }
        handed[line] = (before, now)
    }

    /// What a subscription's elements come from: behind a share, as each reading of a computed Driver makes one, the subject
    /// that this was connected to, if that replays what happened.
    private mutating func source(of row: Int, _ facts: SubscriptionFacts, in walk: TraceWalk) -> Int? {
        guard let end = facts.chain.last, walk.traits(of: end).behaviors.contains(.shares) else {
            return facts.chain.last
        }
        if let part = walk.parts[row].first, let connection = walk.facts(of: part), connection.connectable == end,
            let subject = connection.chain.last, sent[subject] != nil
        {
            connected[end] = subject
        }
        return connected[end] ?? end
    }

    private mutating func noteSame(_ call: Trace.Call, in walk: TraceWalk) {
        guard walk.isAtObserver, let row = call.subscription, let value = call.event?.value, value != "()" else {
            return
        }
        guard let before = same[row], before.value == value, call.event?.distinctValue != nil else {
            same[row] = (value, 1, (same[row]?.all ?? 0) + 1)
            return
        }
        same[row]?.count += 1
        same[row]?.all += 1
        if before.count + 1 >= 2 { repeated[row] = (call, before.count + 1) }
    }

    /// The navigations that a state leads to again and again, for a change of something else in it.
    private func ledAgain(in walk: TraceWalk) -> [Trace.Finding] {
        repeated.sorted { $0.key < $1.key }.compactMap { row, pair in
            guard let user = walk.subscription(row), user.parent == nil, let site = user.site,
                let chain = walk.facts(of: row)?.chain.compactMap({ walk.node($0) }), let state = chain.last,
                state.role == .subject, state.behaviors.contains(.replays),
                !chain.contains(where: { !$0.behaviors.isDisjoint(with: [.compares, .ends]) }),
                let call = call(ledBy: pair.count, at: site, chain, in: walk)
            else { return nil }
            return finding(
                "\(call) is done \(Count.of(pair.count, "time")) in a row for \(CallText.event(pair.call)) of \(walk.name(of: state))",
                at: site, [.init("the last of them", call: pair.call.id)], remedy: Self.sameRemedy)
        }
    }

    /// The closures of functions that say that they run once, and that run for each element.
    private func notOnce(in walk: TraceWalk) -> [Trace.Finding] {
        same.filter { $0.value.all >= 2 }.sorted { $0.key < $1.key }.compactMap { row, all in
            guard let user = walk.subscription(row), user.parent == nil, let site = user.site,
                let chain = walk.facts(of: row)?.chain.compactMap({ walk.node($0) }), chain.last?.role == .subject,
                !chain.contains(where: { $0.behaviors.contains(.ends) }),
                let function = SourceFunction(around: site, in: text)?.name,
                SourceCode.words(of: function).contains(where: { $0 == "once" || $0 == "first" }),
                let body = SourceCode.closure(in: text.code(from: site, lines: 8)), !body.contains(#/\bif\b|dispose/#)
            else { return nil }
            return finding(
                "the closure of \(function)() runs \(Count.of(all.all, "time")), once for each element", at: site,
                [.init("subscribed", call: walk.facts(of: row)?.call)], remedy: "put take(1) above it")
        }
    }

    /// The call in a closure that does something again; nil where it may well be wanted.
    private func call(ledBy count: Int, at site: Trace.Site, _ chain: [Trace.Node], in walk: TraceWalk) -> Substring? {
        let code = text.code(from: site)
        guard
            let content = code.firstRange(of: #/(?:^|\W)(?:subscribe|bind|drive|emit)(?=\W)/#).flatMap({
                SourceCode.argument("onNext:", ofCallAt: code[$0.upperBound...])
            }), case let closure = SourceCode.closure(content)
        else { return nil }
        let words = chain.map { walk.word(for: $0) }
        if count >= 3, words.contains(where: { ["map", "compactMap"].contains($0) }),
            let call = closure.body.firstMatch(
                of: #/\b(?:\w+[?!]?\.)*(push|present|navigate|open|route|segue)\w*\(/#)
        {
            return call.1
        }
        if words.contains("map"), !closure.parameters.hasSuffix("_"),
            let call = closure.body.firstMatch(
                of: #/(?:^|[^\w.])(?:\w+[?!]?\.)*((?:load|reload|fetch|download|request|search|query)\w*)\(/#)
        {
            return call.1
        }
        guard words.contains("filter"), closure.parameters.hasSuffix("_"),
            let call = closure.body.firstMatch(
                of: #/(?:^|\W)((?:start|begin|connect|launch|open|push|present|subscribe|register)\w*)\(/#)
        else { return nil }
        return call.1
    }

    /// Whether a subject sends what somebody has done, and says so by its name.
    private func isTap(_ subject: Trace.Node?) -> Bool {
        guard let subject, subject.role == .subject, !subject.behaviors.contains(.replays), let name = subject.variable
        else { return false }
        return SourceCode.words(of: name).contains {
            ["tap", "taps", "tapped", "click", "clicks", "clicked"].contains($0)
        }
    }

    /// The first line of a file that has the same words as a line: that of another visit to a screen, as in a test.
    private mutating func firstLine(like site: Trace.Site) -> Trace.Site {
        if let known = likes[site] { return known }
        let lines = text.lines(of: site.file)
        let first = lines.indices.contains(site.line - 1) ? lines.firstIndex(of: lines[site.line - 1]) : nil
        let result = first.map { Trace.Site(file: site.file, line: $0 + 1) } ?? site
        likes[site] = result
        return result
    }

    private func hasEnded(_ row: Int, in walk: TraceWalk) -> Bool {
        let facts = walk.facts(of: row)
        return facts?.end != nil || facts?.bag.map { walk.releasedBags.contains($0) } == true
    }

    /// Whether two subscriptions are in a bag each, as those of two screens.
    private func isOthers(_ one: Int, _ other: Int, _ source: Int, in walk: TraceWalk) -> Bool {
        guard let name = walk.node(source)?.variable, !Self.shown.isDisjoint(with: SourceCode.words(of: name)),
            let first = walk.facts(of: one)?.bag, let second = walk.facts(of: other)?.bag
        else { return false }
        return first != second
    }

    /// Whether a state that may be none leads away from a screen: its name speaks of that, and so does the closure that it
    /// is handed to.
    private func isLeadAway(_ source: Trace.Node, at site: Trace.Site) -> Bool {
        guard source.role == .subject, let name = source.variable,
            !Self.words.isDisjoint(with: SourceCode.words(of: name)),
            source.generic?.contains(#/<Optional<|\?>$/#) == true
        else { return false }
        return text.answer(at: site) {
            let lines = text.lines(of: site.file)
            guard lines.indices.contains(site.line - 1) else { return false }
            // What a closure prints says what it stands for.
            let code = lines[(site.line - 1)..<min(lines.count, site.line + 8)].joined(separator: "\n")
            return SourceCode.closure(in: code)?.contains(#/(?:^|\W)(?:push|present|navigate|segue)/#) == true
        }
    }

    private mutating func isMomentary(_ source: Int, in walk: TraceWalk) -> Bool {
        if let known = momentary[source] { return known }
        let node = walk.node(source)
        let elements = node?.generic?.drop { $0 != "<" }.description
        let names = [node?.variable, node?.name, elements].compactMap(\.self).flatMap(SourceCode.words)
        let isMomentary = names.contains { Self.words.contains($0) || Self.shown.contains($0) }
        momentary[source] = isMomentary
        return isMomentary
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        ledAgain(in: walk) + notOnce(in: walk)
            + found.sorted { $0.value.second.id < $1.value.second.id }.compactMap { line, pair in
                guard let source = walk.node(line.source) else { return nil }
                return finding(
                    "\(walk.name(of: source)) replays \(CallText.event(pair.second)), which its subscriber was handed before",
                    at: source.site ?? line.site,
                    [
                        .init("handed on", call: pair.first, site: line.site),
                        .init(
                            "and replayed to the next subscription of the line", call: pair.second.id, site: line.site),
                    ], severity: isLeadAway(source, at: line.site) ? .warning : nil, count: pair.count)
            }
    }
}
