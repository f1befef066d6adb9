import RxTraceKit

/// One of a program's outcomes, with an order that leads to it and the turn that decides.
package struct OrderFinding {
    /// The turn by which two orders differ, in one of which it goes as usual.
    package struct Decision {
        /// The outcome of the other order, by its place among the findings.
        package var other: Int
        /// What goes first in this order, and second.
        package var first: String
        package var second: String
        /// Which turn it is in its order at which that thread stands at that step and another could go on: 1 for the first.
        package var time: Int
        /// The first of the user's closures that runs in this order and not, or not then, in the other; and the one that
        /// runs there in its stead. Nil where none is left, and both nil where the same ones run.
        package var closure: OrderClosure?
        package var otherClosure: OrderClosure?
    }

    package var outcome: OrderOutcome
    /// How many orders came to it.
    package var count: Int
    package var order: ThreadOrder
    package var decision: Decision?
}

/// Finds an order for each outcome, runs it once more, and looks for the turn that decides.
package struct OrderFindings {
    /// From the commonest on.
    package private(set) var findings: [OrderFinding] = []
    /// The outcomes that did not come again when their order was run once more: they are not among the findings.
    package private(set) var lost: [OrderOutcome] = []

    /// How often an order made by chance is run with fewer changes.
    private static let attempts = 60

    private struct Pair {
        /// The order that leads to the outcome.
        var order: ThreadOrder
        /// The order of the two that changes one turn more, and whether it is this outcome's.
        var longer: [ThreadOrder.Change]
        var isLongerOwn: Bool
        /// Which of the changes the other order lacks.
        var index: Int
        var otherOutcome: OrderOutcome

        var otherOrder: ThreadOrder {
            var changes = longer
            if isLongerOwn { changes.remove(at: index) }
            return order.changing(changes)
        }
    }

    /// What was found, without running an order once more: no turn is known to decide.
    package init(unchecked search: OrderSearch) {
        let counts = Self.counts(search)
        findings = Self.ranked(counts).map { number in
            OrderFinding(
                outcome: search.outcomes[number], count: counts[number],
                order: Self.shortestRun(number, search)?.order ?? search.usual)
        }
    }

    package init(_ search: OrderSearch) throws {
        let counts = Self.counts(search)
        let ranked = Self.ranked(counts)
        guard let commonest = ranked.first else { return }
        var kept: [(number: Int, finding: OrderFinding, pair: Pair?, longer: OrderResult?)] = []
        for number in ranked {
            let pair = number == commonest ? nil : try Self.pair(number, commonest, search)
            let order = pair?.order ?? Self.shortest(number, search)
            let again = try search.again(order)
            let outcome = try again.outcome(search.compared)
            // A fault is told though what was printed before is not the same each time.
            guard
                outcome == search.outcomes[number] || outcome.end.isFault && outcome.end == search.outcomes[number].end
            else {
                lost.append(search.outcomes[number])
                continue
            }
            var longer = pair.map { $0.isLongerOwn ? again : nil } ?? nil
            if let pair, !pair.isLongerOwn { longer = try search.again(search.usual.changing(pair.longer)) }
            let finding = OrderFinding(
                outcome: search.outcomes[number], count: counts[number], order: again.checkedOrder)
            kept.append((number, finding, pair, longer))
        }
        let places = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($1.finding.outcome, $0) })
        findings = try kept.map { one in
            var finding = one.finding
            if let pair = one.pair, let longer = one.longer, let other = places[pair.otherOutcome] {
                finding.decision = Self.decision(pair, longer, other: other)
                let closures = try (search.again(pair.order).closures(), search.again(pair.otherOrder).closures())
                let same = zip(closures.0, closures.1).prefix { $0 == $1 }.count
                finding.decision?.closure = closures.0.dropFirst(same).first
                finding.decision?.otherClosure = closures.1.dropFirst(same).first
            }
            return finding
        }
    }

    /// By outcome, how many orders came to it.
    private static func counts(_ search: OrderSearch) -> [Int] {
        search.runs.filter { !$0.isRepeat }
            .reduce(into: [Int](repeating: 0, count: search.outcomes.count)) { $0[$1.outcome] += 1 }
    }

    /// The outcomes from the commonest on.
    private static func ranked(_ counts: [Int]) -> [Int] {
        counts.indices.sorted { (-counts[$0], $0) < (-counts[$1], $1) }
    }

    /// The run of an outcome with the fewest changes.
    private static func shortestRun(_ outcome: Int, _ search: OrderSearch) -> OrderSearch.Run? {
        let runs = search.runs.filter { $0.outcome == outcome }
        return runs.min { ($0.changes.count, $0.turnCount) < ($1.changes.count, $1.turnCount) }
    }

    /// As ``shortestRun(_:_:)``, by its changes alone.
    private static func shortest(_ outcome: Int, _ search: OrderSearch) -> ThreadOrder {
        shortestRun(outcome, search).map { search.usual.changing($0.changes) } ?? search.usual
    }

    /// Two orders that differ by one turn and in the outcome: the commonest one's and this one's, where there are such.
    private static func pair(_ outcome: Int, _ commonest: Int, _ search: OrderSearch) throws -> Pair? {
        var found: Pair?
        for run in search.runs {
            guard let parent = run.parent.map({ search.runs[$0] }), parent.outcome != run.outcome else { continue }
            let outcomes = [run.outcome, parent.outcome]
            guard outcomes.contains(outcome) else { continue }
            let isOwn = run.outcome == outcome
            let other = isOwn ? parent.outcome : run.outcome
            let order = search.usual.changing((isOwn ? run : parent).changes)
            let pair = Pair(
                order: order, longer: run.changes, isLongerOwn: isOwn, index: run.changes.count - 1,
                otherOutcome: search.outcomes[other])
            if other == commonest { return pair }
            found = found ?? pair
        }
        return try found ?? shrunk(outcome, search)
    }

    /// Takes changes out of an order made by chance until each that is left matters.
    private static func shrunk(_ outcome: Int, _ search: OrderSearch) throws -> Pair? {
        let wanted = search.outcomes[outcome]
        var changes = shortest(outcome, search).changes ?? []
        var left = attempts
        var size = max(1, changes.count / 2)
        var pair: Pair?
        while left > 0, !changes.isEmpty {
            var hasShrunk = false
            var start = 0
            while start < changes.count, left > 0 {
                left -= 1
                var fewer = changes
                fewer.removeSubrange(start..<min(changes.count, start + size))
                let found = try search.again(search.usual.changing(fewer)).outcome(search.compared)
                if found == wanted {
                    changes = fewer
                    hasShrunk = true
                    continue
                }
                if size == 1 {
                    pair = Pair(
                        order: search.usual, longer: changes, isLongerOwn: true, index: start, otherOutcome: found)
                }
                start += size
            }
            if size == 1, !hasShrunk { break }
            size = max(1, size / 2)
        }
        pair?.order = search.usual.changing(changes)
        return pair?.longer == changes ? pair : nil
    }

    private static func decision(_ pair: Pair, _ longer: OrderResult, other otherOutcome: Int) -> OrderFinding.Decision?
    {
        let turn = pair.longer[pair.index].turn
        guard longer.log.turns.indices.contains(turn) else { return nil }
        let decided = longer.log.turns[turn]
        let (one, other) = (decided.chosen, decided.usual)
        let sites = longer.sites(
            [one, other].flatMap { [$0.place, $0.work, longer.log.outerPlace(of: $0.place)] })
        let chosen = StepText.of(one, sites[0], inWorkOf: sites[1], behind: sites[2])
        let usual = StepText.of(other, sites[3], inWorkOf: sites[4], behind: sites[5])
        let before = longer.log.turns[..<turn].count { $0.usual == decided.usual }
        let (first, second) = pair.isLongerOwn ? (chosen, usual) : (usual, chosen)
        return OrderFinding.Decision(other: otherOutcome, first: first, second: second, time: before + 1)
    }
}
