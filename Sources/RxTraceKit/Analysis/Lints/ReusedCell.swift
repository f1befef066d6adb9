/// A cell that is used again still gets the events of what it showed before.
struct ReusedCell: LintRule {
    static let definition = LintDefinition(
        name: "reused-cell", severity: .warning,
        summary: "a cell used again shows what it was used for before",
        explanation: """
            Fires where one line subscribed to one source after another into the same living bag, an element of an older
            source came after the line had subscribed to a newer one, and the closure sets a property of the object that
            has the bag, as `self?.title = $0` does: the older source overwrites what the newer one shows. A state
            (BehaviorRelay) that the line binds the source to counts as such a property, and so do a Binder and
            `label.rx.text`. The type has to be one that is used again, by its name (cell, row, item, card, header, view
            …), or the function by its (bind, configure, display, update …; all read in the source). Fires in any type
            and function where the sources are requests, and the older was answered after the newer. The line is the one
            that subscribes; or disposed(by:), if the function is handed the bag; or that of a prepareForReuse which
            makes no new one. A note: a timer of an earlier call of the function goes off when a later call has begun
            another. No fault: a new bag each time; a subscribe in a loop of its function; a closure that adds to a
            collection, or sets an element by a key; older sources that send nothing any more.
            """,
        example: """
            func bind(_ item: Item) {  // each time the cell is used
                item.name.subscribe(onNext: { [weak self] in self?.title = $0 })
                    .disposed(by: bag)
            }
            """,
        remedy: "make a new DisposeBag each time: bag = DisposeBag(), or prepareForReuse",
        signalRemedy: "end the one before: take(until:), or a RACSerialDisposable")
    static let opening: Set<Trace.Operation> = [.on]

    private static let types = SourcePlaces.reusedTypes
    private static let functions: Set<String> = [
        "bind", "configure", "display", "show", "update", "render", "setup", "set", "fill", "prepare", "populate",
        "apply",
    ]

    private struct Line: Hashable {
        var site: Trace.Site
        var bag: Int
    }

    /// The first and the last element of each of the user's subscriptions.
    private var first: [Int: Int] = [:]
    private var last: [Int: HandedEvent] = [:]
    private let text: SourceText

    static func wants(_ sort: CallSort) -> Bool { sort.event == .next && sort.isAtObserver }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard call.eventKind == .next, let row = walk.userSubscription(told: call) else { return }
        if first[row] == nil { first[row] = call.id }
        last[row] = HandedEvent(call)
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        var lines: [Line: [Int]] = [:]
        for row in walk.users {
            guard let site = row.site, let bag = walk.facts(of: row.id)?.bag else { continue }
            lines[Line(site: site, bag: bag), default: []].append(row.id)
        }
        lines = lines.filter { $0.value.count > 1 }
        guard !lines.isEmpty else { return [] }
        // Looked for once: a line may have filled many bags.
        let states = Set(
            walk.source.nodes.lazy.filter { $0.role == .subject && $0.behaviors.contains(.replays) }
                .compactMap(\.variable))
        var told: Set<Int> = []
        return lines.sorted { $0.value[0] < $1.value[0] }.compactMap { line, rows in
            if let timer = lateTimer(rows, at: line.site, in: walk), told.insert(line.bag).inserted { return timer }
            guard let (old, new) = overwritten(rows, in: walk), let late = last[old],
                let source = walk.node(walk.facts(of: old)?.chain.last),
                let property = property(setAt: line.site, states),
                isUsedAgain(at: line.site, orAnyhow: isOvertaken(old, by: new, in: walk)),
                told.insert(line.bag).inserted
            else { return nil }
            let place = lentBag(at: line.site) ?? SourcePlaces(text: text).forgetfulReuse(ofStatementAt: line.site)
            let who = place.map { _ in "line \(line.site.line)" } ?? "this line"
            return finding(
                "\(walk.name(of: source)) of an earlier use still sets \(property): \(who) subscribed "
                    + "\(Count.of(rows.count, "time")) into one bag",
                at: place ?? line.site,
                [
                    .init("subscribed", call: walk.facts(of: old)?.call, site: line.site),
                    .init("subscribed to another source", call: walk.facts(of: new)?.call, site: line.site),
                    .init("the older is handed \(CallText.event(late.event))", call: late.call),
                ])
        }
    }

    /// The timer of an earlier call of a function that goes off when a later call has begun another.
    private func lateTimer(_ rows: [Int], at site: Trace.Site, in walk: TraceWalk) -> Trace.Finding? {
        guard let (old, new) = overwritten(rows, in: walk), let late = last[old], let again = walk.facts(of: new),
            let timer = walk.node(walk.facts(of: old)?.chain.last), walk.word(for: timer) == "timer",
            timer.behaviors.isEmpty, SourceFunction(around: site, in: text) != nil,
            case let lines = text.lines(of: site.file), !SourceStatement.isInLoop(site.line - 1, in: lines),
            // One that another function makes may stand for a request, which answers for itself.
            let made = timer.site, made.file == site.file, made.line <= site.line,
            made.line > SourceStatement.start(of: site.line - 1, in: lines),
            SourceCode.body("onNext:", in: text.code(from: site))?.contains(#/\bself[?!]?\.\w+/#) == true
        else { return nil }
        return finding(
            "the timer of an earlier call goes off when a later one has begun another",
            at: SourcePlaces(text: text).source(ofOperatorAt: site) ?? site,
            [
                .init("begun", call: walk.facts(of: old)?.call, site: site),
                .init("begun again", call: again.call, site: site), .init("then the first goes off", call: late.call),
            ], severity: .note, remedy: "end the one before: take(until:), or a SerialDisposable")
    }

    /// The line that puts a subscription into a bag which the function is handed.
    private func lentBag(at site: Trace.Site) -> Trace.Site? {
        guard let found = BagStatement.read(at: site, in: text),
            let head = SourceFunction(around: site, in: text)?.head,
            head.matches(of: #/\b(\w+)\s*:/#).contains(where: { $0.1 == found.statement.bag })
        else { return nil }
        return Trace.Site(file: site.file, line: found.insertionLine)
    }

    /// Whether two were requests, which end with their answer, and the older was answered last.
    private func isOvertaken(_ old: Int, by new: Int, in walk: TraceWalk) -> Bool {
        guard let late = last[old], let answer = first[new] else { return false }
        return answer < late.call
            && [old, new].allSatisfy { walk.subscription($0)?.ended == Trace.Event.Kind.completed.name }
    }

    /// An older subscription that was handed an element after a newer one, to another source, had begun.
    private func overwritten(_ rows: [Int], in walk: TraceWalk) -> (old: Int, new: Int)? {
        for (old, new) in zip(rows, rows.dropFirst()) {
            guard let before = walk.facts(of: old), let after = walk.facts(of: new),
                before.chain.last != after.chain.last,
                let late = last[old], late.call > after.call
            else { continue }
            return (old, new)
        }
        return nil
    }

    /// The property of the object itself that the closure of a subscribe sets.
    ///
    /// - Parameter states: the names of the states of the trace.
    private func property(setAt site: Trace.Site, _ states: Set<String>) -> String? {
        let code = text.code(from: site)
        // A state that the line is bound to stands for one; what only happens may come from anywhere.
        if let bound = code.firstMatch(of: #/^[^\n]*\.bind\(to:\s*(?:self[?!]?\.)?((?:\w+\.)*(\w+))\)/#) {
            let isShown = states.contains(String(bound.2)) || bound.1.contains(".rx.") || isBinder(bound.2, at: site)
            return isShown ? String(bound.1) : nil
        }
        guard let closure = closure(in: code) else { return nil }
        let (parameters, body) = SourceCode.closure(closure.content)
        if let match = body.firstMatch(of: #/\bself[?!]?\.(\w+(?:[?!]?\.\w+)*)\s*=(?!=)/#) { return String(match.1) }
        // With `subscribe(with: self)`, the first parameter is the object.
        guard closure.isWithSelf, let own = parameters.firstMatch(of: #/(\w+)\s*[:,]/#)?.1,
            let match = body.matches(of: #/(?:^|[^\w.])(\w+)\.(\w+(?:[?!]?\.\w+)*)\s*=(?!=)/#).first(where: {
                $0.1 == own
            })
        else { return nil }
        return String(match.2)
    }

    /// What a statement's subscribe, bind, drive or emit does with an element, and whether that is handed `self`.
    private func closure(in code: String) -> (content: Substring, isWithSelf: Bool)? {
        guard let start = code.firstRange(of: #/\.(?:subscribe|bind|drive|emit)\b/#) else { return nil }
        let rest = code[start.upperBound...].drop { $0.isWhitespace }
        let isWithSelf = rest.contains(#/^\(\s*with:\s*self\b/#)
        for label in ["onNext:", "onSuccess:"] {
            if let content = SourceCode.argument(label, ofCallAt: rest) { return (content, isWithSelf) }
        }
        // A trailing closure has no label.
        let brace = rest.first == "(" ? SourceCode.bracketed(rest).map { rest[$0.endIndex...].dropFirst() } : rest
        let trailing = brace.map { $0.drop { $0.isWhitespace } }
        return trailing?.first == "{" ? trailing.flatMap(SourceCode.bracketed).map { ($0, isWithSelf) } : nil
    }

    /// Whether the file declares a Binder, or another observer, of the name.
    private func isBinder(_ name: Substring, at site: Trace.Site) -> Bool {
        text.lines(of: site.file).contains { line in
            line.contains(name)
                && line.firstMatch(of: #/\b(?:let|var)\s+(\w+)\s*(?::|=)\s*(?:Binder|AnyObserver)\b/#)?.1 ?? "" == name
        }
    }

    /// Whether a line belongs to what is used again.
    ///
    /// - Parameter isOvertaken: whether an older answer came after a newer one, which says so of any line but that of a loop.
    private func isUsedAgain(at site: Trace.Site, orAnyhow isOvertaken: Bool) -> Bool {
        let lines = text.lines(of: site.file)
        guard lines.indices.contains(site.line - 1), !SourceStatement.isInLoop(site.line - 1, in: lines) else {
            return false
        }
        if isOvertaken { return true }
        guard let type = SourceDeclaration.type(around: site.line - 1, in: lines) else { return false }
        let function = SourceFunction(around: site, in: text).flatMap { SourceCode.words(of: $0.name).first }
        return SourceCode.words(of: type).last.map(Self.types.contains) == true
            || function.map(Self.functions.contains) == true
    }
}
