/// The calls that are the first to name something by a name of the source: their rows tell the type behind it, whichever row
/// is looked at first.
final class FirstNamings {
    private let calls: any NumberedCalls
    private let names: NodeNames
    private var ids: Set<Int>?

    init(_ calls: any NumberedCalls, _ names: NodeNames) {
        (self.calls, self.names) = (calls, names)
    }

    /// Whether the call with this id is one. The first to ask has all calls gone through.
    func contain(_ id: Int) throws -> Bool {
        if ids == nil { ids = try found() }
        return ids?.contains(id) ?? false
    }

    private func found() throws -> Set<Int> {
        guard names.hasVariables else { return [] }
        let titles = NodeTitles(names)
        var found: Set<Int> = []
        for position in 0..<calls.count {
            let call = try calls.call(at: position)
            guard call.type == nil, call.operation != .invoke,
                let node = call.node.flatMap({ calls.source.nodes.position(of: $0) })
            else { continue }
            if titles.newType(of: node) != nil { found.insert(call.id) }
        }
        return found
    }
}
