extension SourcePlaces {
    /// Where the closure that a handler call runs waits, so that its thread does: in itself, or in the function that is given
    /// in its place.
    func wait(in handler: Trace.Call, _ walk: TraceWalk) -> Trace.Site? {
        guard let site = walk.place(ofClosure: handler), let label = handler.label, let node = walk.node(handler.node)
        else { return nil }
        let owner = node.role == .observable ? node : walk.observable(of: node.id)
        let isLabelled = owner == nil || label.hasPrefix("on")
        return wait(
            inClosureOf: owner.map { walk.word(for: $0) } ?? "subscribe", label: isLabelled ? label : "", at: site)
    }
}
