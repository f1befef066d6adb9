import Foundation
import RxTraceKit

/// Runs a program in order after order: all of them where there are few, those with the fewest unusual turns first.
///
/// Where there are more than it may run, half of the runs are made by chance: with priorities that change at few turns
/// (Burckhardt and others, A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs, ASPLOS 2010), and at
/// random.
package final class OrderSearch {
    package struct Limits {
        package var orders = 500
        /// In seconds; nil for none.
        package var time: Int?
        package var jobs = 2
        package var seed: UInt64 = 1
        /// How many priorities change at most; nil for one to three by turns.
        package var depth: Int?
        /// Whether orders are run too that differ from others in steps alone that do not touch the same.
        package var every = false
        /// What threads are taken to see of each other from the beginning.
        package var seen = ThreadOrder.Seen.nothing

        package init() {}
    }

    /// One run, without what can be read again.
    package struct Run {
        package var order: ThreadOrder
        package var changes: [ThreadOrder.Change]
        package var turnCount: Int
        package var outcome: Int
        /// The run of which this one changes one more turn.
        package var parent: Int?
        /// Whether it turned out to differ from another one in steps alone that do not touch the same: it is no order of its own.
        package var isRepeat = false
    }

    private struct Planned {
        var order: ThreadOrder
        var parent: Int?

        var changeCount: Int { order.changes?.count ?? 0 }
    }

    private let limits: Limits
    private let runner: OrderRunner
    /// What two runs have to agree in to have one outcome.
    let compared: OrderOutcome.Aspect
    private let start = Date()

    package private(set) var runs: [Run] = []
    /// How many of them are orders of their own.
    package private(set) var orderCount = 0
    package private(set) var outcomes: [OrderOutcome] = []
    /// Whether all orders there are were run.
    package private(set) var isComplete = false
    /// How many runs had a thread that waited where it is not seen, and where.
    package private(set) var outOfSight: (count: Int, place: String?) = (0, nil)

    /// The order that all others change: with what threads see of each other, once a run has told of it.
    private(set) var usual = ThreadOrder.usual

    private var numbers: [OrderOutcome: Int] = [:]
    private var planned: [Planned]
    private var hasDropped = false
    private let tree: OrderTree
    /// By run, its turns.
    private var ways: [OrderTree.Way] = []

    package init(_ program: ExploredProgram, _ limits: Limits) throws {
        self.limits = limits
        compared = program.compared
        usual = usual.seeing(limits.seen)
        planned = [Planned(order: usual)]
        // The objects of a trace tell what they do with the calls that are recorded of them.
        let tells = program.isRecorded && [.all, .output, .events].contains(program.compared)
        tree = OrderTree(knowsSteps: tells && !limits.every)
        runner = try OrderRunner(program, jobs: limits.jobs)
    }

    private var isOver: Bool {
        if let time = limits.time { return Date().timeIntervalSince(start) >= Double(time) }
        return orderCount >= limits.orders
    }

    private var left: Int { limits.time == nil ? limits.orders - orderCount : Int.max }

    /// Runs orders until there are no more, or the limits are reached. If a run tells that a thread saw what was taken for unseen,
    /// all begins anew, with the points that it takes.
    package func search() throws {
        while try !searchOnce() {
            planned = [Planned(order: usual)]
            (runs, ways, outcomes, numbers, hasDropped, outOfSight) = ([], [], [], [:], false, (0, nil))
            orderCount = 0
        }
    }

    /// Answers false if a run needs points that it has not.
    private func searchOnce() throws -> Bool {
        let systematic = limits.time == nil ? limits.orders / 2 : Int.max
        while !planned.isEmpty, !isOver {
            let isLarge = orderCount >= systematic && (hasDropped || planned.count > left)
            if isLarge { break }
            guard try runNext(min(planned.count, 8 * limits.jobs, left)) else { return false }
        }
        isComplete = planned.isEmpty && !hasDropped
        guard !isComplete else { return true }
        var number: UInt64 = 0
        while !isOver {
            let count = min(8 * limits.jobs, left)
            planned = (0..<UInt64(count)).map { Planned(order: byChance(number + $0)) }
            number += UInt64(count)
            guard try runNext(count) else { return false }
        }
        return true
    }

    private func byChance(_ number: UInt64) -> ThreadOrder {
        let seed = limits.seed &* 1_000_003 &+ number
        if number % 4 == 3 { return ThreadOrder(kind: .random(seed: seed), seen: usual.seen) }
        let depth = limits.depth ?? Int(number % 4) + 1
        return ThreadOrder(
            kind: .priorities(seed: seed, depth: depth, length: max(1, runs[0].turnCount)),
            seen: usual.seen)
    }

    /// Runs the next ones that are planned, several at once, and takes their results in order. Answers false if one needs points
    /// that it has not, which the usual order has then.
    private func runNext(_ count: Int) throws -> Bool {
        let next = Array(planned.prefix(count))
        planned.removeFirst(count)
        let results = try runner.run(next.map(\.order))
        let seen = results.reduce(into: usual.seen) { $0.formUnion($1.log.seen) }
        guard seen == usual.seen else {
            usual = usual.seeing(seen)
            return false
        }
        for (plan, result) in zip(next, results) { try take(result, parent: plan.parent) }
        guard results.count == next.count else { throw StopRequest.Stopped() }
        return true
    }

    /// Runs one order and answers its result; it is none of the runs that are counted.
    package func again(_ order: ThreadOrder) throws -> OrderResult { try runner.run(order) }

    /// Runs an order and answers the bytes of its recording; nil where there is none.
    func recording(of order: ThreadOrder) throws -> Data? { try runner.recording(of: order) }

    private func take(_ result: OrderResult, parent: Int?) throws {
        let outcome = try result.outcome(compared)
        let number = numbers[outcome] ?? outcomes.count
        let isNew = number == outcomes.count
        if isNew {
            numbers[outcome] = number
            outcomes.append(outcome)
        }
        let changes = result.order.changes ?? result.log.changes
        let run = Run(
            order: result.checkedOrder, changes: changes, turnCount: result.log.turnCount, outcome: number,
            parent: parent)
        runs.append(run)
        if result.log.outOfSight > 0 {
            let site = result.sites([result.log.placeOutOfSight]).first ?? nil
            outOfSight = (outOfSight.count + 1, outOfSight.place ?? site?.description)
        }
        let isRepeat = result.order.changes != nil && plan(after: run, result.log)
        // An outcome has an order of its own in any case.
        if isRepeat, !isNew { runs[runs.count - 1].isRepeat = true } else { orderCount += 1 }
    }

    /// Plans the orders that the run shows to be needed, each of which changes one more turn than a run does. Those with fewer
    /// changes come first. Answers whether the run repeats another one.
    private func plan(after run: Run, _ log: OrderLog) -> Bool {
        let changed = run.changes.last?.turn
        guard let found = tree.take(log, changing: changed, of: run.parent.map({ ways[$0] })) else {
            ways.append(OrderTree.Way())
            hasDropped = true
            return false
        }
        ways.append(found.way)
        for need in found.needs {
            guard planned.count <= limits.orders else {
                hasDropped = true
                return found.isRepeat
            }
            let changes = run.changes.filter { $0.turn < need.turn } + [.init(turn: need.turn, choice: need.choice)]
            let order = Planned(order: usual.changing(changes.filter { $0.choice > 0 }), parent: runs.count - 1)
            let place = planned.lastIndex { $0.changeCount <= order.changeCount }.map { $0 + 1 } ?? 0
            planned.insert(order, at: place)
        }
        if log.turnCount > log.turns.count { hasDropped = true }
        return found.isRepeat
    }
}
