/// The work that calls of a golden trace asked for.
///
/// In version 1, a row of work did not name who asked for it: it came in the order in which it was asked for, behind the
/// whole of the section in which it was.
struct GoldenWork {
    private struct Call {
        var operation: Trace.Operation
        /// How often its work runs, where the row tells.
        var told: Int?
        var hasCalls = false
        var works = 0

        var expected: Int { told ?? GoldenTree.usualWorks(of: operation, hasCalls: hasCalls) }
    }

    /// Those who asked, and how often their work is to come.
    private var asked: [(row: Int, count: Int)] = []
    private var next = 0
    private var calls: [Call] = []
    /// The first row of the section that is being read.
    private var section = 0

    /// - Parameters:
    ///   - above: the row that makes the call; nil for work, and where nothing does.
    ///   - asker: the row that asked for it where it is work; nil in version 1.
    mutating func add(_ operation: Trace.Operation, works: Int?, calledBy above: Int?, workOf asker: Int?) {
        if let above { calls[above].hasCalls = true }
        if let asker { calls[asker].works += 1 }
        calls.append(Call(operation: operation, told: works))
    }

    /// A row whose work is not all there, or is more than it asked for.
    mutating func unfinished(version: Int) -> (row: Int, isMore: Bool)? {
        guard version == 1 else {
            return calls.firstIndex { $0.works != $0.expected }.map { ($0, calls[$0].works > calls[$0].expected) }
        }
        endSection()
        return asker.map { ($0, false) }
    }

    // MARK: Version 1

    /// Notes which calls of the section that ends asked for work.
    mutating func endSection() {
        for row in section..<calls.count where calls[row].expected > 0 { asked.append((row, calls[row].expected)) }
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
