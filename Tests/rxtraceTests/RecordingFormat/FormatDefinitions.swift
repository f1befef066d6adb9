/// The definitions in a recording's blocks.
struct FormatDefinitions {
    struct Node {
        var role: Int
        var behaviors: UInt64
        var type: UInt64
        var owner: UInt64
    }

    struct ThreadCall: Hashable {
        var thread: UInt64
        var number: UInt64
    }

    var types: [UInt64: String] = [:]
    var stacks: [UInt64: [Int64]] = [:]
    var nodes: [UInt64: Node] = [:]
    /// Names of nodes, which may be told before the nodes are.
    var names: [UInt64: String] = [:]
    var durations: [ThreadCall: UInt64] = [:]
    var values: [ThreadCall: UInt64] = [:]
    var mainThreads: Set<UInt64> = []
    var pooledThreads: Set<UInt64> = []
    /// By ticket, the call of which something was kept.
    var kept: [UInt64: ThreadCall] = [:]

    mutating func read(_ bytes: [UInt8], thread: UInt64) throws {
        var reader = FormatBytes(bytes)
        while !reader.isAtEnd {
            switch try reader.number(1) {
            case 1: types[try reader.varint()] = try reader.text()
            case 2:
                let number = try reader.varint()
                var address: Int64 = 0
                stacks[number] = try (0..<(try reader.varint())).map { _ in
                    address &+= FormatBytes.zigzag(try reader.varint())
                    return address
                }
            case 3:
                let number = try reader.varint()
                nodes[number] = Node(
                    role: Int(try reader.number(1)), behaviors: try reader.varint(), type: try reader.varint(),
                    owner: try reader.varint())
            case 4:
                let number = try reader.varint()
                names[number] = try reader.text()
            case 5: durations[ThreadCall(thread: thread, number: try reader.varint())] = try reader.varint()
            case 6: values[ThreadCall(thread: thread, number: try reader.varint())] = try reader.varint()
            case 7:
                let kind = try reader.number(1)
                if kind == 1 { mainThreads.insert(thread) }
                if kind == 2 { pooledThreads.insert(thread) }
                _ = try reader.number(8)
            case 8:
                let call = ThreadCall(thread: thread, number: try reader.varint())
                kept[try reader.varint()] = call
            default: throw FormatBytes.Damage()
            }
        }
    }
}
