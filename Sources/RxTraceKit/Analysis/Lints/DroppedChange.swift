/// An operator drops an element that is not the same as the one that stands.
struct DroppedChange: LintRule {
    static let definition = LintDefinition(
        name: "dropped-change", severity: .warning,
        summary: "distinctUntilChanged drops an element that has changed",
        explanation: """
            Fires where distinctUntilChanged dropped the last element, a value with parts such as a struct, though it is
            not the same as the one that it let through before: what is compared, as the id alone, leaves out what has
            changed, and an older one stands. A warning where the closures below read a part that has changed
            (`$0.name`, read in the source), else a note. A note too where it drops an element that is the same, but of
            a subject that keeps none and whose name speaks of what happens (error, toast, message, alert, tap, event …)
            or whose elements are Void: the second is news as well. No fault: closures below that read only what is
            compared; a later element that is let through.
            """,
        example: """
            contact.distinctUntilChanged { $0.id == $1.id }  // a new name is no change
                .subscribe(onNext: { label.text = $0.name })
            """,
        remedy: "compare all that is shown, or use distinctUntilChanged() of an Equatable")
    static let opening: Set<Trace.Operation> = [.on, .forwardOn]

    /// Parts of the names that things have which happen, and may happen again.
    private static let words = Set(
        """
        error errors toast toasts message messages alert alerts tap taps event events failure failures notice notices \
        route routes navigation action actions click clicks banner
        """.split(separator: " ").map(String.init))

    private static let repeatRemedy = "leave distinctUntilChanged out: what happens again is news"

    private struct Operator {
        /// The last element that was let through.
        var passed: Trace.Call?
        /// One that came since and was not, unless it is being looked at.
        var dropped: Trace.Call?
        var site: Trace.Site?
        var hasChanged = false
        /// The first that was the same as the one before.
        var repeated: (first: Trace.Call, second: Trace.Call)?
        var count = 0
    }

    private var operators: [Int: Operator] = [:]
    private let text: SourceText

    static func wants(_ sort: CallSort) -> Bool {
        sort.event == .next && sort.role == .sink && sort.behaviors.contains(.compares)
    }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard let sink = call.node, call.eventKind == .next, walk.role == .sink, walk.behaviors.contains(.compares)
        else { return }
        if call.operation == .forwardOn {
            operators[sink, default: Operator()].passed = call
            operators[sink]?.dropped = nil
            return
        }
        settle(sink)
        operators[sink, default: Operator()].dropped = call
        operators[sink]?.site = walk.callers.first { $0.call.site != nil }?.call.site
    }

    /// Counts the last element, if it was dropped for being the same.
    private mutating func settle(_ sink: Int) {
        guard let known = operators[sink], let dropped = known.dropped, let passed = known.passed,
            dropped.event?.value == passed.event?.value
        else { return }
        if known.repeated == nil { operators[sink]?.repeated = (passed, dropped) }
        operators[sink]?.count += 1
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        for sink in operators.keys.sorted() { settle(sink) }
        return operators.sorted { $0.key < $1.key }.compactMap {
            changed($0, $1, in: walk) ?? repeated($0, $1, in: walk)
        }
    }

    private func changed(_ id: Int, _ known: Operator, in walk: TraceWalk) -> Trace.Finding? {
        guard let dropped = known.dropped, let passed = known.passed, let value = dropped.event?.value,
            let before = passed.event?.value, value != before, let sink = walk.node(id),
            let site = walk.observable(of: id)?.site, let isRead = isRead(value, before, below: site)
        else { return nil }
        return finding(
            "\(walk.name(of: sink)) drops \(CallText.event(dropped)), the last, and \(CallText.event(passed)) stands",
            at: site,
            [
                .init("the last that it let through", call: passed.id),
                .init("the last that came, and was dropped", call: dropped.id, site: known.site),
            ], severity: isRead ? nil : .note)
    }

    /// Whether the statement below an operator reads a part of its elements in which two differ; nil where it reads others
    /// only.
    private func isRead(_ value: String, _ before: String, below site: Trace.Site) -> Bool? {
        let (one, other) = (ValueParts.labelled(value), ValueParts.labelled(before))
        let changed = Set(one.filter { other[$0.key] != $0.value }.keys)
        let lines = text.code(from: site, lines: 16).split(separator: "\n", omittingEmptySubsequences: false)
        let depth = lines.first.map { SourceDeclaration.indentation(of: $0) } ?? 0
        let below = lines.dropFirst().prefix { line in
            let isDeeper = SourceDeclaration.indentation(of: line) > depth
            return line.first { !$0.isWhitespace }.map { isDeeper || ".})".contains($0) } ?? false
        }
        let read = Set(
            below.joined(separator: "\n").matches(of: #/[\w)?]\.([a-z]\w*)(?![\w({:])/#).map { String($0.1) })
        // Numbers that are near to each other may well count as the same.
        guard !changed.isEmpty else { return nil }
        if !changed.isDisjoint(with: read) { return true }
        return read.isDisjoint(with: Set(one.keys)) ? false : nil
    }

    /// Whether the elements of a subject say that something has happened: they have no value, or its name has such a word.
    private func isOfEvents(_ source: Trace.Node) -> Bool {
        source.generic?.hasSuffix("<()>") == true
            || source.variable.map { !Self.words.isDisjoint(with: SourceCode.words(of: $0)) } == true
    }

    private func repeated(_ id: Int, _ known: Operator, in walk: TraceWalk) -> Trace.Finding? {
        guard let (first, second) = known.repeated, let sink = walk.node(id),
            let source = walk.node(walk.facts(of: second.subscription)?.chain.last), source.role == .subject,
            !source.behaviors.contains(.replays), isOfEvents(source)
        else { return nil }
        return finding(
            "\(walk.name(of: sink)) drops \(Count.of(known.count, "element")) of \(walk.name(of: source)) for being the same",
            at: walk.observable(of: id)?.site,
            [.init("the first", call: first.id), .init("the same again, dropped", call: second.id)], severity: .note,
            remedy: Self.repeatRemedy)
    }
}
