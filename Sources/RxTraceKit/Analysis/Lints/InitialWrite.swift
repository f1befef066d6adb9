/// The value that a relay begins with is written, as if somebody had changed it.
struct InitialWrite: LintRule {
    static let definition = LintDefinition(
        name: "initial-write", severity: .note,
        summary: "the value that a relay begins with is saved or sent",
        explanation: """
            Fires where a subscribe is handed the value that its BehaviorRelay or BehaviorSubject begins with, this is
            empty ("", nil, [], 0 or false; read in the source), and the closure, or that of a flatMap in the chain,
            calls a function whose name begins with a word for a change (save, send, upload, delete …): the placeholder
            is written before anybody has changed anything. Fires too for any value that the relay begins with, if the
            function is one that saves (save, persist, store, write …), nobody has sent anything until then, and the
            value was loaded (read in the source: no literal), or waits in a debounce above: what was loaded is saved
            again. The line is that of the subscribe or the flatMap. It is a note, for the value may be one like
            another. No fault: skip(1) or a filter that drops it; a closure that only shows it.
            """,
        example: """
            let text = BehaviorRelay(value: "")
            text.subscribe(onNext: { save($0) })  // saves "" at once
            """,
        remedy: "put skip(1) above it, or filter the empty value")
    static let opening: Set<Trace.Operation> = [.subscribe, .handler, .on]
    static let closing: Set<Trace.Operation> = [.subscribe]

    private struct Written {
        var begun: Int
        var handler: Trace.Call
        var value: String
        var function: String
        var site: Trace.Site
    }

    /// The states that were sent an element.
    private var sent: Set<Int> = []
    /// The user's subscriptions to states that nobody had sent an element, and the call that began each.
    private var initial: [Int: Int] = [:]
    /// The user's subscribe that is going on.
    private var open: Int?
    private var found: [Trace.Site: Written] = [:]
    private var functions: [Trace.Site: String?] = [:]
    private let text: SourceText

    static func wants(_ sort: CallSort) -> Bool {
        sort.operation == .subscribe
            || sort.operation == .on && sort.role == .subject && sort.event == .next
                && sort.behaviors.contains(.replays)
            || (sort.role == .sink || sort.isAtObserver) && sort.runs([.next, .makes])
    }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        if call.operation == .subscribe {
            if open == nil, walk.begins(call), walk.subscription(call.subscription)?.parent == nil {
                open = call.id
            }
            // What waits in a debounce comes later.
            if walk.role == .subject, walk.behaviors.contains(.replays), let state = call.node, !sent.contains(state),
                let root = walk.root(of: call.subscription), let begun = walk.facts(of: root)?.call
            {
                initial[root] = begun
            }
        } else if call.operation == .on {
            if walk.role == .subject, let state = call.node, walk.behaviors.contains(.replays) { sent.insert(state) }
        } else if open != nil {
            look(call, in: walk)
        } else if !initial.isEmpty {
            lookLater(call, in: walk)
        }
    }

    /// Looks at the first closure that runs for a value which a state begins with, after the subscribe.
    private mutating func lookLater(_ call: Trace.Call, in walk: TraceWalk) {
        guard let root = walk.root(of: call.subscription), let begun = initial[root] else { return }
        let kinds = walk.kinds(of: call)
        guard kinds.contains(.next) || kinds.contains(.makes) else { return }
        guard let state = walk.facts(of: root)?.chain.last, !sent.contains(state) else {
            initial[root] = nil
            return
        }
        lookAtSave(call, begun, in: walk)
    }

    /// Looks for a function that saves what a state begins with.
    private mutating func lookAtSave(_ call: Trace.Call, _ begun: Int, in walk: TraceWalk) {
        guard let event = walk.caller?.call, event.eventKind == .next, let value = event.event?.value,
            let row = call.subscription, !walk.isOperators(row),
            let chain = walk.facts(of: row)?.chain.compactMap({ walk.node($0) }), let subject = chain.last,
            subject.role == .subject, subject.behaviors.contains(.replays), let made = subject.site,
            !sent.contains(subject.id), let site = walk.place(ofClosure: call), found[site] == nil,
            isLoaded(made)
                || chain.contains(where: {
                    $0.behaviors.contains(.drops) && $0.behaviors.contains(.buffers) && !$0.behaviors.contains(.pairs)
                })
        else { return }
        let word =
            walk.role == .sink ? call.node.flatMap { walk.observable(of: $0) }.map { walk.word(for: $0) } : "subscribe"
        guard let word,
            let function = ChangingCalls(text: text).calls(inClosureOf: word, at: site).first(
                where: ChangingCalls.saves)
        else { return }
        found[site] = Written(begun: begun, handler: call, value: value, function: function, site: site)
    }

    /// Whether the line that makes a relay gives it what it has read, rather than a literal.
    private func isLoaded(_ site: Trace.Site) -> Bool {
        text.answer(at: site) {
            text.code(from: site, lines: 1).contains(#/value:\s*(?:try[?!]?\s+)?(?!true|false|nil)[a-z_]\w*/#)
        }
    }

    mutating func closed(_ call: Trace.Call, in walk: TraceWalk) {
        if call.id == open { open = nil }
    }

    private mutating func look(_ call: Trace.Call, in walk: TraceWalk) {
        lookAtStart(call, in: walk)
        if let open { lookAtSave(call, open, in: walk) }
    }

    private mutating func lookAtStart(_ call: Trace.Call, in walk: TraceWalk) {
        let kinds = walk.kinds(of: call)
        guard kinds.contains(.next) || kinds.contains(.makes), let event = walk.caller?.call,
            event.eventKind == .next || event.event == nil,
            let chain = walk.facts(of: call.subscription)?.chain, let subject = walk.node(chain.last),
            subject.role == .subject, subject.behaviors.contains(.replays), let made = subject.site,
            let value = walk.callers.first(where: { $0.call.eventKind == .next })?.call.event?.value,
            Self.isEmpty(value), begins(made, with: value), let site = walk.place(ofClosure: call), found[site] == nil,
            let function = function(
                kinds.contains(.next)
                    ? "subscribe" : call.node.flatMap { walk.observable(of: $0) }.map { walk.word(for: $0) }, at: site)
        else { return }
        found[site] = Written(begun: open ?? 0, handler: call, value: value, function: function, site: site)
    }

    private static func isEmpty(_ value: String) -> Bool {
        ["", "\"\"", "nil", "[]", "[:]", "0", "0.0", "false"].contains(value)
    }

    /// Whether the line that makes a relay gives it the value.
    private func begins(_ site: Trace.Site, with value: String) -> Bool {
        text.answer(at: site) {
            let lines = text.lines(of: site.file)
            guard lines.indices.contains(site.line - 1) else { return false }
            return lines[site.line - 1].contains(#/value:\s*(?:""|nil|\[:?\]|0|0\.0|false)\s*\)/#)
        }
    }

    /// The function that changes something, which a closure calls.
    private mutating func function(_ word: String?, at site: Trace.Site) -> String? {
        if let known = functions[site] { return known }
        let result = word.flatMap { ChangingCalls(text: text).name(inClosureOf: $0, at: site) }
        functions[site] = result
        return result
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        found.values.sorted { $0.begun < $1.begun }.map { written in
            finding(
                "\(written.function)() is called for \(written.value.isEmpty ? "\"\"" : written.value), with which the relay begins",
                at: written.site,
                [
                    .init("subscribed", call: written.begun),
                    .init("the closure runs for the first value", call: written.handler.id),
                ])
        }
    }
}
