/// A subject that somebody waits for never ends.
struct UncompletedSubject: LintRule {
    static let definition = LintDefinition(
        name: "uncompleted-subject", severity: .warning,
        summary: "a subject never ends though somebody waits for it",
        explanation: """
            Fires where a subject had neither a terminal event nor a disposal by the end of the recording, and
            subscriptions to it still live, outside of any bag and of any connect(). (For those in a bag or of a
            connect(), the fault is that of the bag, or of whoever connected.) A SerialDisposable, a CompositeDisposable
            or the like that lives as long as the program (read in the source) is as good as a bag. A relay has no
            onCompleted(): its subscriptions are to be disposed. The line is that of the subject; where one line in
            another type subscribed (read in the source), that one. No fault: a subject whose subscriptions were all
            disposed, by a bag or by an operator that had enough, such as take; it needs no end. endless-wait tells of
            an operator that waits for the end. A note: the onCompleted of a subscribe or a do does more than print
            (read in the source), no operator above ends the chain, and nothing in the file ends the subject, as nothing
            can end a relay. A note too: a property or a variable at the top of a file holds each (read in the source),
            if only in a SerialDisposable or a list: it may be meant to live as long as the program.
            """,
        example: """
            let numbers = PublishSubject<Int>()
            _ = numbers.subscribe(onNext: show)  // in no bag
            numbers.onNext(1)  // and no onCompleted()
            """,
        remedy: "send onCompleted() when no more is to come, or dispose the subscription")
    static let opening: Set<Trace.Operation> = [.subscribe, .on, .forwardOn, .dispose]

    private var ended: Set<Int> = []
    private var observers: [Int: [Int]] = [:]
    /// The subscriptions in which an operator has handed on an end: it left its source, whatever lives on below it.
    private var left: Set<Int> = []

    static func wants(_ sort: CallSort) -> Bool {
        switch sort.operation {
        case .forwardOn: sort.role == .sink && sort.event != .next
        case .on: sort.role == .subject && sort.event != .next
        default: sort.role == .subject
        }
    }

    private let places: SourcePlaces

    init(_ options: LintOptions) { places = SourcePlaces(text: options.text) }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        if call.operation == .forwardOn {
            if walk.role == .sink, call.eventKind != .next, let row = call.subscription { left.insert(row) }
            return
        }
        guard walk.role == .subject, let id = call.node, let node = walk.node(id) else { return }
        switch call.operation {
        case .subscribe:
            guard node.site != nil, let row = call.subscription, observers[id]?.last != row else { return }
            observers[id, default: []].append(row)
        case .on where call.eventKind != .next: ended.insert(id)
        case .dispose: ended.insert(id)
        default: break
        }
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] { waitedFor(in: walk) + endless(in: walk) }

    /// The closures that wait for the end of a subject which nothing in its file can end.
    private func waitedFor(in walk: TraceWalk) -> [Trace.Finding] {
        var told: Set<Trace.Site> = []
        return observers.sorted { $0.key < $1.key }.flatMap { id, rows in
            rows.compactMap { row in
                guard !ended.contains(id), let subject = walk.node(id), let name = subject.variable,
                    let file = subject.site?.file, !walk.isOperators(row), !left.contains(row),
                    let chain = walk.facts(of: row)?.chain, !chain.contains(where: { isEnding($0, in: walk) }),
                    let site = waiting(chain, walk.subscription(row)?.site, in: walk), site.file == file,
                    !places.text.lines(of: file).contains(where: { mayEnd(name, in: $0) }), told.insert(site).inserted
                else { return nil }
                return finding(
                    "onCompleted waits for the end of \(walk.name(of: subject)), which never comes", at: site,
                    [.init("subscribed", call: walk.facts(of: row)?.call, site: walk.site(of: row))], severity: .note,
                    remedy: "go by an element that says so; a relay has no end")
            }
        }
    }

    private func isEnding(_ id: Int, in walk: TraceWalk) -> Bool {
        let does = walk.traits(of: id).behaviors
        return does.contains(.ends) || does.contains(.waits) || does.contains(.ignores) || does.contains(.follows)
    }

    /// The line of the subscribe, or of a do in the chain, whose onCompleted does something.
    private func waiting(_ chain: [Int], _ site: Trace.Site?, in walk: TraceWalk) -> Trace.Site? {
        let acts = chain.compactMap { walk.node($0) }.filter { $0.behaviors.contains(.acts) }.compactMap(\.site)
        return ([site].compactMap { $0 } + acts).first { place in waits(at: place, isAct: place != site) }
    }

    /// Whether the onCompleted of a subscribe, or of a do, does something.
    private func waits(at place: Trace.Site, isAct: Bool) -> Bool {
        places.text.answer(at: place, isAct ? "do" : "subscribe") {
            let code = places.text.code(from: place, lines: 12)
            guard let start = code.firstRange(of: isAct ? #/do(?=\()/# : #/subscribe/#),
                isOwn(code[start.upperBound...]),
                let content = SourceCode.argument("onCompleted:", ofCallAt: code[start.upperBound...])
            else { return false }
            let body = SourceCode.closure(content).body
            // What is only written down is for whoever looks for faults.
            return !body.isEmpty && !body.hasPrefix("print(")
        }
    }

    /// Whether the first onCompleted behind a call's name is its own, rather than that of a call in one of its closures.
    private func isOwn(_ rest: Substring) -> Bool {
        guard let handed = SourceCode.bracketed(rest.drop { $0.isWhitespace }),
            let label = handed.range(of: "onCompleted:")
        else { return true }
        let before = handed[..<label.lowerBound]
        return before.count { $0 == "{" } == before.count { $0 == "}" }
    }

    private func mayEnd(_ name: String, in line: String) -> Bool {
        line.contains("\(name).onCompleted") || line.contains("\(name).on(") || line.contains("\(name).asObserver")
            || line.contains("subscribe(\(name)") || line.contains("bind(to: \(name)")
    }

    private func endless(in walk: TraceWalk) -> [Trace.Finding] {
        var last: [Trace.Site: Int] = [:]
        for row in walk.users {
            if let site = row.site { last[site] = max(last[site] ?? 0, row.id) }
        }
        let use = BagUse(walk, places.text)
        return observers.sorted { $0.key < $1.key }.compactMap { id, subscriptions in
            guard !ended.contains(id), let subject = walk.node(id), !isShares(subject, subscriptions, in: walk) else {
                return nil
            }
            // A subscription that a bag keeps is the bag's fault; one that a connection keeps is that of who
            // connected it.
            let live = subscriptions.filter {
                walk.subscription($0)?.ended == nil && !left.contains($0)
                    && walk.facts(of: walk.root(of: $0))?.bag == nil
                    && !isConnected($0, in: walk) && !waits($0, in: walk)
                    && !use.isHeldByProgram([$0], at: walk.site(of: $0))
            }
            guard !live.isEmpty, !isOverwritten(live, by: last, in: walk) else { return nil }
            let evidence = live.prefix(8).map { row in
                Trace.Finding.Evidence("still subscribed", call: walk.facts(of: row)?.call, site: walk.site(of: row))
            }
            let who = "\(Count.of(live.count, "subscription")) to it still wait\(live.count == 1 ? "s" : "")"
            return finding(
                "\(walk.name(of: subject)) never ends, and \(who)",
                at: othersLine(live, subject, in: walk) ?? subject.site, evidence,
                severity: live.allSatisfy { isKept($0, in: walk) } ? .note : nil, remedy: remedy(for: subject))
        }
    }

    /// The way out of a subject that has no onCompleted(); nil for the rule's.
    private func remedy(for subject: Trace.Node) -> String? {
        if subject.isReactiveObjC { return Self.signalRemedy }
        return subject.hasNoEnd ? Self.relayRemedy : nil
    }

    private static let relayRemedy = "put the subscription into a DisposeBag, or end it: take(until:)"
    private static let signalRemedy = "sendCompleted() when no more is to come, or dispose() the RACDisposable"

    /// The one line that subscribed, if it belongs to another type than the subject does: there the Disposable is let go.
    private func othersLine(_ rows: [Int], _ subject: Trace.Node, in walk: TraceWalk) -> Trace.Site? {
        guard let made = subject.site, let site = walk.site(of: rows[0]),
            rows.allSatisfy({ walk.site(of: $0) == site }),
            let type = enclosingType(of: site), type != enclosingType(of: made)
        else { return nil }
        return site
    }

    private func enclosingType(of site: Trace.Site) -> Substring? {
        let lines = places.text.lines(of: site.file)
        return lines.indices.contains(site.line - 1) ? SourceDeclaration.type(around: site.line - 1, in: lines) : nil
    }

    /// Whether an operator made a subject to share its source, by whose end it ends. One for an object's end is none: it tells
    /// that the object is kept.
    private func isShares(_ subject: Trace.Node, _ subscriptions: [Int], in walk: TraceWalk) -> Bool {
        if subject.isReactiveObjC { return walk.isOperators(subject) || walk.signals.share(by: subject.id) }
        return walk.isOperators(subject)
            && subscriptions.contains { row in
                walk.facts(of: row)?.chain.contains { walk.traits(of: $0).role == .connectable } == true
            }
    }

    /// Whether a property or a variable at the top of a file holds the Disposable of a subscription: it may be meant to live.
    private func isKept(_ row: Int, in walk: TraceWalk) -> Bool {
        walk.site(of: row).map { places.keeper(ofStatementAt: $0) != nil } == true
    }

    /// Whether a property that held one of the subscriptions was given the next: lost-disposable tells of that.
    ///
    /// - Parameter last: the last subscription of the user's of each line.
    private func isOverwritten(_ rows: [Int], by last: [Trace.Site: Int], in walk: TraceWalk) -> Bool {
        rows.allSatisfy { row in
            guard let site = walk.site(of: row), case .property? = places.keeper(ofStatementAt: site) else {
                return false
            }
            return last[site] ?? 0 > row
        }
    }

    /// Whether an operator that waits for the end is in the chain.
    private func waits(_ row: Int, in walk: TraceWalk) -> Bool {
        walk.facts(of: row)?.chain.contains { node in
            let does = walk.node(node)?.behaviors ?? []
            return does.contains(.waits) || does.contains(.ignores)
        } == true
    }

    /// Whether a subscription belongs to a connection that the user made, rather than one that subscribers share.
    private func isConnected(_ subscription: Int, in walk: TraceWalk) -> Bool {
        guard let facts = walk.facts(of: subscription), facts.connectable != nil else { return false }
        return walk.facts(of: facts.root)?.connectable != nil
    }
}
