/// A run, step by step, with what it has to do with those before it.
struct OrderRun {
    private let turns: [OrderLog.Turn]
    private let steps: [OrderStep]
    /// By step, the turn at which its thread was chosen; nil where there was no choice.
    private let turnOfStep: [Int?]
    var way = OrderTree.Way()
    /// Whether all steps count as touching everything: then those with few changes are the best, and none is left out.
    private let knowsNothing: Bool
    /// The first step that the parent does not have, and the first one that is no use to follow.
    private var first = 0, end: Int

    /// Whether it went on with what is asleep.
    var isRepeat: Bool { end < steps.count }

    init(_ log: OrderLog, knowsSteps: Bool) {
        turns = log.turns
        let isWhole = log.turnCount == log.turns.count
        steps = log.steps.map { step in
            var step = step
            if !knowsSteps || !isWhole { step.touches = nil }
            return step
        }
        knowsNothing = steps.allSatisfy { $0.touches == nil }
        var before = 0
        turnOfStep = log.steps.map { step in
            defer { before = step.turnsBefore }
            let turn = step.turnsBefore - 1
            let isOwn = step.turnsBefore > before && log.turns.indices.contains(turn) && !log.turns[turn].isOfWaking
            return isOwn ? turn : nil
        }
        end = log.steps.count
    }

    /// Follows the run from where it is new, and notes what is asleep at each turn. Where it goes on with what is asleep, the rest
    /// of it is no use.
    mutating func fallAsleep(changing changed: Int?) -> [OrderTree.Need] {
        var asleep: [OrderStep] = []
        var needs: [OrderTree.Need] = []
        if let changed {
            let node = way.nodes[changed]
            first = steps.indices.last { steps[$0].turnsBefore <= changed + (node.isOfWaking ? 0 : 1) } ?? 0
            if !node.isOfWaking { first = turnOfStep.firstIndex(of: changed) ?? first }
            asleep = node.asleep
            if !node.isOfWaking, let own = node.choices.firstIndex(where: { $0.choice == turns[changed].choice }) {
                asleep += node.choices[..<own].compactMap(\.first)
                node.choices[own].first = steps.indices.contains(first) ? steps[first] : nil
            }
        }
        var turn = (changed ?? -1) + 1
        let last = turnOfStep.lastIndex { $0 != nil }
        for index in first..<steps.count {
            let step = steps[index]
            // The turns of waking within the step before it.
            while turn < min(step.turnsBefore, turns.count), turn != turnOfStep[index] {
                needs += open(turn, asleep: [])
                turn += 1
            }
            if let own = turnOfStep[index], own >= turn {
                let node = way.nodes[own]
                node.asleep = asleep
                turn = own + 1
                let sleeps = asleep.contains { $0.thread == step.thread }
                node.choices = [(turns[own].choice, sleeps ? nil : step)]
                if sleeps {
                    let awake = (0..<node.count).first { !node.isAsleep($0) }
                    end = index
                    guard let awake else { return needs }
                    node.choices.append((awake, nil))
                    return needs + [.init(turn: own, choice: awake)]
                }
                // What threads would have done that do not go on any more is not known, nor which they are if there are many.
                if node.count > node.threads.count || knowsNothing {
                    needs += open(own, asleep: asleep)
                } else if index == last {
                    let later = Set(steps[index...].map(\.thread))
                    needs += all(own) { !later.contains(node.threads[$0]) }
                }
            } else if index > first, asleep.contains(where: { $0.thread == step.thread }) {
                end = index
                return needs
            }
            asleep.removeAll { $0.conflicts(with: step) || $0.thread == step.thread }
        }
        while turn < turns.count {
            needs += open(turn, asleep: [])
            turn += 1
        }
        return needs
    }

    /// Needs all choices of a turn.
    private func open(_ turn: Int, asleep: [OrderStep]) -> [OrderTree.Need] {
        let node = way.nodes[turn]
        node.asleep = asleep
        if !node.hasChoice(turns[turn].choice) { node.choices.append((turns[turn].choice, nil)) }
        return all(turn)
    }

    private func all(_ turn: Int, where isMeant: (Int) -> Bool = { _ in true }) -> [OrderTree.Need] {
        let node = way.nodes[turn]
        return (0..<node.count).filter { !node.hasChoice($0) && !node.isAsleep($0) && isMeant($0) }.map { choice in
            node.choices.append((choice, nil))
            return .init(turn: turn, choice: choice)
        }
    }

    // MARK: Races

    /// What has led to a step: by strand, the last step of it that did.
    private typealias Clock = [Int: Int]

    private func joined(_ clock: Clock, _ other: Clock) -> Clock { clock.merging(other) { max($0, $1) } }

    /// What has led to a step that comes behind all of them.
    private func clockOfAll(upTo last: Int) -> Clock {
        Clock(steps[...last].enumerated().map { ($1.strand, $0) }, uniquingKeysWith: max)
    }

    /// Finds pairs of steps, of which the later one is new, that could go the other way round.
    func findRaces() -> [OrderTree.Need] {
        // All choices are needed already.
        guard !knowsNothing else { return [] }
        var clocks: [Clock] = []
        var last: [Int: Int] = [:]
        var needs: [OrderTree.Need] = []
        for index in 0..<end {
            let step = steps[index]
            var clock = last[step.strand].map { clocks[$0] } ?? [:]
            var races: [Int] = []
            if clocks.indices.contains(step.wokenBy) {
                clock = joined(clock, step.isBehindAll ? clockOfAll(upTo: step.wokenBy) : clocks[step.wokenBy])
            }
            for earlier in stride(from: index - 1, through: 0, by: -1) {
                let other = steps[earlier]
                if clock[other.strand] ?? -1 >= earlier || !step.conflicts(behind: other) { continue }
                if let lock = step.lock(letGoOfBy: other) {
                    // What could go the other way round is who takes the lock first.
                    let taken = steps[..<earlier].lastIndex { $0.strand == other.strand && $0.mayTake(lock) }
                    if let taken, clock[other.strand] ?? -1 < taken { races.append(taken) }
                } else {
                    races.append(earlier)
                }
                clock = joined(clock, clocks[earlier])
            }
            clock[step.strand] = index
            clocks.append(clock)
            last[step.strand] = index
            if index >= first { for earlier in races { needs += reverse(earlier, index, clocks) } }
        }
        return needs
    }

    private func leads(_ earlier: Int, to later: Int, _ clocks: [Clock]) -> Bool {
        clocks[later][steps[earlier].strand] ?? -1 >= earlier
    }

    /// Needs a choice at the turn of `earlier` that leads to a run in which `later` comes before it.
    private func reverse(_ earlier: Int, _ later: Int, _ clocks: [Clock]) -> [OrderTree.Need] {
        // Where there was no choice, as behind the waking of a thread of the pool, the one before it decided.
        guard let turn = turnOfStep[earlier] else {
            let decided = turnOfStep[..<earlier].lastIndex { $0 != nil }
            return decided.map { reverse($0, later, clocks) } ?? []
        }
        let node = way.nodes[turn]
        let between = (earlier + 1..<later).filter { !leads(earlier, to: $0, clocks) } + [later]
        var seen: Set<Int> = []
        let beginnings = between.enumerated().filter { place, step in
            seen.insert(steps[step].strand).inserted && !between[..<place].contains { leads($0, to: step, clocks) }
        }.map { steps[$0.element].thread }
        let known = beginnings.compactMap { thread in node.threads.firstIndex(of: thread) }
        if known.contains(where: { node.hasChoice($0) || node.isAsleep($0) }) { return [] }
        let own = node.threads.firstIndex(of: steps[later].thread)
        guard let choice = own.flatMap({ known.contains($0) ? $0 : nil }) ?? known.first else { return all(turn) }
        node.choices.append((choice, nil))
        return [.init(turn: turn, choice: choice)]
    }
}
