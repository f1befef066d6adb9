import TraceKit

/// What has been defined in a recording of which only the last parts are kept, so that each can be read by itself.
struct PartDefinitions {
    private struct Node {
        var role: UInt8
        var type: Int
        var name: [UInt8]?
    }

    /// Types and stacks, of which a program has only so many: they are told again in each part.
    private(set) var shared = ByteWriter()
    private var nodes: [UInt32: Node] = [:]
    private var nodesBefore: [UInt32: Node] = [:]
    private var writesLeft = 0

    /// Whether calls may still speak of nodes that the part before defines: threads learn a moment later that a part
    /// began.
    var looksBack: Bool { writesLeft > 0 }

    mutating func beginPart() {
        nodesBefore = nodes
        nodes.removeAll()
        writesLeft = 2
    }

    /// All that had been recorded when the write began is written.
    mutating func endWrite() {
        guard writesLeft > 0 else { return }
        writesLeft -= 1
        if writesLeft == 0 { nodesBefore.removeAll() }
    }

    mutating func add(shared definition: ArraySlice<UInt8>) {
        shared.add(bytes: definition)
    }

    mutating func add(node: UInt32, role: UInt8, type: Int) {
        nodes[node] = Node(role: role, type: type)
    }

    mutating func add(node: UInt32, name: [UInt8]) {
        nodes[node]?.name = name
    }

    /// What the part before says of a node that this one has not defined.
    func missing(_ node: UInt32) -> (role: UInt8, type: Int, name: [UInt8]?)? {
        guard node != 0, nodes[node] == nil, let known = nodesBefore[node] else { return nil }
        return (known.role, known.type, known.name)
    }
}
