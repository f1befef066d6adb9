/// The words findings use for nodes and events.
enum CallText {
    /// `PublishSubject`, `SerialDispatchQueueScheduler "images"`.
    static func name(_ node: Trace.Node) -> String {
        node.name.map { "\(node.type) \"\($0)\"" } ?? shown(node.type)
    }

    /// ` of Do` for an operator's handler, nothing for the handlers of a subscription.
    static func of(_ node: Trace.Node) -> String {
        node.role == .sink ? " of \(shown(node.type))" : ""
    }

    /// `next(1)`, `completed`.
    static func event(_ call: Trace.Call) -> String {
        guard let event = call.event else { return "an event" }
        return event.value.map { "\(event.kind.name)(\($0))" } ?? event.kind.name
    }

    /// A sink by the operator the user wrote.
    private static func shown(_ type: String) -> String {
        switch type {
        case "AnonymousObservableSink", "AnonymousObservable": "create"
        case _ where type.hasSuffix("Sink"): String(type.dropLast("Sink".count))
        default: type
        }
    }
}
