/// Which of the steps of a graph come again in the same way as others right before them.
///
/// The steps of a call and of the calls within it are a turn. Turns are alike where the same things were gone along, with
/// events of the same kinds, one within the other.
struct GraphTurns {
    /// For each step, the one that it repeats.
    private(set) var models: [Int?]

    private struct Turn {
        var steps: Range<Int>
        /// The place of the turn around it.
        var outer: Int?
        /// How many steps it has with those within it.
        var size: Int
        /// Alike turns have the same number.
        var shape = 0
        /// Of the turns in the one around it, where those alike that follow each other are one: which it is.
        var run = 0
        /// The turn that it repeats.
        var model: Int?
        /// The first turn of each run within it.
        var runs: [Int] = []
        /// The last turn within it.
        var last: Int?
    }

    private struct Shape: Hashable {
        var things: [Int]
        var kinds: [UInt8]
        /// The shapes within, the last first, those that follow each other once.
        var within: [Int]
    }

    private var turns: [Turn] = []

    /// - Parameter steps: in the order of time.
    init(_ steps: [GraphOrder.Step], in trace: Trace) {
        models = Array(repeating: nil, count: steps.count)
        findTurns(steps, in: trace)
        findShapes(steps)
        findModels()
        for turn in turns {
            guard let model = turn.model else { continue }
            for (step, other) in zip(turn.steps, turns[model].steps) { models[step] = other }
        }
    }

    private mutating func findTurns(_ steps: [GraphOrder.Step], in trace: Trace) {
        let positions = IdentifierIndex(trace.calls)
        // By the position of a call, the turn it is in: its own, or that of the nearest call around it.
        var nearest: [Int32] = []
        nearest.reserveCapacity(trace.calls.count)
        var next = 0
        for (position, call) in trace.calls.enumerated() {
            let parent = call.parent.flatMap { positions[$0] }.flatMap { $0 < position ? $0 : nil }
            let outer = parent.map { nearest[$0] } ?? -1
            let first = next
            while next < steps.count, steps[next].call == position { next += 1 }
            guard next > first else {
                nearest.append(outer)
                continue
            }
            nearest.append(Int32(turns.count))
            turns.append(Turn(steps: first..<next, outer: outer < 0 ? nil : Int(outer), size: next - first))
        }
    }

    /// From the innermost on: a turn stands behind the one around it.
    private mutating func findShapes(_ steps: [GraphOrder.Step]) {
        var known: [Shape: Int] = [:]
        var within = [[Int]](repeating: [], count: turns.count)
        for place in turns.indices.reversed() {
            let own = steps[turns[place].steps]
            let key = Shape(
                things: own.map(\.thing), kinds: own.map { $0.kind.map { $0.rawValue + 1 } ?? 0 },
                within: within[place])
            within[place] = []
            turns[place].shape = known[key] ?? known.count
            known[key] = turns[place].shape
            guard let outer = turns[place].outer else { continue }
            turns[outer].size += turns[place].size
            if within[outer].last != turns[place].shape { within[outer].append(turns[place].shape) }
        }
    }

    private mutating func findModels() {
        var lastRoot: Int?
        for place in turns.indices {
            let outer = turns[place].outer
            let before = outer.map { turns[$0].last } ?? lastRoot
            if let outer { turns[outer].last = place } else { lastRoot = place }
            let isAlike = before.map { turns[$0].shape == turns[place].shape } ?? false
            if let outer {
                if !isAlike { turns[outer].runs.append(place) }
                turns[place].run = turns[outer].runs.count - 1
            }
            if let before, isAlike, isRight(behind: before, place) {
                turns[place].model = before
            } else if let outer, let model = turns[outer].model {
                turns[place].model = turns[model].runs[turns[place].run]
            }
        }
    }

    /// Whether nothing but what is in the one turn came between it and the other: no other thread's step.
    private func isRight(behind before: Int, _ place: Int) -> Bool {
        turns[place].steps.lowerBound - turns[before].steps.lowerBound == turns[before].size
    }
}
