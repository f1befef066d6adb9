/// The calls around a row of a golden trace, from its column and the rows before it.
///
/// A row stands below a *frame*, in which a closure or work runs, each of whose calls begins a sequence one step further
/// right; or in such a sequence, all calls of which stand a step further right than the one that begins it.
struct GoldenLevels {
    private struct Level {
        var row: Int
        var column: Int
        var isFrame: Bool
        /// The open calls of a sequence, outermost first.
        var open: [Int] = []
    }

    private var levels: [Level] = []
    private let version: Int

    init(version: Int = GoldenText.version) { self.version = version }

    /// What is around a row.
    enum Surroundings: Equatable {
        /// Nothing: it is the first of a tree, or work.
        case none
        /// The frame whose call it is.
        case frame(Int)
        /// A sequence, whose innermost open call makes it unless it names another.
        case sequence
    }

    /// The open calls of the innermost sequence, outermost first.
    var open: [Int] { levels.last?.open ?? [] }

    /// Leaves what has ended before a row at a column; nil where there is no such column here.
    mutating func enter(column: Int) -> Surroundings? {
        while let last = levels.last, last.column >= column { levels.removeLast() }
        guard let last = levels.last else { return column == 0 ? Surroundings.none : nil }
        guard last.column + GoldenText.indent == column else { return nil }
        return last.isFrame ? .frame(last.row) : .sequence
    }

    /// Ends the calls of the innermost sequence that were made after one of it; false where that is not in it.
    mutating func end(after row: Int) -> Bool {
        guard let place = levels.last?.open.lastIndex(of: row) else { return false }
        levels[levels.count - 1].open.removeSubrange((place + 1)...)
        return true
    }

    /// Adds a row at a column that was entered.
    mutating func add(_ row: Int, _ operation: Trace.Operation, column: Int, _ surroundings: Surroundings) {
        let isFrame = GoldenText.isFrame(operation, at: column, version)
        if surroundings == .sequence, !isFrame {
            levels[levels.count - 1].open.append(row)
        } else {
            levels.append(Level(row: row, column: column, isFrame: isFrame, open: isFrame ? [] : [row]))
        }
    }

    /// The column of the calls made in a row.
    func columnBelow(_ operation: Trace.Operation, column: Int, isInSequence: Bool) -> Int {
        isInSequence && !GoldenText.isFrame(operation, at: column, version) ? column : column + GoldenText.indent
    }
}
