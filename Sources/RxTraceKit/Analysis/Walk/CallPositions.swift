/// Finds the position of a call by its id, for calls that come by one after the other.
///
/// The ids of a recording follow each other and take no memory; ids with gaps, as filters leave them, take a word each;
/// ids in no order, as only foreign traces have them, a table.
struct CallPositions {
    private var first = 0
    private(set) var count = 0
    private var ids: [Int]?
    private var table: [Int: Int]?

    /// Takes the next call's id and answers its position.
    @discardableResult
    mutating func append(_ id: Int) -> Int {
        let position = count
        count += 1
        if position == 0 {
            first = id
        } else if ids == nil, id != first &+ position {
            ids = (0..<position).map { first + $0 }
        }
        guard let last = ids?.last else { return position }
        ids?.append(id)
        if table == nil, id <= last { makeTable() }
        if table?[id] == nil { table?[id] = position }
        return position
    }

    private mutating func makeTable() {
        var table: [Int: Int] = [:]
        for (position, id) in (ids ?? []).enumerated().dropLast() where table[id] == nil { table[id] = position }
        self.table = table
    }

    /// The position of the call with the id `id`; nil if it has not come by.
    subscript(id: Int) -> Int? {
        guard let ids else {
            let (distance, overflow) = id.subtractingReportingOverflow(first)
            return !overflow && distance >= 0 && distance < count ? distance : nil
        }
        if let table { return table[id] }
        var low = 0
        var high = ids.count
        while low < high {
            let middle = (low + high) / 2
            if ids[middle] < id { low = middle + 1 } else { high = middle }
        }
        return low < ids.count && ids[low] == id ? low : nil
    }

    /// The id of the call at `position`.
    func id(at position: Int) -> Int { ids?[position] ?? first + position }

    /// The causal parent of `call`, which came by last; nil for a root.
    ///
    /// A link to a later call, which no recording has, could close a circle: it is not followed.
    func above(_ call: Trace.Call) -> Int? {
        if let cause = call.cause, cause < call.id, let position = self[cause] { return position }
        if let parent = call.parent, parent < call.id { return self[parent] }
        return nil
    }
}

/// Values that only some calls have, in the order of the calls; found by a call's position.
struct SparseCallValues<Value> {
    private var positions: [UInt32] = []
    private var values: [Value] = []

    mutating func append(_ value: Value, at position: Int) {
        positions.append(UInt32(position))
        values.append(value)
    }

    /// Where the value of the call at `position` lies; nil if it has none.
    func index(of position: Int) -> Int? {
        var low = 0
        var high = positions.count
        while low < high {
            let middle = (low + high) / 2
            if positions[middle] < position { low = middle + 1 } else { high = middle }
        }
        return low < positions.count && positions[low] == position ? low : nil
    }

    subscript(position: Int) -> Value? { index(of: position).map { values[$0] } }

    /// The value at an index that ``index(of:)`` has found.
    subscript(index index: Int) -> Value {
        get { values[index] }
        set { values[index] = newValue }
    }
}
