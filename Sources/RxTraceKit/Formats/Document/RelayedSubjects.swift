/// The subjects inside relays, in the document.
///
/// A relay is one node, and RxSwift's own calls on it are those of a subject within: a document names that class as the `type` of
/// the calls, as it does wherever another class than the node's does what a call says. A trace that is read has it no more.
struct RelayedSubjects {
    private static let subjects = ["PublishRelay": "PublishSubject", "BehaviorRelay": "BehaviorSubject"]

    private var types: [Int: String] = [:]

    init(_ nodes: some Sequence<Trace.Node>) {
        for node in nodes where node.role == .subject { types[node.id] = Self.subjects[node.type] }
    }

    var isEmpty: Bool { types.isEmpty }

    /// The call as a document tells it.
    func told(_ call: Trace.Call) -> Trace.Call {
        guard !types.isEmpty, call.type == nil, let type = call.node.flatMap({ types[$0] }) else { return call }
        var call = call
        call.type = type
        return call
    }

    /// The call as a trace has it.
    func kept(_ call: Trace.Call) -> Trace.Call {
        guard !types.isEmpty, let type = call.type, type == call.node.flatMap({ types[$0] }) else { return call }
        var call = call
        call.type = nil
        return call
    }
}
