import RxTraceKit

/// The definitions in a recording of which only the last parts are kept, so that each part can be read by itself.
struct PartDefinitions {
    /// The definition of a node without its name.
    struct Node {
        // In this order, the struct takes 16 bytes.
        var type: UInt32
        var behaviors: UInt32
        var owner: UInt32
        var role: UInt8
        var isEarly: Bool
    }

    private struct Nodes {
        var known = NodeRuns<Node>()
        var names: [UInt32: String] = [:]
    }

    /// The definitions of types and stacks, which each part repeats, because their number is limited. In pieces that
    /// fit into a block.
    private(set) var shared: [[UInt8]] = []
    private static let pieceSize = 1 << 20
    private var nodes = Nodes()
    /// The nodes of earlier parts, and when the parts ended, in nanoseconds.
    private var before: [(end: UInt64, nodes: Nodes)] = []
    /// How long earlier parts are remembered: a thread may be preempted for long between looking up an object and
    /// recording the call.
    private static let memory: UInt64 = 2_000_000_000

    /// Whether calls may still refer to nodes that only an earlier part defines, because threads notice the new part
    /// with a delay.
    var looksBack: Bool { !before.isEmpty }

    mutating func beginPart(at now: UInt64) {
        before.append((now, nodes))
        nodes = Nodes()
    }

    /// Forgets earlier parts that ended long enough ago. Called when all records that existed are written.
    mutating func endWrite(at now: UInt64) {
        before.removeAll { $0.end + Self.memory < now }
    }

    mutating func add(shared definition: UnsafeRawBufferPointer) {
        if shared.last.map({ $0.count + definition.count > Self.pieceSize }) ?? true { shared.append([]) }
        shared[shared.count - 1].append(contentsOf: definition)
    }

    mutating func add(_ node: UInt32, _ definition: Node) { nodes.known[node] = definition }

    mutating func add(node: UInt32, name: String) {
        if nodes.known[node] != nil { nodes.names[node] = name }
    }

    /// The definition of a node in an earlier part. nil if the current part defines the node.
    mutating func missing(_ node: UInt32) -> (definition: Node, name: String?)? {
        guard node != 0, nodes.known[node] == nil else { return nil }
        for part in before.indices.reversed() {
            guard let known = before[part].nodes.known[node] else { continue }
            return (known, before[part].nodes.names[node])
        }
        return nil
    }
}

/// A map from nodes' numbers to values.
///
/// It is asked for each written call, for which a dictionary would be too slow. Neighbouring calls refer to objects
/// with neighbouring numbers. So values stand in runs of 32 numbers, and the dictionary of runs is asked only if the
/// run differs from the last one.
struct NodeRuns<Value> {
    private static var length: UInt32 { 32 }

    private var values: [Value?] = []
    /// The index in `values` at which each run begins.
    private var places: [UInt32: Int] = [:]
    private var last: (run: UInt32, place: Int?) = (.max, nil)

    subscript(node: UInt32) -> Value? {
        mutating get {
            place(of: node / Self.length).flatMap { values[$0 + Int(node % Self.length)] }
        }
        set {
            let run = node / Self.length
            let place = place(of: run) ?? add(run)
            values[place + Int(node % Self.length)] = newValue
        }
    }

    private mutating func place(of run: UInt32) -> Int? {
        if run != last.run { last = (run, places[run]) }
        return last.place
    }

    private mutating func add(_ run: UInt32) -> Int {
        let place = values.count
        values.append(contentsOf: repeatElement(nil, count: Int(Self.length)))
        places[run] = place
        last = (run, place)
        return place
    }
}
