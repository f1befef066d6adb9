/// The row of a tree that stands for each call that others may be found to hang below: where calls nest, those that ask
/// for work, else all.
struct RowPlaces {
    private static let isForwarded: UInt32 = 1 << 31

    private var positions = CallPositions()
    /// For each call its row, or, marked, the position of a call that has the same row.
    private var places: [UInt32] = []

    private let hasAll: Bool
    /// The place of a call that is not kept.
    static let none = UInt32.max

    init(_ source: any TraceSource) { hasAll = !source.nestsByThread }

    /// Takes the next call, and answers its place.
    mutating func enter(_ call: Trace.Call) -> UInt32 {
        guard hasAll || call.operation.asksForWork else { return Self.none }
        places.append(0)
        return UInt32(positions.append(call.id))
    }

    mutating func set(_ row: Int32, at place: UInt32) {
        if place != Self.none { places[Int(place)] = UInt32(row) }
    }

    /// Lets the call at a place be found in another's row.
    mutating func forward(_ place: UInt32, to other: UInt32) {
        if place != Self.none, other != Self.none { places[Int(place)] = other | Self.isForwarded }
    }

    /// The row of a call that `call` names and that came before it; nil where there is none.
    mutating func row(of id: Int?, before call: Trace.Call) -> Int32? {
        guard let id, id < call.id, let position = positions[id] else { return nil }
        var last = position
        while places[last] & Self.isForwarded != 0 { last = Int(places[last] & ~Self.isForwarded) }
        // The next search need not go all the way.
        var next = position
        while places[next] & Self.isForwarded != 0 {
            let following = Int(places[next] & ~Self.isForwarded)
            if following != last { forward(UInt32(next), to: UInt32(last)) }
            next = following
        }
        return Int32(places[last])
    }
}
