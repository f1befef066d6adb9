/// Which rows of a call tree are folded, and the way from one row that shows to the next.
///
/// A step looks at the calls around a row only, however long the trace is.
package struct TreeFolds: Sendable, Equatable {
    /// Whether a row is open of which nothing else is said.
    package var isOpen: Bool
    /// The calls, by their ids, of which the opposite is so.
    package private(set) var exceptions: Set<Int> = []

    package init(isOpen: Bool = true) { self.isOpen = isOpen }

    package func isOpen(_ id: Int) -> Bool { isOpen != exceptions.contains(id) }

    package mutating func set(_ id: Int, open: Bool) {
        if open == isOpen { exceptions.remove(id) } else { exceptions.insert(id) }
    }

    /// The folds of calls that have other ids now; nil for those that are gone.
    package mutating func renumber(_ number: (Int) -> Int?) { exceptions = Set(exceptions.compactMap(number)) }

    private func shownBelow(_ position: Int, in calls: some NumberedCalls) throws -> Int? {
        isOpen(try calls.call(at: position).id) ? try calls.firstBelow(position) : nil
    }

    /// The row after the one at a position; nil at the end.
    package func after(_ position: Int, in calls: some NumberedCalls) throws -> Int? {
        if let below = try shownBelow(position, in: calls) { return below }
        var up: Int? = position
        while let one = up {
            if let next = try calls.next(one) { return next }
            up = try calls.above(one)
        }
        return nil
    }

    /// The row before the one at a position; nil at the start.
    package func before(_ position: Int, in calls: some NumberedCalls) throws -> Int? {
        guard let previous = try calls.previous(position) else { return try calls.above(position) }
        return try lastShown(from: previous, in: calls)
    }

    /// The last row of all.
    package func last(in calls: some NumberedCalls) throws -> Int? {
        try calls.lastBelow(nil).map { try lastShown(from: $0, in: calls) }
    }

    private func lastShown(from position: Int, in calls: some NumberedCalls) throws -> Int {
        var last = position
        while isOpen(try calls.call(at: last).id), let below = try calls.lastBelow(last) { last = below }
        return last
    }

    /// The row that shows of the call at a position: itself, or the outermost folded one that it is below.
    package func shown(_ position: Int, in calls: some NumberedCalls) throws -> Int {
        var shown = position
        var up = try calls.above(position)
        while let one = up {
            if !isOpen(try calls.call(at: one).id) { shown = one }
            up = try calls.above(one)
        }
        return shown
    }

    /// Opens all rows that the call at a position is below.
    package mutating func reveal(_ position: Int, in calls: some NumberedCalls) throws {
        var up = try calls.above(position)
        while let one = up {
            set(try calls.call(at: one).id, open: true)
            up = try calls.above(one)
        }
    }

    /// The row so many further on, or back where `steps` is negative; the first or the last where there are not as many.
    package func row(_ steps: Int, from position: Int, in calls: some NumberedCalls) throws -> Int {
        var row = position
        for _ in 0..<abs(steps) {
            guard let next = try steps > 0 ? after(row, in: calls) : before(row, in: calls) else { break }
            row = next
        }
        return row
    }
}
