import RxTraceKit

/// The definitions of a recording of which only the last parts are kept, so that each can be read by itself.
struct PartDefinitions {
    /// A recording's definition of a node, but for its name.
    struct Node {
        // In this order they take 16 bytes.
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

    /// Types and stacks, of which a program has only so many: they are told again in each part. In pieces that a block has
    /// room for.
    private(set) var shared: [[UInt8]] = []
    private static let pieceSize = 1 << 20
    private var nodes = Nodes()
    /// The definitions of earlier parts, and when these ended, in nanoseconds.
    private var before: [(end: UInt64, nodes: Nodes)] = []
    /// A thread that has looked up an object may be kept from running for as long, before it records the call.
    private static let memory: UInt64 = 2_000_000_000

    /// Whether calls may still speak of nodes that an earlier part defines: threads learn a moment later that a part
    /// began.
    var looksBack: Bool { !before.isEmpty }

    mutating func beginPart(at now: UInt64) {
        before.append((now, nodes))
        nodes = Nodes()
    }

    /// All that had been recorded when the write began is written.
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

    /// The definition in an earlier part of a node that this one has not defined.
    mutating func missing(_ node: UInt32) -> (definition: Node, name: String?)? {
        guard node != 0, nodes.known[node] == nil else { return nil }
        for part in before.indices.reversed() {
            guard let known = before[part].nodes.known[node] else { continue }
            return (known, before[part].nodes.names[node])
        }
        return nil
    }
}

/// Something about nodes by their numbers.
///
/// It is asked for each call that is written. Calls that stand together speak of objects made together, whose numbers are
/// near each other: they are kept in runs, and a dictionary, which would take as long as all else that is done for the
/// call, is asked only where the run is not that of the call before.
struct NodeRuns<Value> {
    private static var length: UInt32 { 32 }

    private var values: [Value?] = []
    /// By run, where its values begin.
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
