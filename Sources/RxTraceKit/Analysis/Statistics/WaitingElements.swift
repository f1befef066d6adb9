/// How long elements that were kept waited until they were handed on for the first time.
struct WaitingElements {
    private struct Kept {
        var row: Int32
        /// When the element was handed in; the largest number once it was handed on, or where that is not known.
        var start: UInt64
    }

    /// The ids of the calls that handed in elements, in order.
    private var ids: [Int] = []
    private var kept: [Kept] = []

    init(_ source: any TraceSource) throws {
        var ids: Set<Int> = []
        try source.forEachCall { call in
            if let origin = call.origin { ids.insert(origin) }
            ids.formUnion(call.parts)
        }
        self.ids = ids.sorted()
        kept = Array(repeating: Kept(row: -1, start: .max), count: ids.count)
    }

    /// Takes each call in order.
    ///
    /// - Parameters:
    ///   - row: the call's.
    ///   - isWaitedFor: not for an element whose age matters to nobody: its keeper gives it to those who come late.
    ///   - body: is given the rows of the elements that the call hands on, and how long they waited.
    mutating func add(_ call: Trace.Call, row: Int, isWaitedFor: Bool, _ body: (Int, UInt64) -> Void) {
        if let start = call.start, !ids.isEmpty {
            if let origin = call.origin, !call.parts.contains(origin) { take(origin, at: start, body) }
            for part in call.parts { take(part, at: start, body) }
        }
        guard isWaitedFor, row >= 0, let start = call.start, let index = index(of: call.id) else { return }
        kept[index] = Kept(row: Int32(row), start: start)
    }

    private mutating func take(_ id: Int, at start: UInt64, _ body: (Int, UInt64) -> Void) {
        guard let index = index(of: id), kept[index].start <= start else { return }
        body(Int(kept[index].row), start - kept[index].start)
        kept[index].start = .max
    }

    private func index(of id: Int) -> Int? {
        var (low, high) = (0, ids.count)
        while low < high {
            let middle = (low + high) / 2
            if ids[middle] < id { low = middle + 1 } else { high = middle }
        }
        return low < ids.count && ids[low] == id ? low : nil
    }
}
