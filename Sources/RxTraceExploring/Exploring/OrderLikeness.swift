import RxTraceKit

/// Looks for the order of a program's threads that leads along a recording.
///
/// It begins with the usual order, and with the recording's own, if its threads were under control. Of the orders that it knows, it
/// changes one turn more in that which goes along the recording for longest, until one does to the end, or so many have been run as
/// may be.
///
/// ```swift
/// let likeness = try OrderLikeness(of: TraceRecording(contentsOf: "crash.rxtrace"), in: program, runs: 500)
/// print(likeness.order.token, likeness.followed, likeness.parting?.text ?? "to its end")
/// ```
package struct OrderLikeness {
    /// The step of a recording at which the ways part.
    package struct Parting {
        /// What the program's code did there, with its place in the source.
        package var text: String
        /// The id of the call in the trace; nil for a hop, or its work, that made no reactive call.
        package var call: Int?

        /// It in words.
        package var shown: String { call.map { "@\($0), \(text)" } ?? text }
    }

    /// The order, with its check.
    package let order: ThreadOrder
    /// How many of the recording's steps it goes along.
    package let followed: Int
    /// The first step of the recording's that it does not take, or takes too early; nil where it takes all.
    package let parting: Parting?
    /// How many orders were run.
    package let tried: Int
    /// Whether the recording has no step: then any order leads along it.
    package let hasNoStep: Bool

    /// How many orders are run, once one leads to the end, to find one that has no more steps, and works that end in that order.
    private static let runsForOthers = 64

    /// - Parameter runs: how often the program is run at most.
    /// - Throws: ``ProcessFailure``, and ``TraceReadError`` for a recording that cannot be read.
    package init(of recording: any TraceSource, in program: ExploredProgram, runs: Int, jobs: Int) throws {
        let wanted = try RecordedWay(of: recording)
        let runner = try OrderRunner(program, jobs: jobs)
        var tried = 0
        let own = (recording as? TraceRecording)?.order.flatMap { ThreadOrder(variable: $0) }
        var start = ThreadOrder.usual
        // Of equal ones the first.
        let starts = (own.map { [$0] } ?? []) + [start]
        var (best, seen) = try Self.best(along: wanted, from: starts, runner, runs: runs, jobs: jobs, &tried)
        while !start.seen.isSuperset(of: seen), best.agreement.parting != nil {
            start = start.seeing(seen)
            (best, seen) = try Self.best(along: wanted, from: [start], runner, runs: runs, jobs: jobs, &tried)
        }
        order = best.order
        followed = best.agreement.parting ?? wanted.steps.count
        parting = best.agreement.parting.map { Parting(text: wanted.steps[$0].text, call: wanted.steps[$0].call) }
        hasNoStep = wanted.steps.isEmpty && own == nil
        self.tried = tried
    }

    private static func best(
        along wanted: RecordedWay, from starts: [ThreadOrder], _ runner: OrderRunner, runs: Int, jobs: Int,
        _ tried: inout Int
    ) throws -> (best: Candidate, seen: ThreadOrder.Seen) {
        var open = try runner.run(starts).map { try Candidate($0, wanted) }
        var best = open.dropFirst().reduce(open[0]) { $1.agreement > $0.agreement ? $1 : $0 }
        var seen = open.reduce(best.seen) { $0.union($1.seen) }
        var left = runs - starts.count
        tried += starts.count
        while left > 0, best.agreement.parting != nil || best.agreement.others > 0, !open.isEmpty {
            if best.agreement.parting == nil { left = min(left, runsForOthers) }
            // Of equal ones the first, which changes the fewest turns.
            let next = open.indices.max { (open[$0].agreement, -$0) < (open[$1].agreement, -$1) } ?? 0
            let orders = open[next].takeNext(min(left, together * jobs))
            if orders.isEmpty { open.remove(at: next) }
            left -= orders.count
            tried += orders.count
            for candidate in try runner.run(orders).map({ try Candidate($0, wanted) }) {
                if candidate.agreement > best.agreement { best = candidate }
                seen.formUnion(candidate.seen)
                open.append(candidate)
            }
        }
        return (best, seen)
    }

    /// How many orders each processor runs before the next order to be changed is chosen.
    private static let together = 8

    /// An order that was run, and the orders that change one turn more, behind the last one that it changes.
    private struct Candidate {
        let order: ThreadOrder
        let agreement: RecordedWay.Agreement
        let seen: ThreadOrder.Seen
        private let changes: [ThreadOrder.Change]
        private var next: ArraySlice<ThreadOrder.Change>

        init(_ result: OrderResult, _ wanted: RecordedWay) throws {
            order = result.checkedOrder
            let way = try result.recording.map { try RecordedWay(of: $0, hasUnusedHops: wanted.hasUnusedHops) }
            agreement = way.map(wanted.agreement) ?? .init()
            seen = result.log.seen
            changes = result.order.changes ?? []
            let (turns, first) = (result.log.turns, (changes.last?.turn ?? -1) + 1)
            let all = turns.indices.dropFirst(first).flatMap { turn in
                (1..<max(1, turns[turn].count)).map { ThreadOrder.Change(turn: turn, choice: $0) }
            }
            next = all[...]
        }

        mutating func takeNext(_ count: Int) -> [ThreadOrder] {
            defer { next = next.dropFirst(count) }
            return next.prefix(count).map { order.changing(changes + [$0]) }
        }
    }
}
