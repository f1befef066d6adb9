/// The calls of a trace in memory, found by their positions.
///
/// The turns of work that schedules itself again on its own scheduler stand side by side, as a drawn tree has them: a loop of
/// a thousand turns would be a thousand levels deep.
package struct CallsInMemory: NumberedCalls {
    package let source: any TraceSource
    private let calls: [Trace.Call]
    private let index: IdentifierIndex
    /// By position, the call above; -1 for a root.
    private let parents: [Int32]
    /// All positions, grouped by the call above: those below call `i` from `starts[i]` up to `starts[i + 1]`; the roots last.
    private let grouped: [Int32]
    private let starts: [Int32]
    /// By position, its place in ``grouped``.
    private let ranks: [Int32]
    /// By position, how many calls are below.
    private let sizes: [Int32]
    /// By the position of a call that handed an element in, those that hand it on.
    private let handedOn: [Int32: [Int32]]

    /// - Throws: ``TraceReadError`` where the calls cannot be read.
    /// - Complexity: O(*n*) in time and memory: some 120 bytes per call.
    package init(_ source: any TraceSource) throws {
        self.source = source
        let calls = try source.trace().calls
        let index = IdentifierIndex(calls)
        var places = CausalPlaces(count: calls.count)
        var handedOn: [Int32: [Int32]] = [:]
        for (position, call) in calls.enumerated() {
            func resolve(_ id: Int?) -> Int? { id.flatMap { $0 < call.id ? index[$0] : nil } }
            places.add(call, cause: resolve(call.cause), parent: resolve(call.parent), in: calls)
            guard call.origin != nil || !call.parts.isEmpty else { continue }
            for giver in Set([resolve(call.origin)].compactMap { $0 } + call.parts.compactMap(resolve)) {
                handedOn[Int32(giver), default: []].append(Int32(position))
            }
        }
        self.calls = calls
        self.index = index
        self.handedOn = handedOn
        parents = places.parents
        (grouped, starts) = places.grouped()
        var ranks = [Int32](repeating: 0, count: calls.count)
        for (rank, position) in grouped.enumerated() { ranks[Int(position)] = Int32(rank) }
        self.ranks = ranks
        // A call hangs below an earlier one.
        var sizes = [Int32](repeating: 0, count: calls.count)
        for position in calls.indices.reversed() where parents[position] >= 0 {
            sizes[Int(parents[position])] += sizes[position] + 1
        }
        self.sizes = sizes
    }

    package var count: Int { calls.count }

    package func call(at position: Int) -> Trace.Call { calls[position] }
    package func position(of id: Int) -> Int? { index[id] }

    package func above(_ position: Int) -> Int? { parents[position] < 0 ? nil : Int(parents[position]) }

    private func group(_ position: Int?) -> Range<Int> {
        let position = position ?? calls.count
        return Int(starts[position])..<Int(starts[position + 1])
    }

    package func firstBelow(_ position: Int?) -> Int? { group(position).first.map { Int(grouped[$0]) } }
    package func lastBelow(_ position: Int?) -> Int? { group(position).last.map { Int(grouped[$0]) } }

    package func next(_ position: Int) -> Int? {
        let rank = Int(ranks[position]) + 1
        return rank < group(above(position)).upperBound ? Int(grouped[rank]) : nil
    }

    package func previous(_ position: Int) -> Int? {
        let rank = Int(ranks[position]) - 1
        return rank >= group(above(position)).lowerBound ? Int(grouped[rank]) : nil
    }

    package func countBelow(_ position: Int) -> Int? { Int(sizes[position]) }

    /// Also where turns stand beside the work that asked for them.
    package func work(of position: Int) -> [Int] {
        let call = calls[position]
        guard call.operation.asksForWork else { return [] }
        var found = group(position).map { Int(grouped[$0]) }.filter { calls[$0].cause == call.id }
        if found.isEmpty, let turn = turn(of: position) {
            var sibling = next(turn)
            while let one = sibling, found.isEmpty {
                if calls[one].cause == call.id { found.append(one) }
                sibling = next(one)
            }
        }
        return found
    }

    private func turn(of position: Int) -> Int? {
        var up = above(position)
        while let one = up, calls[one].operation != .invoke { up = above(one) }
        return up
    }

    package func receivers(of position: Int) -> [Int] { handedOn[Int32(position)]?.map { Int($0) } ?? [] }
}

/// Where calls hang in the causal tree, as they come one by one.
private struct CausalPlaces {
    private(set) var parents: [Int32] = []
    private var isWork: [Bool] = []
    /// By position, the work in which the call was made; -1 for none. For work, that in which its first turn was.
    private var turns: [Int32] = []

    init(count: Int) {
        parents.reserveCapacity(count)
        isWork.reserveCapacity(count)
        turns.reserveCapacity(count)
    }

    mutating func add(_ call: Trace.Call, cause: Int?, parent: Int?, in calls: [Trace.Call]) {
        isWork.append(cause != nil)
        guard var above = cause ?? parent else {
            parents.append(-1)
            turns.append(-1)
            return
        }
        var turn = calls[above].operation == .invoke ? Int32(above) : turns[above]
        if cause != nil, call.operation == .invoke, turn >= 0, let scheduler = scheduler(of: Int(turn), in: calls),
            calls[above].operation == .schedule, calls[above].node == scheduler, parents[Int(turn)] >= 0
        {
            above = Int(parents[Int(turn)])
            turn = calls[above].operation == .invoke ? Int32(above) : turns[above]
        }
        parents.append(Int32(above))
        turns.append(turn)
    }

    /// The scheduler that ran the work at a position.
    private func scheduler(of work: Int, in calls: [Trace.Call]) -> Int? {
        guard isWork[work], let above = parents[work] < 0 ? nil : Int(parents[work]),
            calls[above].operation == .schedule
        else { return nil }
        return calls[above].node
    }

    /// The positions grouped by the call above, calls before work, and where each group starts.
    func grouped() -> (positions: [Int32], starts: [Int32]) {
        let count = parents.count
        var starts = [Int32](repeating: 0, count: count + 2)
        func group(_ position: Int) -> Int { parents[position] < 0 ? count : Int(parents[position]) }
        for position in 0..<count { starts[group(position) + 1] += 1 }
        for group in 1..<starts.count { starts[group] += starts[group - 1] }
        var grouped = [Int32](repeating: 0, count: count)
        var next = starts
        for wantsWork in [false, true] {
            for position in 0..<count where isWork[position] == wantsWork {
                grouped[Int(next[group(position)])] = Int32(position)
                next[group(position)] += 1
            }
        }
        return (grouped, starts)
    }
}
