extension RecordingBlocks {
    /// The recorded numbers of the nodes that calls name, as far as `all` tells more of them than the blocks do.
    func namedNodes(_ all: RecordedNodes) throws -> Set<UInt32> {
        let hasNames = !all.names.isEmpty
        let operations = operations.map { $0?.row }
        let naming = Set(operations.indices.filter { operations[$0]?.namesObjects ?? false }.map(UInt8.init))
        var named: Set<UInt32> = []
        var decoded = RecordedCalls()
        for block in calls {
            try decoded.read(block, of: self)
            for call in decoded.calls {
                if hasNames || !tables.nodes.isDefined(call.node) { named.insert(call.node) }
                guard naming.contains(call.operation) else { continue }
                // The observer and the disposable, or what is inserted or removed.
                named.insert(UInt32(truncatingIfNeeded: call.value))
                named.insert(UInt32(truncatingIfNeeded: call.value >> 32))
            }
        }
        return named
    }
}
