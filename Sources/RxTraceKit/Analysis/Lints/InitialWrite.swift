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
            value was loaded (read in the source: no literal), or waits in a debounce above; or if the closure sets a
            flag that says that something was changed (isDirty, hasChanges …), or beeps or notifies somebody: what was
            loaded is saved again. The line is that of the subscribe or the flatMap. It is a note, for the value may be
            one like another. No fault: skip(1) or a filter that drops it; a closure that only shows it.
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
        /// What the closure does.
        var what: String
        var site: Trace.Site
    }

    /// What a user's subscription to states begins with, until one of these is sent another element.
    private struct Beginning {
        /// The call that began it.
        var call: Int
        var states: [Int]
        /// The nodes whose closures have run: each runs once for the values that the states begin with.
        var seen: Set<Int> = []
    }

    /// The subjects that were sent an element.
    private var sent: Set<Int> = []
    private var initial: [Int: Beginning] = [:]
    /// The user's subscribe that is going on.
    private var open: Int?
    private var found: [Trace.Site: Written] = [:]
    private var functions: [Trace.Site: String?] = [:]
    private let text: SourceText

    static func wants(_ sort: CallSort) -> Bool {
        sort.operation == .subscribe
            || sort.operation == .on && sort.role == .subject && sort.event == .next
            || (sort.role == .sink || sort.isAtObserver) && sort.runs([.next, .makes])
    }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        if call.operation == .subscribe {
            if open == nil, walk.begins(call), walk.subscription(call.subscription)?.parent == nil {
                open = call.id
            }
            if walk.role == .subject, let state = call.node { noteState(state, call, in: walk) }
        } else if call.operation == .on {
            guard walk.role == .subject, call.eventKind == .next, let state = call.node else { return }
            if call.event?.value == "true" { lookAtFlag(call, in: walk) }
            sent.insert(state)
        } else if open != nil {
            look(call, in: walk)
        } else if !initial.isEmpty {
            lookForSave(call, in: walk)
        }
    }

    /// Notes a subject that a subscription comes to: what waits in a debounce comes later than the subscribe.
    private mutating func noteState(_ state: Int, _ call: Trace.Call, in walk: TraceWalk) {
        guard let root = walk.root(of: call.subscription), let begun = walk.facts(of: root)?.call else { return }
        if walk.behaviors.contains(.replays), !sent.contains(state) {
            initial[root, default: Beginning(call: begun, states: [])].states.append(state)
        } else {
            // Its closures may run for this one.
            initial[root] = nil
            sent.insert(state)
        }
    }

    /// What a subscription begins with, as long as no other element may have come.
    private mutating func beginning(of root: Int?) -> Beginning? {
        guard let root, let beginning = initial[root] else { return nil }
        guard !beginning.states.contains(where: sent.contains) else {
            initial[root] = nil
            return nil
        }
        return beginning
    }

    /// Looks at a closure that may be the first to run for the value that a state begins with.
    private mutating func lookForSave(_ call: Trace.Call, in walk: TraceWalk) {
        let kinds = walk.kinds(of: call)
        guard kinds.contains(.next) || kinds.contains(.makes), walk.role == .sink || walk.isAtObserver else { return }
        lookAtSave(call, in: walk)
    }

    /// Looks at a flag that says that something was changed, which the value sets that a state begins with.
    private mutating func lookAtFlag(_ call: Trace.Call, in walk: TraceWalk) {
        guard !initial.isEmpty, walk.behaviors.contains(.replays), let flag = walk.node(call.node)?.variable,
            SourceCode.words(of: flag).contains(where: Self.changes.contains),
            let frame = walk.callers.first(where: { $0.role == .observer && $0.call.operation == .on }),
            let root = walk.root(of: frame.call.subscription), let beginning = beginning(of: root),
            let site = walk.site(of: root), found[site] == nil
        else { return }
        var value = frame.call.event?.value ?? ""
        for outer in walk.callers
        where outer.call.subscription == frame.call.subscription && outer.call.eventKind == .next {
            value = outer.call.event?.value ?? value
        }
        found[site] = Written(begun: beginning.call, handler: call, value: value, what: "\(flag) is set", site: site)
    }

    private static let changes: Set<String> = [
        "dirty", "edited", "changes", "changed", "modified", "unsaved", "touched",
    ]

    /// Looks for a function that saves what a state begins with.
    private mutating func lookAtSave(_ call: Trace.Call, in walk: TraceWalk) {
        guard let event = walk.caller?.call, event.eventKind == .next, let value = event.event?.value,
            let row = call.subscription, !walk.isOperators(row), let root = walk.root(of: row),
            let beginning = beginning(of: root), initial[root]?.seen.insert(call.node ?? 0).inserted == true,
            isOfStates(root, beginning.states, in: walk), let site = walk.place(ofClosure: call), found[site] == nil,
            let word = walk.role == .sink
                ? call.node.flatMap({ walk.observable(of: $0) }).map({ walk.word(for: $0) }) : "subscribe",
            case let nodes = beginning.states.compactMap({ walk.node($0) })
        else { return }
        let isWaiting =
            walk.facts(of: row)?.chain.contains { id in
                let does = walk.traits(of: id).behaviors
                return does.contains(.drops) && does.contains(.buffers) && !does.contains(.pairs)
            } ?? false
        let isLoaded = isWaiting || nodes.contains { $0.site.map(self.isLoaded) == true }
        guard let what = deed(inClosureOf: word, at: site, isLoaded: isLoaded, isWaiting: isWaiting) else { return }
        found[site] = Written(begun: beginning.call, handler: call, value: value, what: what, site: site)
    }

    /// What a closure does that is to be done for a change alone.
    private func deed(inClosureOf word: String, at site: Trace.Site, isLoaded: Bool, isWaiting: Bool) -> String? {
        let calls = ChangingCalls(text: text)
        let names = calls.calls(inClosureOf: word, at: site)
        var call = isLoaded ? names.first(where: ChangingCalls.saves) : nil
        if call == nil, isWaiting { call = calls.name(inClosureOf: word, at: site) }
        if call == nil { call = names.first(where: ChangingCalls.signals) }
        if let call { return "\(call)() is called" }
        return flag(setInClosureOf: word, at: site).map { "\($0) is set" }
    }

    /// Whether all that a subscription has begun comes from some states.
    private func isOfStates(_ row: Int, _ states: [Int], in walk: TraceWalk) -> Bool {
        guard let leaf = walk.facts(of: row)?.chain.last else { return false }
        if states.contains(leaf) { return true }
        let parts = walk.parts[row].filter { walk.facts(of: $0) != nil }
        return !parts.isEmpty && parts.allSatisfy { isOfStates($0, states, in: walk) }
    }

    /// The variable that says that something was changed, which a closure sets.
    private func flag(setInClosureOf word: String, at site: Trace.Site) -> String? {
        guard word == "subscribe" || word == "do" else { return nil }
        return text.answer(at: site, word) {
            let code = text.code(from: site, lines: 6)
            let body = SourceCode.closure(in: code).map { SourceCode.closure($0).body }
            let set = body?.firstMatch(of: #/^(?:guard let self[^}]*\}\s*)?(?:\w+[?!]?\.)*(\w+)\s*=\s*true\b/#)
            return set.map { String($0.1) }.flatMap {
                SourceCode.words(of: $0).contains(where: Self.changes.contains) ? $0 : nil
            }
        }
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
        lookForSave(call, in: walk)
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
        found[site] = Written(
            begun: open ?? 0, handler: call, value: value, what: "\(function)() is called", site: site)
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
                "\(written.what) for \(written.value.isEmpty ? "\"\"" : written.value), with which the relay begins",
                at: written.site,
                [
                    .init("subscribed", call: written.begun),
                    .init("the closure runs for the first value", call: written.handler.id),
                ])
        }
    }
}
