/// An object is changed and sent again, and an operator that compares it with itself drops it.
struct ChangedInPlace: LintRule {
    static let definition = LintDefinition(
        name: "changed-in-place", severity: .warning,
        summary: "distinctUntilChanged is handed the same object again",
        explanation: """
            Fires where distinctUntilChanged dropped an element whose sender took the object out of the relay, changed
            it in place and sent it again (read in the source): the operator compares the object with itself, so that no
            change can ever pass. The line is that of the operator. No fault: a struct, of which the changed copy is
            another value (`var item = relay.value`); a new object; a send of the same object that changed nothing.
            """,
        example: """
            let todo = todos.value
            todo.done.toggle()  // the object that distinctUntilChanged keeps
            todos.accept(todo)
            """,
        remedy: "send a new object or a struct; or map to what changes, above it")
    static let opening: Set<Trace.Operation> = [.on, .forwardOn]

    /// How many lines before the send are read.
    private static let reach = 12

    private struct Drop {
        var call: Trace.Call
        var sent: Trace.Call
        var site: Trace.Site
        var count = 0
    }

    /// The element that each such operator was handed last, unless it has let it through.
    private var handed: [Int: Drop] = [:]
    private var drops: [Int: Drop] = [:]
    private var changes: [Trace.Site: Bool] = [:]
    private let text: SourceText

    static func wants(_ sort: CallSort) -> Bool {
        sort.event == .next && sort.role == .sink && sort.behaviors.contains(.compares)
    }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard let sink = call.node, call.eventKind == .next, walk.role == .sink, walk.behaviors.contains(.compares)
        else {
            return
        }
        if call.operation == .forwardOn {
            handed[sink] = nil
            return
        }
        finish(sink)
        guard let send = walk.callers.first(where: { $0.call.operation == .on && $0.role == .subject })?.call,
            let site = send.site, changesInPlace(before: site)
        else { return }
        handed[sink] = Drop(call: call, sent: send, site: site)
    }

    /// Counts an element that an operator was handed and did not let through.
    private mutating func finish(_ sink: Int) {
        guard let drop = handed.removeValue(forKey: sink) else { return }
        drops[sink, default: drop].count += 1
    }

    /// Whether the lines before a send take the object out of what it is sent to, into a constant, and change it: one that
    /// is no object could not be changed so.
    private mutating func changesInPlace(before site: Trace.Site) -> Bool {
        if let known = changes[site] { return known }
        let result = findsChange(before: site)
        changes[site] = result
        return result
    }

    private func findsChange(before site: Trace.Site) -> Bool {
        let lines = text.lines(of: site.file)
        guard lines.indices.contains(site.line - 1),
            let send = SourceCode.plain(lines[site.line - 1]).firstMatch(
                of: #/(\w+)\.(?:accept|onNext)\(\s*(\w+)\s*\)/#)
        else { return false }
        var isChanged = false
        for line in lines[max(0, site.line - 1 - Self.reach)..<(site.line - 1)].reversed() {
            let plain = SourceCode.plain(line)
            if plain.contains(#/\bfunc\b/#) { return false }
            let change = #/\b(\w+)\.\w+(?:\.\w+)*(?:\s*[-+*]?=(?!=)|\.(?:toggle|append|insert|remove\w*)\()/#
            if plain.matches(of: change).contains(where: { $0.1 == send.2 }) { isChanged = true }
            if let taken = plain.firstMatch(of: #/\blet\s+(\w+)\s*=\s*(?:try[?!]?\s+)?(?:\w+\.)*?(\w+)\.value\b/#),
                taken.1 == send.2
            {
                return isChanged && taken.2 == send.1
            }
        }
        return false
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        for sink in handed.keys.sorted() { finish(sink) }
        return drops.sorted { $0.key < $1.key }.compactMap { sink, drop in
            guard let observable = walk.observable(of: sink) else { return nil }
            return finding(
                "\(walk.name(of: observable)) drops an object that was changed in place: it is equal to itself",
                at: observable.site,
                [
                    .init("changed and sent again", call: drop.sent.id, site: drop.site),
                    .init("dropped", call: drop.call.id, site: walk.site(of: drop.call.subscription)),
                ], count: drop.count)
        }
    }
}
