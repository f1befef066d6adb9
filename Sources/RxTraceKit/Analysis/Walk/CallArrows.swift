/// The arrows from calls to those they caused on another way than by calling them: to work that they asked for, and to
/// calls that hand on an element they handed in.
struct CallArrows {
    enum Kind { case cause, origin }

    /// The calls an arrow leads from and to, by position.
    private var cause: [(from: UInt32, to: UInt32)] = []
    private var origin: [(from: UInt32, to: UInt32)] = []
    private var nextCause = 0
    private var nextOrigin = 0

    /// Takes the next call of a first way through the trace, once `positions` know it.
    mutating func add(_ call: Trace.Call, at position: Int, _ positions: CallPositions) {
        if let from = Self.start(call.cause, of: position, positions) { cause.append((from, UInt32(position))) }
        if let from = Self.start(call.origin, of: position, positions) { origin.append((from, UInt32(position))) }
    }

    /// A link to a later call, or to one that is not there, is no arrow.
    private static func start(_ id: Int?, of position: Int, _ positions: CallPositions) -> UInt32? {
        id.flatMap { positions[$0] }.flatMap { $0 < position ? UInt32($0) : nil }
    }

    /// Says that all calls have come by.
    mutating func finish() {
        cause.sort { $0 < $1 }
        origin.sort { $0 < $1 }
    }

    /// The next arrow from the call at `position`; nil where there is none left. To be asked until then for every call in
    /// turn, on a second way.
    mutating func next(from position: Int) -> (kind: Kind, to: Int)? {
        if nextCause < cause.count, cause[nextCause].from == position {
            nextCause += 1
            return (.cause, Int(cause[nextCause - 1].to))
        }
        if nextOrigin < origin.count, origin[nextOrigin].from == position {
            nextOrigin += 1
            return (.origin, Int(origin[nextOrigin - 1].to))
        }
        return nil
    }

    /// Whether an arrow leads to the call at `position`, which has the link `id`.
    func leads(by id: Int?, to position: Int, _ positions: CallPositions) -> Bool {
        Self.start(id, of: position, positions) != nil
    }
}
