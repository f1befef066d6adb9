/// A source is made a Single, and gives no element or several.
struct WrongCount: LintRule {
    static let definition = LintDefinition(
        name: "wrong-count", severity: .warning,
        summary: "asSingle is given no element, or a second one",
        explanation: """
            Fires where asSingle, asMaybe or single fails, because its source completed without an element or gave a
            second one: it hands on an error in place of an answer. The line is that of the operator. A note: the error
            is caught or tried again below, so that it may well be meant. No fault: exactly one element; asMaybe of a
            source without one; an error that the source itself gives.
            """,
        example: """
            Observable.from(users).filter { $0.isAdmin }
                .asSingle()  // an error, if there are two
            """,
        remedy: "use first(), or take(1).asSingle(), which take the first one")
    static let opening: Set<Trace.Operation> = [.forwardOn]

    private struct Failed {
        var error: Trace.Call
        var last: Trace.Call?
        var count = 1
    }

    /// By the observable of the operator.
    private var failed: [Int: Failed] = [:]

    static func wants(_ sort: CallSort) -> Bool { sort.event == .error && sort.role == .sink }

    init(_ options: LintOptions) {}

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        // It makes the error of an element or of an end that it was handed itself.
        guard call.eventKind == .error, walk.role == .sink, let sink = call.node, let caller = walk.caller?.call,
            caller.operation == .on,
            caller.node == sink, caller.eventKind != .error, let operation = walk.observable(of: sink),
            ["asSingle", "asMaybe", "single"].contains(walk.word(for: operation)),
            call.event?.value?.hasPrefix("Sequence ") == true
        else { return }
        if failed[operation.id] == nil { failed[operation.id] = Failed(error: call, last: caller) }
        failed[operation.id]?.count += 1
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        failed.sorted { $0.key < $1.key }.compactMap { id, failed in
            guard let node = walk.node(id) else { return nil }
            let isEmpty = failed.last?.eventKind == .completed
            let chain = walk.facts(of: failed.error.subscription)?.chain ?? []
            let parent = walk.subscription(failed.error.subscription)?.parent
            let around = walk.facts(of: parent)?.chain ?? []
            let isCaught = (chain.prefix { $0 != id } + around).contains { id in
                walk.node(id).map { !$0.behaviors.isDisjoint(with: [.continues, .retries]) } == true
            }
            return finding(
                "\(walk.name(of: node)) fails: its source \(isEmpty ? "ends without an element" : "gives a second element")",
                at: node.site,
                [
                    .init(
                        isEmpty ? "the end" : "the second: \(failed.last.map(CallText.event) ?? "")",
                        call: failed.last?.id),
                    .init("the error", call: failed.error.id),
                ], severity: isCaught ? .note : nil)
        }
    }
}
