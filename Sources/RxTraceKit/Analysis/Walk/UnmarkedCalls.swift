/// Leaves out the program's marks and hops of calls that come by in order: calls made within a mark, or in the work of a
/// hop, hang below the call around it.
///
/// Analyses that read a call's meaning from the calls around it need not know that there are any.
struct UnmarkedCalls {
    private var marks: RunningMarks
    /// Whether the program's hops stay, and only its marks go.
    private let keepsHops: Bool

    init(of source: any TraceSource, keepsHops: Bool = false) {
        marks = RunningMarks(forgets: !source.isCanonical)
        self.keepsHops = keepsHops
    }

    /// Whether no mark, and no work of a hop, may be running: then each call that is none itself stays as it is.
    var isEmpty: Bool { marks.isEmpty }

    /// The next call as one that hangs below no mark; nil where it is left out. It need not be asked for a call that stays as
    /// it is.
    mutating func relinked(_ call: Trace.Call) -> Trace.Call? {
        let isNote = isNote(call)
        var call = call
        marks.relink(&call, isNote: isNote)
        return isNote ? nil : call
    }

    /// Gives the next call to `body` as one that hangs below no mark, unless it is left out.
    mutating func take(_ call: Trace.Call, _ body: (Trace.Call) throws -> Void) rethrows {
        if isEmpty, !isNote(call) { return try body(call) }
        if let call = relinked(call) { try body(call) }
    }

    private func isNote(_ call: Trace.Call) -> Bool { keepsHops ? call.operation.isNote : call.isNoteOrHop }
}

extension Trace.Call {
    /// Whether it is the work of a hop, which names no node: right below it is the program's own code.
    package var isWorkOfHop: Bool { operation == .invoke && node == nil }

    /// Whether it only tells of the program's own code: a mark, a hop, or the work of one.
    var isNoteOrHop: Bool { operation.isNote || operation == .hop || isWorkOfHop }
}

/// The marks, and the work of hops, that run while calls go by, and the call each was made in.
private struct RunningMarks {
    /// The marks that have not shown to be over, with their ids.
    private var running = RunningCalls<Int>()
    /// For each mark, the call around it that is none itself.
    private var parents: [Int: Int?] = [:]
    /// In the canonical form the calls of one thread may stand between those of a mark: no mark is ever over.
    private let forgets: Bool

    init(forgets: Bool) {
        self.forgets = forgets
    }

    var isEmpty: Bool { parents.isEmpty }

    /// Makes the next call hang below a call that is no mark.
    mutating func relink(_ call: inout Trace.Call, isNote: Bool) {
        if forgets { forget(before: call) }
        if let parent = call.parent, let around = parents[parent] { call.parent = around }
        guard isNote else { return }
        parents[call.id] = .some(call.parent)
        if forgets { running.start(call.id, with: call.id) }
    }

    /// A call made below one that is older than a mark was not made in the mark: the mark is over.
    private mutating func forget(before call: Trace.Call) {
        while let mark = running.end(onThread: call.thread, where: { $0 > call.parent ?? .min }) { parents[mark] = nil }
    }
}
