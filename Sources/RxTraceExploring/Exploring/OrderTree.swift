/// The choices that runs have come to, and which others are needed: those by which a run differs in the order of two steps of which
/// one writes what the other touches.
///
/// These are the source sets, with sleep sets, of Abdulla and others (Optimal Dynamic Partial Order Reduction, POPL 2014). Runs that
/// differ in the order of other steps alone come to the same; of these, one is run. Where it is not known what steps touch, they
/// count as touching everything, and no order is left out.
struct OrderTree {
    /// A turn, and all turns before it.
    final class Node {
        /// The threads, in the order of the choices, as far as they are known; and how many choices there are.
        let threads: [Int]
        let count: Int
        let isOfWaking: Bool
        /// The choices that are run, in order, with the first step of each, once that is known.
        var choices: [(choice: Int, first: OrderStep?)]
        /// The first steps of threads that are no use to go on with here: runs where they do so come to the same as others.
        var asleep: [OrderStep] = []

        init(_ turn: OrderLog.Turn) {
            threads = turn.threads
            count = turn.count
            isOfWaking = turn.isOfWaking
            choices = []
        }

        func hasChoice(_ choice: Int) -> Bool { choices.contains { $0.choice == choice } }

        func isAsleep(_ choice: Int) -> Bool {
            threads.indices.contains(choice) && asleep.contains { $0.thread == threads[choice] }
        }
    }

    /// A choice to run another order for.
    struct Need {
        var turn: Int
        var choice: Int
    }

    /// The turns of a run.
    struct Way {
        var nodes: [Node] = []
    }

    private let knowsSteps: Bool

    /// - Parameter knowsSteps: whether what steps touch is all that makes outcomes differ.
    init(knowsSteps: Bool) { self.knowsSteps = knowsSteps }

    /// What a run shows.
    struct Found {
        var way: Way
        var needs: [Need]
        /// Whether it went on with what is no use to follow: it comes to the same as another run.
        var isRepeat: Bool
    }

    /// Takes a run in, and says which choices it shows to be needed; nil where it did not go the way of its parent up to its change.
    ///
    /// - Parameters:
    ///   - changed: the turn at which the run goes another way than its parent.
    ///   - parent: the parent's way; nil for the first run.
    func take(_ log: OrderLog, changing changed: Int?, of parent: Way?) -> Found? {
        if let changed, let parent, !follows(log, parent.nodes, upTo: changed) { return nil }
        var run = OrderRun(log, knowsSteps: knowsSteps)
        let shared = changed.map { parent?.nodes.prefix($0 + 1) ?? [] } ?? []
        run.way.nodes = shared + log.turns.dropFirst(shared.count).map(Node.init)
        var needs = run.fallAsleep(changing: shared.isEmpty ? nil : shared.count - 1)
        needs += run.findRaces()
        return Found(way: run.way, needs: needs, isRepeat: run.isRepeat)
    }

    private func follows(_ log: OrderLog, _ nodes: [Node], upTo changed: Int) -> Bool {
        guard log.turns.count > changed, nodes.count > changed else { return false }
        return (0...changed).allSatisfy { index in
            let (turn, node) = (log.turns[index], nodes[index])
            return turn.threads == node.threads && turn.count == node.count && turn.isOfWaking == node.isOfWaking
        }
    }
}
