/// An operator that chooses was handed many elements and let none through.
struct NothingPasses: LintRule {
    static let definition = LintDefinition(
        name: "nothing-passes", severity: .warning,
        summary: "an operator was handed many elements and let none through",
        explanation: """
            Fires where an operator that chooses (filter, compactMap, debounce, skip(while:), skip(until:),
            withLatestFrom, sample …) was handed five elements or more and let none through; ten or more, if the
            operator waits before it lets one through. The elements of all its subscriptions count together. Usual
            causes: a source that is never quiet for so long, a second source that never sends. A note: the closure of a
            flatMap answered all elements, two or more, with empty, because its object was gone (guard let self else …,
            read in the source); the line is the one that makes the object in a function, if there is one. A note too:
            debounce and its kin let nothing through, and the function around them is handed a scheduler that it makes
            no use of (read in the source). A condition of your own that was never true is a note too: an alarm may well
            have had no reason.
            """,
        example: """
            typing.debounce(.seconds(3), scheduler: main)  // a key each second
                .subscribe(onNext: search)
            """,
        remedy: "mend the condition, the time, or the second source that never sends")
    static let opening: Set<Trace.Operation> = [.schedule, .handler, .on, .forwardOn]

    private struct Sink {
        var row: Int?
        var elements = 0
        var last: Trace.Call?
        var passed = false
        /// Whether it asked a scheduler for time to wait.
        var waits = false
        /// Whether a closure of the user's decides.
        var asks = false

        mutating func note(_ element: Trace.Call) {
            elements += 1
            (last, row) = (element, element.subscription)
        }
    }

    private var sinks: [Int: Sink] = [:]

    static func wants(_ sort: CallSort) -> Bool {
        switch sort.operation {
        case .on, .forwardOn: sort.event == .next && sort.role == .sink && sort.behaviors.contains(.selects)
        case .handler: sort.role == .sink && sort.behaviors.contains(.selects) && sort.runs([.computes])
        default: true
        }
    }

    private let text: SourceText

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        if call.operation == .schedule, let asking = walk.caller?.call.node, sinks[asking] != nil {
            sinks[asking]?.waits = true
        }
        if call.operation == .handler, let sink = call.node, walk.kinds(of: call).contains(.computes) {
            sinks[sink]?.asks = true
        }
        guard call.eventKind == .next, call.operation == .on || call.operation == .forwardOn, let id = call.node,
            walk.role == .sink, walk.behaviors.contains(.selects)
        else { return }
        if call.operation == .forwardOn {
            sinks[id, default: Sink()].passed = true
        } else {
            sinks[id, default: Sink()].note(call)
        }
    }

    /// The operator of a line; there may be several of a kind in one.
    private struct Place: Hashable {
        var site: Trace.Site?
        var type: String
        var turn: Int
    }

    private func place(of id: Int, _ sink: Sink, in walk: TraceWalk) -> Place {
        guard let observable = walk.observable(of: id) else { return Place(site: nil, type: "", turn: 0) }
        let above = walk.facts(of: sink.row)?.chain.drop { $0 != observable.id }.dropFirst() ?? []
        let turn = above.count { node in
            walk.node(node).map { $0.site == observable.site && $0.type == observable.type } ?? false
        }
        return Place(site: observable.site, type: observable.type, turn: turn)
    }

    /// The flatMaps that answer each element with empty, for the object that was to answer is gone.
    private func abandoned(in walk: TraceWalk) -> [Trace.Finding] {
        var isGone: [Trace.Site: Bool] = [:]
        var rows: [Int: (all: Int, empty: Int, site: Trace.Site?)] = [:]
        for row in walk.source.subscriptions {
            guard let parent = row.parent, walk.facts(of: row.id)?.isSetup == false else { continue }
            rows[parent, default: (0, 0, nil)].all += 1
            guard let node = walk.node(row.node), node.role == .observable, let site = node.site else { continue }
            let gone = isGone[site] ?? (walk.word(for: node) == "empty" && isForNoSelf(at: site))
            isGone[site] = gone
            if gone { rows[parent] = (rows[parent]?.all ?? 0, (rows[parent]?.empty ?? 0) + 1, site) }
        }
        return rows.sorted { $0.key < $1.key }.compactMap { parent, rows in
            guard rows.empty >= 2, rows.empty == rows.all, let made = rows.site, let facts = walk.facts(of: parent)
            else { return nil }
            let lines = text.lines(of: made.file)
            let type = SourceDeclaration.type(around: made.line - 1, in: lines).map(String.init)
            let object = type.flatMap { SourcePlaces(text: text).localObject(ofType: $0, in: made.file) }
            return finding(
                "\(Count.of(rows.empty, "element")) are answered by empty, for \(type ?? "the object") is gone",
                at: object ?? made, [.init("subscribed", call: facts.call, site: walk.site(of: parent))],
                severity: .note, remedy: "keep the object for as long as the subscription")
        }
    }

    /// Whether the function around an operator's line is handed a scheduler, and makes no use of it.
    private func isHandedAnotherScheduler(at site: Trace.Site) -> Bool {
        let lines = text.lines(of: site.file)
        guard lines.indices.contains(site.line - 1) else { return false }
        for head in (max(0, site.line - 40)..<site.line).reversed() {
            guard SourceCode.plain(lines[head]).contains(#/(?:func\s+\w+|init)\s*[(<]/#) else { continue }
            let code = text.code(from: Trace.Site(file: site.file, line: head + 1))
            guard let brace = code.firstIndex(of: "{"), let body = SourceCode.bracketed(code[brace...]),
                case let head = code[..<brace]
            else { return false }
            return head.matches(of: #/(\w+)\s*:\s*(?:any\s+|some\s+)?\w*Scheduler/#).contains { !uses($0.1, in: body) }
        }
        return false
    }

    /// Whether code hands on a variable, rather than that it has a label of the name: `scheduler: other`.
    private func uses(_ name: Substring, in body: Substring) -> Bool {
        body.matches(of: #/([A-Za-z_]\w*)(:?)/#).contains { $0.1 == name && $0.2.isEmpty }
    }

    /// Whether a line makes an observable for the case that a weak self is nil.
    private func isForNoSelf(at site: Trace.Site) -> Bool {
        text.code(from: site, lines: 1).contains(#/guard\s+let\s+self\b[^{]*else/#)
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] { barred(in: walk) + abandoned(in: walk) }

    private func barred(in walk: TraceWalk) -> [Trace.Finding] {
        let byPlace = Dictionary(grouping: sinks.sorted { $0.key < $1.key }) { place(of: $0.key, $0.value, in: walk) }
        return byPlace.compactMap { place, sinks in
            guard let site = place.site, let first = sinks.first, let node = walk.node(first.key),
                !sinks.contains(where: \.value.passed)
            else { return nil }
            let count = sinks.reduce(0) { $0 + $1.value.elements }
            let isElsewhere = count > 0 && sinks.contains(where: \.value.waits) && isHandedAnotherScheduler(at: site)
            guard count >= (sinks.contains(where: \.value.waits) ? 10 : 5) || isElsewhere else { return nil }
            return finding(
                "\(walk.name(of: node)) was handed \(Count.of(count, "element")) and let none through"
                    + (isElsewhere ? ", and its function makes no use of the scheduler that it is handed" : ""),
                at: site,
                sinks.compactMap(\.value.last).suffix(1).map {
                    .init("the last of these: \(CallText.event($0))", call: $0.id)
                }, severity: sinks.contains(where: \.value.asks) || isElsewhere ? .note : nil,
                remedy: isElsewhere ? "use the scheduler that the function is handed" : nil)
        }
    }
}
