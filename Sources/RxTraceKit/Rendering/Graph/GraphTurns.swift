/// Which of the steps of a graph come again in the same way as others right before them.
///
/// The steps of a call and of the calls within it are a turn. Turns are alike where the same things were gone along, with
/// events of the same kinds, one within the other.
struct GraphTurns {
    /// For each step, the place of the one that it repeats; -1 for none.
    private(set) var models: [Int32]

    /// There are as many as steps: they are small. -1 is none.
    private struct Turn {
        /// Its first step; it ends where the next turn begins.
        var start: Int32
        /// The place of the turn around it.
        var outer: Int32
        /// How many steps it has with those within it.
        var size: Int32
        /// Alike turns have the same number.
        var shape: Int32 = -1
        /// The turn that it repeats.
        var model: Int32 = -1
        /// The last turn within it.
        var last: Int32 = -1
        /// Of the turns within it, those alike that follow each other are one run: the first turns of the first and of the last.
        var firstRun: Int32 = -1
        var lastRun: Int32 = -1
        /// Of the first turn of a run, that of the next run.
        var nextRun: Int32 = -1
        /// The first turn of the run of its model that is like its last run.
        var modelRun: Int32 = -1
    }

    private var turns: [Turn] = []
    private let stepCount: Int

    /// - Parameter steps: in the order of time.
    init(_ steps: [GraphOrder.Step], in trace: Trace, _ positions: IdentifierIndex) {
        models = Array(repeating: -1, count: steps.count)
        stepCount = steps.count
        findTurns(steps, in: trace, positions)
        findShapes(steps)
        findModels()
        for place in turns.indices where turns[place].model >= 0 {
            for (step, other) in zip(self.steps(of: place), self.steps(of: Int(turns[place].model))) {
                models[step] = Int32(other)
            }
        }
    }

    private func steps(of place: Int) -> Range<Int> {
        Int(turns[place].start)..<(place + 1 < turns.count ? Int(turns[place + 1].start) : stepCount)
    }

    private mutating func findTurns(_ steps: [GraphOrder.Step], in trace: Trace, _ positions: IdentifierIndex) {
        // By the position of a call, the turn it is in: its own, or that of the nearest call around it.
        var nearest: [Int32] = []
        nearest.reserveCapacity(trace.calls.count)
        var next = 0
        for position in trace.calls.indices {
            let parent = trace.calls[position].parent.flatMap { positions[$0] }.flatMap { $0 < position ? $0 : nil }
            let outer = parent.map { nearest[$0] } ?? -1
            let first = next
            while next < steps.count, steps[next].call == position { next += 1 }
            guard next > first else {
                nearest.append(outer)
                continue
            }
            nearest.append(Int32(turns.count))
            turns.append(Turn(start: Int32(first), outer: outer, size: Int32(next - first)))
        }
    }

    /// From the innermost on: a turn stands behind the one around it.
    private mutating func findShapes(_ steps: [GraphOrder.Step]) {
        // Lists have the numbers of pairs: of the list before, and of what is added.
        var lists = PairNumbers()
        let none = lists.number(of: -1, -1)
        /// For each turn, the list of the shapes within, the last first, those that follow each other once; and the last of it.
        var within = [(list: Int32, last: Int32)](repeating: (none, -1), count: turns.count)
        for place in turns.indices.reversed() {
            var own = none
            for step in steps[self.steps(of: place)] {
                let kind = step.kind.map { Int32($0.rawValue) + 1 } ?? 0
                own = lists.number(of: own, Int32(step.thing) << 2 | kind)
            }
            // No list has a number below -1: the shapes of own steps are told from those within.
            let shape = lists.number(of: -2 - own, within[place].list)
            turns[place].shape = shape
            let outer = Int(turns[place].outer)
            guard outer >= 0 else { continue }
            turns[outer].size += turns[place].size
            if within[outer].last != shape {
                within[outer] = (lists.number(of: within[outer].list, -3 - shape), shape)
            }
        }
    }

    private mutating func findModels() {
        var lastRoot: Int32 = -1
        for place in turns.indices {
            let outer = Int(turns[place].outer)
            let before = Int(outer >= 0 ? turns[outer].last : lastRoot)
            if outer >= 0 { turns[outer].last = Int32(place) } else { lastRoot = Int32(place) }
            let isAlike = before >= 0 && turns[before].shape == turns[place].shape
            if outer >= 0, !isAlike { beginRun(at: place, in: outer) }
            if isAlike, isRight(behind: before, place) {
                turns[place].model = Int32(before)
            } else if outer >= 0, turns[outer].model >= 0 {
                turns[place].model = turns[outer].modelRun
            }
        }
    }

    /// Goes on to the next run, in the turn around it and in that which this one repeats.
    private mutating func beginRun(at place: Int, in outer: Int) {
        let (last, modelRun) = (Int(turns[outer].lastRun), Int(turns[outer].modelRun))
        if last >= 0 { turns[last].nextRun = Int32(place) } else { turns[outer].firstRun = Int32(place) }
        turns[outer].lastRun = Int32(place)
        let model = Int(turns[outer].model)
        guard model >= 0 else { return }
        turns[outer].modelRun = modelRun >= 0 ? turns[modelRun].nextRun : turns[model].firstRun
    }

    /// Whether nothing but what is in the one turn came between it and the other: no other thread's step.
    private func isRight(behind before: Int, _ place: Int) -> Bool {
        turns[place].start - turns[before].start == turns[before].size
    }
}
