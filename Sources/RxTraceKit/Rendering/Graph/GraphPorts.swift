/// The parts of a graph's boxes that have names of their own, by which the program knows them: the `errors` of a command.
struct GraphPorts {
    /// By the position of a part's node, the box.
    private var boxes: [Int: Int] = [:]

    var isEmpty: Bool { boxes.isEmpty }

    /// - Parameter nodes: the trace's, with their roles.
    init(_ nodes: [Trace.Node], _ boxes: GraphBoxes) {
        for (position, node) in nodes.enumerated() where node.name != nil && node.role != .scheduler {
            guard let box = boxes.boxOfNode[position], case .node(let whole) = boxes.boxes[box].subject,
                whole != position, nodes[whole].role == .object, Self.name(of: node, in: nodes[whole]) != nil
            else { continue }
            self.boxes[position] = box
        }
    }

    /// Whether the node at a position is one of the box.
    func contains(_ position: Int, in box: Int?) -> Bool { box != nil && boxes[position] == box }

    /// What the part is called within the whole: `errors`, of the name `RACCommand -errors`; nil where it has no plain name.
    static func name(of part: Trace.Node, in whole: Trace.Node) -> String? {
        guard var name = part.name.map({ $0[...] }) else { return nil }
        let prefix = "\(whole.type) -"
        if name.hasPrefix(prefix) { name = name.dropFirst(prefix.count) }
        return !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } ? String(name) : nil
    }
}
