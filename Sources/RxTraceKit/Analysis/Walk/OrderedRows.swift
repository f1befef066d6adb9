/// Values by subscription, in the order in which they came: any of them goes as quickly, however many there are.
struct OrderedRows<Value> {
    private var values: [Int: Value] = [:]
    /// The rows as they came, those too that have gone since.
    private var order: [Int] = []
    private var start = 0

    var count: Int { values.count }

    subscript(row: Int) -> Value? { values[row] }

    /// Adds a row that is not there.
    mutating func add(_ value: Value, for row: Int) {
        values[row] = value
        order.append(row)
        if order.count > 2 * values.count + 32 {
            order = order[start...].filter { values[$0] != nil }
            start = 0
        }
    }

    mutating func remove(_ row: Int) -> Value? {
        guard let value = values.removeValue(forKey: row) else { return nil }
        while start < order.count, values[order[start]] == nil { start += 1 }
        return value
    }

    /// The values in their order.
    var all: some Sequence<Value> { order[start...].lazy.compactMap { values[$0] } }
}
