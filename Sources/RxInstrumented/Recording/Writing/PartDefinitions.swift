import TraceKit

/// What has been defined in a recording of which only the last parts are kept, so that each can be read by itself.
struct PartDefinitions {
    struct Node {
        var role: UInt8
        var type: Int
        var isEarly: Bool
        var name: [UInt8]?
    }

    /// Types and stacks, of which a program has only so many: they are told again in each part.
    private(set) var shared = ByteWriter()
    private var nodes: [UInt32: Node] = [:]
    /// What earlier parts define, and when they ended, in nanoseconds.
    private var before: [(end: UInt64, nodes: [UInt32: Node])] = []
    /// A thread that has looked up what an object is may be kept from running for as long, before it records the call.
    private static let memory: UInt64 = 2_000_000_000

    /// Whether calls may still speak of nodes that an earlier part defines: threads learn a moment later that a part
    /// began.
    var looksBack: Bool { !before.isEmpty }

    mutating func beginPart(at now: UInt64) {
        before.append((now, nodes))
        nodes.removeAll()
    }

    /// All that had been recorded when the write began is written.
    mutating func endWrite(at now: UInt64) {
        before.removeAll { $0.end + Self.memory < now }
    }

    mutating func add(shared definition: ArraySlice<UInt8>) {
        shared.add(bytes: definition)
    }

    mutating func add(node: UInt32, role: UInt8, type: Int, isEarly: Bool) {
        nodes[node] = Node(role: role, type: type, isEarly: isEarly)
    }

    mutating func add(node: UInt32, name: [UInt8]) {
        nodes[node]?.name = name
    }

    /// What earlier parts say of a node that this one has not defined.
    func missing(_ node: UInt32) -> Node? {
        guard node != 0, nodes[node] == nil else { return nil }
        return before.reversed().lazy.compactMap { $0.nodes[node] }.first
    }
}
