import Foundation
import RxTraceKit

/// The trace that is looked around in: all of it, and the calls that a filter leaves of it.
struct BrowsedTrace {
    /// All calls, with the names of the source.
    let whole: any TraceSource
    /// What of a recording cannot be read, in words; nil where all can.
    let fault: String?
    private(set) var calls: any NumberedCalls
    private(set) var filter: BrowseFilter

    /// - Throws: `TraceReadError` where the calls cannot be read.
    init(_ whole: any TraceSource, fault: String?, base: TraceFilter, filter: BrowseFilter) throws {
        self.whole = whole
        self.fault = fault
        self.filter = filter
        calls = try CallsInMemory(filter.added(to: base).apply(to: whole))
    }

    /// Shows other calls of it.
    mutating func show(_ filter: BrowseFilter, base: TraceFilter) throws {
        calls = try CallsInMemory(filter.added(to: base).apply(to: whole))
        self.filter = filter
    }

    /// The id in `other` of the call that has `id` here: calls of a recording that grows may get others, where a thread's
    /// are written behind those of another.
    func renumbered(_ id: Int, in other: BrowsedTrace) throws -> Int? {
        guard let position = try calls.position(of: id) else { return id }
        let call = try calls.call(at: position)
        guard let start = call.start else { return id }
        // Calls stand in the order in which they started.
        let first = try (0..<other.calls.count).partitioningIndex { try other.calls.call(at: $0).start ?? 0 >= start }
        for offset in 0..<16 {
            for place in Set([first + offset, first - offset]) where place >= 0 && place < other.calls.count {
                let found = try other.calls.call(at: place)
                if found.thread == call.thread, found.operation == call.operation, found.event == call.event,
                    found.label == call.label
                {
                    return found.id
                }
            }
        }
        return nil
    }
}

extension BrowseState {
    /// The same choice in a trace that was read anew.
    mutating func renumber(_ number: (Int) throws -> Int?) throws {
        selected = try selected.flatMap(number)
        top = try top.flatMap(number)
        past = try past.compactMap(number)
        future = try future.compactMap(number)
        let ids = Dictionary(
            try folds.exceptions.compactMap { id in try number(id).map { (id, $0) } }, uniquingKeysWith: { $1 })
        folds.renumber { ids[$0] }
    }
}
