/// What a thread did from one switching point to the next (TurnSteps.h).
package struct OrderStep {
    package var thread: Int
    /// How many turns there were as it began.
    package var turnsBefore: Int
    /// The step that made or woke its thread, which could not go on before; negative for none.
    package var wokenBy: Int
    /// What it read, by addresses times 2, and what it wrote, with 1 added, in order; nil for anything.
    package var touches: [UInt64]?
    /// Whether it hands on work to the pool's threads, and whether it takes it from there, where it does not matter which of them takes
    /// which work.
    package var gives = false, takes = false

    /// Whether one of them writes what the other reads or writes. Otherwise they can be swapped where they are neighbours, and
    /// nothing differs.
    package func conflicts(with other: OrderStep) -> Bool {
        guard let touches, let others = other.touches else { return true }
        if (gives && other.takes) || (takes && other.gives) { return true }
        var (index, otherIndex) = (0, 0)
        while index < touches.count, otherIndex < others.count {
            let (one, another) = (touches[index], others[otherIndex])
            if one >> 1 == another >> 1 {
                if (one | another) & 1 == 1 { return true }
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
}
