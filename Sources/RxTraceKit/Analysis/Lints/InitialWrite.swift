/// The value that a relay begins with is written, as if somebody had changed it.
struct InitialWrite: LintRule {
    static let definition = LintDefinition(
        name: "initial-write", severity: .note,
        summary: "the empty value a relay begins with is saved or sent",
        explanation: """
            Fires where a subscribe is handed the value that its BehaviorRelay or BehaviorSubject begins with, this is
            empty ("", nil, [], 0 or false; read in the source), and the closure, or that of a flatMap in the chain,
            calls a function whose name begins with a word for a change (save, send, upload, delete …): the placeholder
            is written before anybody has changed anything. The line is that of the subscribe or the flatMap. It is a
            note, for the value may be one like another. No fault: skip(1) or a filter that drops it; a closure that
            only shows it.
            """,
        example: """
            let text = BehaviorRelay(value: "")
            text.subscribe(onNext: { save($0) })  // saves "" at once
            """,
        remedy: "put skip(1) above it, or filter the empty value")
    static let opening: Set<Trace.Operation> = [.subscribe, .handler]
    static let closing: Set<Trace.Operation> = [.subscribe]

    private struct Written {
        var begun: Int
        var handler: Trace.Call
        var value: String
        var function: String
        var site: Trace.Site
    }

    /// The user's subscribe that is going on.
    private var open: Int?
    private var found: [Trace.Site: Written] = [:]
    private var functions: [Trace.Site: String?] = [:]
    private let text: SourceText

    static func wants(_ sort: CallSort) -> Bool {
        sort.operation == .subscribe || (sort.role == .sink || sort.isAtObserver) && sort.runs([.next, .makes])
    }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        if call.operation == .subscribe {
            if open == nil, walk.begins(call), walk.subscription(call.subscription)?.parent == nil {
                open = call.id
            }
        } else if open != nil {
            look(call, in: walk)
        }
    }

    mutating func closed(_ call: Trace.Call, in walk: TraceWalk) {
        if call.id == open { open = nil }
    }

    private mutating func look(_ call: Trace.Call, in walk: TraceWalk) {
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
