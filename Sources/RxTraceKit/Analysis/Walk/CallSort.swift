/// What many calls have in common: most sorts are nothing to most rules.
struct CallSort {
    var operation: Trace.Operation
    /// The kind of the event that it was handed.
    var event: Trace.Event.Kind?
    /// The part that its node plays; nil where that is not known.
    var role: Trace.Role?
    /// What its node does.
    var behaviors: Trace.Behaviors
    /// The kinds of the closure that a handler runs, none for other calls; nil where a trace has too many to tell apart.
    var kinds: ClosureKinds? = []
    /// Whether the call around it asks a scheduler for work, is some, or begins an operator.
    var isOfWork = false

    /// Whether its node may be an observer of the user's: see ``TraceWalk/isAtObserver``.
    var isAtObserver: Bool { role == nil || role == .observer }

    /// Whether the user's code sends to its node: a subject, or the observer of a `create`.
    var isToReceiver: Bool { role == .subject || role == .sink && behaviors.contains(.sentTo) }

    /// Whether it does to a node of some part and behaviors, and the library did not make that for its own use.
    static func isSentTo(_ role: Trace.Role?, _ behaviors: Trace.Behaviors) -> Bool {
        role == .subject && !behaviors.contains(.inside) || role == .sink && behaviors.contains(.sentTo)
    }

    /// Whether it runs a closure of one of some kinds.
    func runs(_ some: ClosureKinds) -> Bool {
        operation == .handler && kinds.map { !$0.isDisjoint(with: some) } ?? true
    }

    private static let operationCount = Trace.Operation.allCases.count

    /// Calls of one sort, and no others, have one number.
    ///
    /// - Parameters:
    ///   - traits: the number of those of its node.
    ///   - closure: that of the closure that it runs.
    static func number(of call: Trace.Call, traits: Int, closure: Int, isOfWork: Bool) -> Int {
        let kind = closure > 0 ? operationCount + closure : Int(call.operation.rawValue)
        let event = call.eventKind.map { Int($0.rawValue) + 1 } ?? 0
        return ((traits * (operationCount + WalkedClosures.numbers) + kind) * 4 + event) * 2 + (isOfWork ? 1 : 0)
    }
}
