/// The disposables that the user's code made and disposes of itself: a graph draws them as boxes.
///
/// They are those that run a closure of the user's and belong to no subscription, and those that hold one of these.
struct UserDisposables {
    private var ids: Set<Int> = []

    /// - Parameter nodes: the trace's, with their roles.
    init(_ trace: Trace, nodes: [Trace.Node], index: IdentifierIndex) {
        func disposable(_ call: Trace.Call) -> Int? {
            guard let node = call.node.flatMap({ index[$0] }) else { return nil }
            return nodes[node].role == .disposable && nodes[node].owner == nil ? node : nil
        }
        var subscribed: Set<Int> = []
        for call in trace.calls {
            guard let node = disposable(call) else { continue }
            if call.subscription != nil { subscribed.insert(node) }
            if call.operation == .handler { ids.insert(node) }
        }
        ids.subtract(subscribed)
        guard !ids.isEmpty else { return }
        let positions = IdentifierIndex(trace.calls)
        // A holder may be held: the innermost ones come last.
        for call in trace.calls.reversed() where call.operation == .dispose {
            guard let node = disposable(call), ids.contains(node), let around = call.parent.flatMap({ positions[$0] }),
                [.dispose, .insert, .add].contains(trace.calls[around].operation),
                let holder = disposable(trace.calls[around]), !subscribed.contains(holder)
            else { continue }
            ids.insert(holder)
        }
    }

    /// Whether the node at this position is one.
    func contains(_ position: Int) -> Bool { ids.contains(position) }
}
