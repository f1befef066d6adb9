/// The work that calls of a golden trace asked for and whose rows are to come, in the order in which they come.
struct GoldenWork {
    private struct Call {
        var operation: Trace.Operation
        /// How often its work runs, where the row tells.
        var told: Int?
        var hasCalls = false
    }

    /// Those who asked, and how often their work is to come.
    private var asked: [(row: Int, count: Int)] = []
    private var next = 0
    private var calls: [Call] = []
    /// The first row of the section that is being read: work follows the whole of a section.
    private var section = 0

    /// - Parameter above: the row that makes the call; nil for work, and where nothing does.
    mutating func add(_ operation: Trace.Operation, works: Int?, calledBy above: Int?) {
        if let above { calls[above].hasCalls = true }
        calls.append(Call(operation: operation, told: works))
    }

    /// Notes which calls of the section that ends asked for work.
    mutating func endSection() {
        for row in section..<calls.count {
            let call = calls[row]
            let count = call.told ?? GoldenTree.usualWorks(of: call.operation, hasCalls: call.hasCalls)
            if count > 0 { asked.append((row, count)) }
        }
        section = calls.count
    }

    /// The row that asked for the work that comes next; nil where none did.
    var asker: Int? { next < asked.count ? asked[next].row : nil }

    /// Takes the work of ``asker`` once.
    mutating func take() {
        asked[next].count -= 1
        if asked[next].count == 0 { next += 1 }
    }
}
