/// The rows of a trace's table that were asked for last, by id: to make one takes longer than to find it, and a long trace
/// has too many to keep them all.
struct RecentRows<Row> {
    /// So many are kept at least: more than those that take turns in most programs.
    private static var limit: Int { 1 << 15 }

    private var rows: [Int: Row] = [:]
    /// Those before them, which go when there are as many new ones.
    private var older: [Int: Row] = [:]

    subscript(id: Int) -> Row? {
        get { rows[id] ?? older[id] }
        set {
            if rows.count >= Self.limit {
                older = rows
                rows.removeAll(keepingCapacity: true)
            }
            rows[id] = newValue
        }
    }
}
