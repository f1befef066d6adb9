/// What a step has to do with the pool's threads.
package struct PoolUse {
    /// Whether it hands on work to them, takes it from there, and whether it does what else libdispatch keeps, as to wait for a queue.
    package var gives = false, takes = false, usesDispatch = false
    /// Whether in its run a thread of the pool took each work as soon as that could begin.
    package var isTakenAtOnce = true
    /// Whether it makes no difference which thread takes which work, if it is not so.
    package var areThreadsAlike = true

    private var isAny: Bool { gives || takes || usesDispatch }

    package func conflicts(with other: PoolUse) -> Bool {
        if isTakenAtOnce, other.isTakenAtOnce { return (usesDispatch && other.isAny) || (isAny && other.usesDispatch) }
        guard areThreadsAlike, other.areThreadsAlike else { return isAny && other.isAny }
        return (gives && other.takes) || (takes && other.gives)
    }
}

/// What a thread did from one switching point to the next (TurnSteps.h).
package struct OrderStep {
    package var thread: Int
    /// What it is a part of: a number for the thread, or for the work that a thread of the pool has taken. Which of these takes it makes no
    /// difference.
    package var strand: Int
    /// How many turns there were as it began.
    package var turnsBefore: Int
    /// The step that made or woke its thread, which could not go on before, or handed on the work that it begins; negative for none.
    package var wokenBy: Int
    /// Whether time woke its thread, which passed as nobody could go on: then it comes behind all steps up to that.
    package var isBehindAll = false
    /// What it read, by addresses times 2, and what it wrote, with 1 added, in order; nil for anything.
    package var touches: [UInt64]?
    package var poolUse = PoolUse()
    /// By address, what it touched, in the order in which it did so first.
    package var firstTouches: [UInt64] = []
    /// The locks, by address, that its thread had before, and only lets go of in it.
    package var letsGo: Set<UInt64> = []

    /// Whether one of them writes what the other reads or writes. Otherwise they can be swapped where they are neighbours, and
    /// nothing differs.
    package func conflicts(with other: OrderStep) -> Bool { conflicts(with: other) { _ in true } }

    /// Whether they conflict in what is meant, by address.
    private func conflicts(with other: OrderStep, where isMeant: (UInt64) -> Bool) -> Bool {
        guard let touches, let others = other.touches else { return true }
        if poolUse.conflicts(with: other.poolUse) { return true }
        var (index, otherIndex) = (0, 0)
        while index < touches.count, otherIndex < others.count {
            let (one, another) = (touches[index], others[otherIndex])
            if one >> 1 == another >> 1 {
                if (one | another) & 1 == 1, isMeant(one >> 1) { return true }
                index += 1
                otherIndex += 1
            } else if one < another {
                index += 1
            } else {
                otherIndex += 1
            }
        }
        return false
    }

    /// Whether it conflicts with a step of another thread that came before: not by a lock that it only lets go of. Who asked for that
    /// before had to wait, and it makes no difference when one begins to.
    package func conflicts(behind earlier: OrderStep) -> Bool { conflicts(with: earlier) { !letsGo.contains($0) } }

    /// Whether it may have taken a lock.
    package func mayTake(_ lock: UInt64) -> Bool {
        touches == nil || (firstTouches.contains(lock) && !letsGo.contains(lock))
    }

    /// The lock that it waits for until the step before has let go of it, and before all in which they conflict; nil for none. Then the
    /// steps cannot go the other way round.
    package func lock(letGoOfBy earlier: OrderStep) -> UInt64? {
        guard touches != nil, earlier.touches != nil, !poolUse.conflicts(with: earlier.poolUse) else { return nil }
        guard let lock = firstTouches.first(where: { earlier.letsGo.contains($0) && !letsGo.contains($0) }) else {
            return nil
        }
        let before = Set(firstTouches.prefix { $0 != lock })
        return conflicts(with: earlier) { before.contains($0) } ? nil : lock
    }
}
