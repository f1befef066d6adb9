/// Finds the position of a row by its id.
///
/// Ids are given in order, so that most traces need no table at all; any ids will do nevertheless.
struct IdentifierIndex: Sendable {
    private let first: Int
    private let count: Int
    private var positions: [Int: Int]?
    /// An id that more than one row has; the first of these rows is the one that is found.
    private(set) var duplicate: Int?

    init<Row: Identifiable>(_ rows: [Row]) where Row.ID == Int {
        first = rows.first?.id ?? 0
        count = rows.count
        let base = first
        guard !rows.indices.allSatisfy({ rows[$0].id == base &+ $0 }) else { return }
        var table: [Int: Int] = [:]
        table.reserveCapacity(rows.count)
        for (position, row) in rows.enumerated() {
            if table[row.id] == nil {
                table[row.id] = position
            } else if duplicate == nil {
                duplicate = row.id
            }
        }
        positions = table
    }

    /// The index of rows whose ids follow one another.
    init(first: Int, count: Int) {
        self.first = first
        self.count = count
    }

    subscript(id: Int) -> Int? {
        if let positions { return positions[id] }
        let (distance, overflow) = id.subtractingReportingOverflow(first)
        return !overflow && distance >= 0 && distance < count ? distance : nil
    }
}
