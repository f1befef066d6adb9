/// The words findings use for nodes and events.
enum CallText {
    /// `PublishSubject`, `SerialDispatchQueueScheduler "images"`.
    static func name(_ node: Trace.Node) -> String {
        named(node.name == nil ? shown(node) : node.type, node.name, variable: node.variable)
    }

    /// `query (PublishSubject)`: as ``name(_:)``, by the type.
    static func title(_ node: Trace.Node) -> String { named(node.type, node.name, variable: node.variable) }

    /// A word, and the name that tells it from others: the one that the program gave it, else that of the source.
    static func named(_ word: String, _ name: String?, variable: String? = nil) -> String {
        if let name { return "\(word) \"\(name)\"" }
        return variable.map { "\($0) (\(word))" } ?? word
    }

    /// ` of Do` for an operator's handler, nothing for the handlers of a subscription.
    static func of(_ node: Trace.Node, in walk: TraceWalk) -> String {
        node.role == .sink ? " of \(walk.name(of: node))" : ""
    }

    /// `next(1)`, `completed`.
    static func event(_ call: Trace.Call) -> String { event(call.event) }

    static func event(_ event: Trace.Event?) -> String {
        guard let event else { return "an event" }
        return event.value.map { "\(event.kind.name)(\($0))" } ?? event.kind.name
    }

    /// A sink by the operator the user wrote.
    static func shown(_ node: Trace.Node) -> String {
        let isOperators = node.role == .sink || node.role == .observable
        if isOperators, node.behaviors.contains(.sentTo) { return Trace.Operation.create.name }
        // Sinks are called after their operator and the part they play in it.
        let part = node.role.name.capitalized
        return node.role == .sink && node.type.hasSuffix(part) ? String(node.type.dropLast(part.count)) : node.type
    }
}
