/// The calls on the way from a call back to the root of its causes, the call itself first, those that led to its side,
/// and the observables their sinks work for.
struct CausalWay {
    /// What led to a call besides the next call on the way.
    struct Side {
        var kind: CausalChain.Side.Kind
        /// Whether it is a part that waited, rather than one that the call was handed in the end.
        var isKept: Bool
        /// The calls, the nearest first.
        var calls: [Trace.Call]
    }

    private(set) var calls: [Trace.Call] = []
    /// By the index of a call.
    private(set) var sides: [Int: [Side]] = [:]
    /// The indexes of calls whose elements the next call handed in.
    private(set) var detours: Set<Int> = []
    /// How many elements were handed to the node of a call before it, by the call's index: of nodes that accumulate them.
    private(set) var elementsBefore: [Int: Int] = [:]
    private(set) var omitted: (count: Int, before: Int)?

    /// The most calls that are looked at on a side, and the most sides.
    static let sideLimit = (calls: 500, sides: 100)
    /// The most parts of one element that are told, from each end.
    private static let partLimit = 4

    /// - Returns: nil where no call has the id.
    init?(to id: Int, _ links: some CausalLinkSource, in source: any TraceSource) throws {
        guard let target = links.position(of: id) else { return nil }
        var way = try links.way(from: target)
        if way.count > CausalChain.limit {
            let half = CausalChain.limit / 2
            omitted = (way.count - 2 * half, half)
            way.removeSubrange(half..<way.count - half)
        }
        for (index, position) in way.enumerated() where index + 1 < way.count && index + 1 != omitted?.before {
            if try links.detour(of: position) == way[index + 1] { detours.insert(index) }
        }
        let sides = try Self.sides(of: way, detours: detours, links)
        let wanted = try WantedCalls(way + sides.flatMap(\.value).flatMap(\.way), in: source)
        calls = way.map { wanted[$0].call }
        for (index, position) in way.enumerated() { elementsBefore[index] = wanted[position].count }
        self.sides = sides.mapValues { sides in
            sides.map { Side(kind: $0.kind, isKept: $0.isKept, calls: $0.way.map { wanted[$0].call }) }
        }
    }

    private typealias SideWay = (kind: CausalChain.Side.Kind, isKept: Bool, way: [UInt32])

    private static func sides(
        of way: [UInt32], detours: Set<Int>, _ links: some CausalLinkSource
    ) throws -> [Int: [SideWay]] {
        var sides: [Int: [SideWay]] = [:]
        var count = 0
        for (index, position) in way.enumerated() where count < sideLimit.sides {
            var found: [SideWay] = []
            if detours.contains(index), let trigger = try links.trigger(of: position) {
                found.append((.trigger, false, try links.way(from: trigger, limit: sideLimit.calls)))
            }
            let parts = try links.parts(of: position)
            for (number, part) in parts.enumerated() where number < partLimit || number >= parts.count - partLimit {
                let kind = CausalChain.Side.Kind.part(number: number + 1, count: parts.count)
                let isKept = detours.contains(index) || !way[index...].prefix(sideLimit.calls).contains(part)
                found.append((kind, isKept, try links.way(from: part, limit: sideLimit.calls)))
            }
            if !found.isEmpty { sides[index] = found }
            count += found.count
        }
        return sides
    }

    /// The calls at some positions, in the order of these.
    ///
    /// - Throws: ``TraceReadError`` where the calls cannot be read.
    static func calls(at positions: some Collection<UInt32>, in source: any TraceSource) throws -> [Trace.Call] {
        guard !positions.isEmpty else { return [] }
        let wanted = try WantedCalls(Array(positions), in: source)
        return positions.map { wanted[$0].call }
    }

    /// The calls at some positions, gathered as they go by.
    private struct WantedCalls {
        private let positions: [UInt32]
        private var calls: [(call: Trace.Call, count: Int?)] = []
        private var next: UInt32 = 0

        init(_ positions: [UInt32], in source: any TraceSource) throws {
            self.positions = Set(positions).sorted()
            var accumulated = AccumulatedElements(source.nodes)
            if let recording = source.numberedCalls {
                for position in self.positions {
                    let call = try recording.call(at: Int(position))
                    let isOne = call.operation == .forwardOn && accumulated.isHandedOne(by: call)
                    calls.append((call, isOne ? try recording.elementsBefore(Int(position)) : nil))
                }
                return
            }
            try source.forEachCall { call in
                let count = accumulated.add(call)
                add(call, count)
            }
        }

        private mutating func add(_ call: Trace.Call, _ count: Int?) {
            if calls.count < positions.count, positions[calls.count] == next { calls.append((call, count)) }
            next += 1
        }

        subscript(position: UInt32) -> (call: Trace.Call, count: Int?) {
            var (low, high) = (0, positions.count - 1)
            while low < high {
                let middle = (low + high) / 2
                if positions[middle] < position { low = middle + 1 } else { high = middle }
            }
            return calls[low]
        }
    }
}

/// How many elements were handed to the nodes that make one of all they were handed.
private struct AccumulatedElements {
    private let nodes: TraceTable<Trace.Node>
    private var counts: [Int: (handed: Int, passedOn: Int)] = [:]

    init(_ nodes: TraceTable<Trace.Node>) {
        self.nodes = nodes
    }

    /// Whether a call hands an element to a node that makes one of all, or passes one on from there.
    func isHandedOne(by call: Trace.Call) -> Bool {
        guard call.event?.kind == .next, let node = call.node.flatMap({ nodes[id: $0] }) else { return false }
        return node.behaviors.union(node.owner.flatMap { nodes[id: $0]?.behaviors } ?? []).contains(.accumulates)
    }

    /// Answers for a call that passes such an element on how many its node was handed before the last; nil for others.
    mutating func add(_ call: Trace.Call) -> Int? {
        guard call.operation == .on || call.operation == .forwardOn, let id = call.node, isHandedOne(by: call) else {
            return nil
        }
        var count = counts[id] ?? (0, 0)
        defer { counts[id] = count }
        guard call.operation == .forwardOn else {
            count.handed += 1
            return nil
        }
        // A node that is handed nothing itself gets its elements by way of another, one for each that it passes on.
        count.passedOn += 1
        return max(count.handed, count.passedOn) - 1
    }
}
