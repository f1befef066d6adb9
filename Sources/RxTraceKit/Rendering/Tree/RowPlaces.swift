/// The row of a tree that stands for each call: four bytes per call.
struct RowPlaces {
    private static let isForwarded: UInt32 = 1 << 31

    private var positions = CallPositions()
    /// For each call its row, or, marked, the position of a call that has the same row.
    private var places: [UInt32] = []

    init(capacity: Int) { places.reserveCapacity(capacity) }

    mutating func enter(_ call: Trace.Call) -> Int {
        places.append(0)
        return positions.append(call.id)
    }

    mutating func set(_ row: Int32, at position: Int) { places[position] = UInt32(row) }

    /// Lets the call at `position` be found in another's row.
    mutating func forward(_ position: Int, to other: Int) { places[position] = UInt32(other) | Self.isForwarded }

    /// The row of a call that `call` names and that came before it; nil where there is none.
    mutating func row(of id: Int?, before call: Trace.Call) -> Int32? {
        guard let id, id < call.id, let position = positions[id] else { return nil }
        var last = position
        while places[last] & Self.isForwarded != 0 { last = Int(places[last] & ~Self.isForwarded) }
        // The next search need not go all the way.
        var next = position
        while places[next] & Self.isForwarded != 0 {
            let following = Int(places[next] & ~Self.isForwarded)
            if following != last { forward(next, to: last) }
            next = following
        }
        return Int32(places[last])
    }
}
