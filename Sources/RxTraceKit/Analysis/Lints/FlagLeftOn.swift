/// A flag that says that something is going on stays on when that has failed.
struct FlagLeftOn: LintRule {
    static let definition = LintDefinition(
        name: "flag-left-on", severity: .warning,
        summary: "a loading flag stays on after the error of its request",
        explanation: """
            Fires where a relay or subject is sent true as a request begins, by the line before its subscribe or by a
            closure of the chain, the request fails, or completes without an element, and the last that the relay is
            sent by the end is that true. The program has to send false where the request succeeds: in a closure that
            ran, or that the file has (read in the source); or the relay's name has to speak of something that goes on
            (loading, busy, refreshing, saving …; it has to where the request completed). The line is that of the
            closure that sends false; or the onError: of the same subscribe, if it has one; or the catch that keeps the
            error from it. A note: the onSubscribe of a do calls a method of an object, its onCompleted another one,
            nothing is there for onDispose (read in the source), and the subscription was disposed; the line is that of
            onCompleted. No fault: a request that is tried again; one that still runs; a flag that is sent false later.
            """,
        example: """
            isLoading.accept(true)
            load().subscribe(onNext: { _ in isLoading.accept(false) }, onError: log)
            """,
        remedy: "send false in do(onDispose:), which runs at the end whatever that is",
        signalRemedy: "send false for error: and for completed: too")
    static let opening: Set<Trace.Operation> = [.on, .subscribe, .handler]

    static let words: Set<String> = [
        "loading", "busy", "spinner", "spinning", "progress", "refreshing", "fetching", "saving", "submitting",
        "sending", "searching", "working", "syncing", "uploading", "downloading", "processing", "running", "waiting",
    ]

    /// A closure that sent false.
    private struct Off {
        var call: Trace.Call
        var site: Trace.Site?
        var closure: Trace.Call
    }

    /// By the sink of do, the closure that ran as its subscription began, until one ran for its end.
    private var begun: [Int: Trace.Call] = [:]
    private var on = RaisedFlags()
    private var offs: [Int: Off] = [:]
    private let text: SourceText

    static func wants(_ sort: CallSort) -> Bool {
        sort.operation == .subscribe
            || sort.runs([.begins, .completed, .error, .ended]) && sort.behaviors.contains(.acts)
            || sort.event == .error || sort.role == .subject && sort.event == .next
            || sort.event == .completed && sort.isAtObserver
    }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        if call.operation == .handler {
            noteDo(call, in: walk)
        } else if call.operation == .subscribe {
            if !on.isEmpty { noteBeginning(call, in: walk) }
        } else if call.eventKind == .error {
            guard !on.isEmpty, let root = walk.root(of: call.subscription) else { return }
            on.end(of: root, by: call)
        } else if call.eventKind == .completed {
            guard !on.isEmpty, let row = walk.userSubscription(told: call) else { return }
            on.end(of: row, by: call)
        } else if call.eventKind == .next, walk.role == .subject, let id = call.node, let value = call.event?.value {
            if value == "true" {
                let closure = walk.callingHandler?.call
                let sender = closure.flatMap { walk.root(of: $0.subscription) }
                let begins = closure.map { walk.kinds(of: $0).contains(.begins) } == true
                on.raise(
                    id,
                    RaisedFlags.Flag(
                        call: call, site: call.site ?? walk.callingSite, stretch: walk.stretch(of: call),
                        sender: sender, root: begins ? sender : nil))
            } else if value == "false", on.lower(id), let closure = walk.callingHandler?.call {
                offs[id] = offs[id] ?? Off(call: call, site: call.site ?? walk.callingSite, closure: closure)
            }
        }
    }

    private mutating func noteDo(_ call: Trace.Call, in walk: TraceWalk) {
        guard walk.behaviors.contains(.acts), let sink = call.node else { return }
        let kinds = walk.kinds(of: call)
        if kinds.contains(.begins) {
            begun[sink] = call
        } else if !kinds.isDisjoint(with: [.completed, .error, .ended]) {
            begun[sink] = nil
        }
    }

    /// What onSubscribe has opened and only onCompleted closes, when the subscription was disposed.
    private func leftOpen(in walk: TraceWalk) -> [Trace.Finding] {
        begun.sorted { $0.key < $1.key }.compactMap { sink, call in
            guard let row = walk.subscription(walk.root(of: call.subscription)), row.ended != nil, !row.endedByEvent,
                let site = walk.observable(of: sink)?.site
            else { return nil }
            let code = text.code(from: site, lines: 8)
            guard let start = code.firstRange(of: #/\bdo(?=\()/#.wordBoundaryKind(.simple)),
                let arguments = SourceCode.bracketed(code[start.upperBound...]), !arguments.contains("onDispose:"),
                let opened = arguments.firstMatch(of: #/onSubscribe:\s*\{\s*(?:self[?!]?\.)?(\w+)[?!]?\.(\w+)\(/#),
                let closed = arguments.firstMatch(of: #/onCompleted:\s*\{\s*(?:self[?!]?\.)?(\w+)[?!]?\.(\w+)\(/#),
                opened.1 == closed.1, opened.2 != closed.2
            else { return nil }
            return finding(
                "\(opened.1).\(opened.2)() ran, and a disposal ended it: \(closed.1).\(closed.2)() runs in onCompleted only",
                at: SourcePlaces(text: text).place(of: closed.range.lowerBound, in: code, from: site),
                [.init("begun", call: call.id)], severity: .note, remedy: "do it in onDispose:, which runs at any end")
        }
    }

    private mutating func noteBeginning(_ call: Trace.Call, in walk: TraceWalk) {
        guard let facts = walk.begun(by: call) else { return }
        on.begin(call.subscription, facts)
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        var living: [Int: Int] = [:]
        for row in walk.source.subscriptions where !row.endedByEvent {
            guard let root = walk.root(of: row.id), root != row.id, let begun = walk.facts(of: row.id)?.call else {
                continue
            }
            living[root] = max(living[root] ?? 0, begun)
        }
        return leftOpen(in: walk)
            + on.all.sorted { $0.key < $1.key }.compactMap { id, flag in
                guard let error = flag.error, let root = flag.root, let node = walk.node(id),
                    error.eventKind == .error || isOfWork(node),
                    // An attempt that still ran, or was waited for, may well have put it off.
                    living[root].map({ $0 < flag.call.id }) ?? true, let place = place(of: node, flag, in: walk)
                else { return nil }
                return finding(
                    "\(walk.name(of: node)) stays true: what it was sent for has \(error.eventKind == .error ? "failed" : "ended")",
                    at: place,
                    [
                        .init("sent true", call: flag.call.id, site: flag.site),
                        .init(
                            "then comes \(CallText.event(error))", call: error.id,
                            site: walk.site(of: error.subscription)),
                    ])
            }
    }

    /// The line that is to be mended; nil where nothing says that the flag is to be off after all.
    private func place(of node: Trace.Node, _ flag: RaisedFlags.Flag, in walk: TraceWalk) -> Trace.Site? {
        if let off = offs[node.id], off.site.map(isLiteral) ?? true {
            // A closure above the catch is where the error passes by.
            if let error = flag.error, walk.node(off.closure.node)?.role == .observer,
                let place = caught(error, in: walk)
            {
                return place
            }
            let closure = walk.place(ofClosure: off.closure)
            return closure.flatMap { errorClosure(at: $0) } ?? off.site ?? closure
        }
        guard let name = node.variable else { return nil }
        if let file = flag.site?.file, let off = sendsFalse(name, in: file) {
            return flag.root.flatMap { walk.site(of: $0) }.flatMap { errorClosure(at: $0) } ?? off
        }
        return isOfWork(node) ? flag.site : nil
    }

    /// The operator by which an error did not come to the subscriber, if he was handed none.
    private func caught(_ error: Trace.Call, in walk: TraceWalk) -> Trace.Site? {
        guard error.eventKind == .error,
            walk.subscription(walk.root(of: error.subscription))?.ended != Trace.Event.Kind.error.name
        else { return nil }
        var row = error.subscription
        while let id = row {
            let operation = walk.facts(of: id)?.chain.reversed().lazy.compactMap { walk.node($0) }.first { node in
                node.behaviors.contains(.continues) && !node.behaviors.contains(.retries)
                    || walk.word(for: node) == "materialize"
            }
            if let site = operation?.site { return site }
            row = walk.subscription(id)?.parent
        }
        return nil
    }

    /// Whether a relay's name speaks of something that goes on.
    private func isOfWork(_ node: Trace.Node) -> Bool {
        !Self.words.isDisjoint(with: SourceCode.words(of: node.variable ?? ""))
    }

    /// Whether a line sends false itself, rather than what it was handed; true where the file cannot be read.
    private func isLiteral(_ site: Trace.Site) -> Bool {
        let lines = text.lines(of: site.file)
        return lines.isEmpty || lines.indices.contains(site.line - 1) && lines[site.line - 1].contains(#/\bfalse\b/#)
    }

    /// The line of a subscribe's `onError:`, if it has one.
    private func errorClosure(at site: Trace.Site) -> Trace.Site? {
        let code = text.code(from: site)
        guard let start = code.range(of: "subscribe"), !code[..<start.lowerBound].contains("\n"),
            let arguments = SourceCode.bracketed(code[start.upperBound...].drop { $0.isWhitespace }),
            let label = arguments.range(of: "onError:")
        else { return nil }
        return SourcePlaces(text: text).place(of: label.lowerBound, in: code, from: site)
    }

    /// The only line of a file that sends false to a variable.
    private func sendsFalse(_ name: String, in file: String) -> Trace.Site? {
        SourcePlaces(text: text).onlyLine(of: file) { code in
            code.matches(of: #/(\w+)[?!]?\.(?:accept|onNext)\(false\)/#).contains { $0.1 == name }
        }
    }
}
