/// The objects that calls of the user's made, each by itself, of a recording that is read by its index.
struct NumberedCreations: Sendable {
    private let nodes: NodePages
    private let sites: SiteResolver

    fileprivate init(_ nodes: NodePages, _ sites: SiteResolver) {
        (self.nodes, self.sites) = (nodes, sites)
    }

    /// What the user's code called that made the node at a position, and how often its thread had come by that place before;
    /// nil for one that it does not give to the user's code.
    func creation(at position: Int) -> (maker: String?, turn: Int)? {
        let node = nodes.node(position + 1)
        guard node.turn >= 0 else { return nil }
        return (sites.userCall(of: Int(node.stack))?.function, Int(node.turn))
    }
}

extension NumberedRecording {
    /// The objects that were made; nil where other places are known of them than when the index was made.
    var creations: NumberedCreations? {
        nodes.knowsTurns(decoder.sites) ? NumberedCreations(nodes, decoder.sites) : nil
    }
}
