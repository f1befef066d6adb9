/// The step of Myers' algorithm: finds a point that a shortest way from one text to the other goes through.
///
/// The way is searched from both ends at once. A diagonal is a difference of positions, old minus new; for each, the
/// position in the old text is kept that was reached with the changes allowed so far. Where the two searches meet on
/// a diagonal is the point.
struct MiddleSearch {
    /// More changes than this, from each end, are not looked through: the best point so far must do.
    private static let costLimit = 1_000

    private var forward: Diagonals
    private var backward: Diagonals

    /// - Parameter longest: the most lines, of both texts together, that will be searched.
    init(longest: Int) {
        forward = Diagonals(capacity: longest + 3)
        backward = Diagonals(capacity: longest + 3)
    }

    /// Positions in `old` and `new` to split them at, counted from their beginnings.
    ///
    /// Neither may be empty; they must begin and end with different lines. The point is then never both their
    /// beginnings nor both their ends.
    mutating func middle(of old: ArraySlice<Int>, _ new: ArraySlice<Int>) -> (Int, Int) {
        let delta = old.count - new.count
        forward.reset(to: 0, 0, bounds: -new.count...old.count)
        backward.reset(to: delta, old.count, bounds: -new.count...old.count)
        var cost = 0
        while cost < Self.costLimit {
            cost += 1
            forward.widen(outside: -1)
            for diagonal in forward.searched {
                var x = max(forward[diagonal - 1] + 1, forward[diagonal + 1])
                while x < old.count, x - diagonal < new.count,
                    old[old.startIndex + x] == new[new.startIndex + x - diagonal]
                {
                    x += 1
                }
                forward[diagonal] = x
                if !delta.isMultiple(of: 2), backward.range.contains(diagonal), backward[diagonal] <= x {
                    return (x, x - diagonal)
                }
            }
            backward.widen(outside: .max)
            for diagonal in backward.searched {
                var x = min(backward[diagonal - 1], backward[diagonal + 1] - 1)
                while x > 0, x - diagonal > 0,
                    old[old.startIndex + x - 1] == new[new.startIndex + x - diagonal - 1]
                {
                    x -= 1
                }
                backward[diagonal] = x
                if delta.isMultiple(of: 2), forward.range.contains(diagonal), x <= forward[diagonal] {
                    return (x, x - diagonal)
                }
            }
        }
        return farthest(old.count, new.count)
    }

    /// The point that the search from the beginning got farthest to.
    private func farthest(_ oldCount: Int, _ newCount: Int) -> (Int, Int) {
        var best = (0, 0)
        for diagonal in forward.searched {
            let x = min(forward[diagonal], oldCount, newCount + diagonal)
            if x + x - diagonal > best.0 + best.1 { best = (x, x - diagonal) }
        }
        return best
    }
}

/// The farthest position that one of the two searches reached on each diagonal.
private struct Diagonals {
    private var reached: [Int]
    private var bounds = 0...0
    /// The diagonals that were reached; every second of them with the last change.
    private(set) var range = 0...0

    init(capacity: Int) {
        reached = Array(repeating: 0, count: capacity)
    }

    mutating func reset(to diagonal: Int, _ position: Int, bounds: ClosedRange<Int>) {
        self.bounds = bounds
        range = diagonal...diagonal
        self[diagonal] = position
    }

    /// Goes on to the diagonals one more change reaches, none of them beyond the bounds; those next to them that
    /// were never reached read as `outside`.
    mutating func widen(outside: Int) {
        var lower = range.lowerBound
        var upper = range.upperBound
        if lower > bounds.lowerBound {
            lower -= 1
            self[lower - 1] = outside
        } else {
            lower += 1
        }
        if upper < bounds.upperBound {
            upper += 1
            self[upper + 1] = outside
        } else {
            upper -= 1
        }
        range = lower...upper
    }

    var searched: StrideThrough<Int> { stride(from: range.lowerBound, through: range.upperBound, by: 2) }

    subscript(diagonal: Int) -> Int {
        get { reached[diagonal - bounds.lowerBound + 1] }
        set { reached[diagonal - bounds.lowerBound + 1] = newValue }
    }
}
