/// The threads, nodes or subscriptions of a trace, found by position and by id.
///
/// A row is made when it is asked for: a long recording keeps its rows in a few bytes each.
public struct TraceTable<Row: Identifiable & Sendable>: RandomAccessCollection, Sendable where Row.ID == Int {
    public let count: Int
    private let row: @Sendable (Int) -> Row
    private let index: IdentifierIndex

    /// Makes a table of rows.
    public init(_ rows: [Row]) {
        count = rows.count
        row = { rows[$0] }
        index = IdentifierIndex(rows)
    }

    /// - Parameters:
    ///   - firstID: the id of the first row; the ids of those that follow go on from there.
    ///   - row: makes the row at a position from 0.
    init(count: Int, firstID: Int = 1, row: @escaping @Sendable (Int) -> Row) {
        self.count = count
        self.row = row
        index = IdentifierIndex(first: firstID, count: count)
    }

    private init(count: Int, index: IdentifierIndex, row: @escaping @Sendable (Int) -> Row) {
        self.count = count
        self.index = index
        self.row = row
    }

    /// The table with other facts in its rows; their ids stay.
    func mapped(_ change: @escaping @Sendable (_ position: Int, _ row: inout Row) -> Void) -> TraceTable {
        let row = row
        return TraceTable(count: count, index: index) { position in
            var changed = row(position)
            change(position, &changed)
            return changed
        }
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int { count }

    public subscript(position: Int) -> Row { row(position) }

    /// The row with the id `id`; nil if there is none.
    public subscript(id id: Int) -> Row? {
        index[id].map { row($0) }
    }

    /// The position of the row with the id `id`; nil if there is none.
    public func position(of id: Int) -> Int? { index[id] }
}
