/// The turns of work that schedules itself again, in the middle of a causal chain: the thousandth element of a range has
/// a thousand of them before it, and they all read the same.
struct RepeatedTurns {
    struct Run {
        /// The steps that need not be shown.
        var steps: Range<Int>
        /// How many turns they are.
        var count: Int
        var waited: UInt64?
    }

    /// Fewer are shown as they are.
    private static let minimumCount = 4

    private var runs: [Run] = []

    /// - Parameter shown: which steps of the chain show at all.
    init(_ chain: CausalChain, shown: [Bool]) {
        /// The invokes of the turns that follow each other on one scheduler so far.
        var turns: [Int] = []
        var scheduler: Int?
        for (position, step) in chain.steps.enumerated() {
            let isInvoke = step.call.operation == .invoke
            let next = position + 1 < chain.steps.count ? chain.steps[position + 1] : nil
            if isInvoke, let node = next?.call.node, next?.call.operation == .schedule {
                if node != scheduler { add(&turns, in: chain) }
                scheduler = node
                turns.append(position)
            } else if shown[position], step.call.operation != .schedule || position == chain.emission {
                add(&turns, in: chain)
            }
        }
        add(&turns, in: chain)
    }

    /// The first and the last turn are told, those between them are not.
    private mutating func add(_ turns: inout [Int], in chain: CausalChain) {
        if turns.count >= Self.minimumCount, let last = turns.last {
            let steps = turns[1]..<last
            let waits = turns[1..<turns.count - 1].compactMap { chain.steps[$0].waited }
            runs.append(
                Run(
                    steps: steps, count: turns.count - 2,
                    waited: waits.isEmpty ? nil : waits.reduce(0) { $0 &+ $1 }))
        }
        turns = []
    }

    func isLeftOut(_ position: Int) -> Bool { runs.contains { $0.steps.contains(position) } }

    /// The turns of which the step at `position` is the last.
    func ending(at position: Int) -> Run? { runs.first { $0.steps.upperBound == position + 1 } }
}
