/// Finds the hops of a recording that lead to no call: a program hands on much work that is nothing to a trace.
struct HopSearch {
    /// The calls right above each hop, and each work of one, that is not known to lead to a call: where it was made, and
    /// the hop of which the work is.
    private var above: [Int: (parent: Int?, cause: Int?)] = [:]
    /// For each thread's number, its first call that is neither hop nor work, and those of the others before it.
    private var starts: [(first: Int?, before: [Int])] = []

    mutating func add(_ call: AssembledCall) {
        let isOfHop = call.operation == .hop || call.operation == .invoke && call.node < 0
        noteStart(call, isOfHop: isOfHop)
        if isOfHop {
            above[call.id] = (call.isInHop ? call.parent : nil, call.cause)
        } else if call.isInHop, let parent = call.parent {
            keep(parent)
        }
    }

    private mutating func noteStart(_ call: AssembledCall, isOfHop: Bool) {
        while starts.count <= call.thread { starts.append((nil, [])) }
        guard starts[call.thread].first == nil else { return }
        if isOfHop { starts[call.thread].before.append(call.id) } else { starts[call.thread].first = call.id }
    }

    private mutating func keep(_ id: Int) {
        var kept = [id]
        while let next = kept.popLast() {
            guard let (parent, cause) = above.removeValue(forKey: next) else { continue }
            kept += [parent, cause].compactMap { $0 }
        }
    }

    var unusedHops: UnusedHops { UnusedHops(above.keys.sorted()) }

    /// The threads of a trace without these, in the order of their first calls, of those that have calls with them.
    func threads(_ threads: [Int]) -> [Int] {
        zip(threads, starts)
            .compactMap { thread, start in
                (start.before.first { above[$0] == nil } ?? start.first).map { (thread: thread, first: $0) }
            }
            .sorted { $0.first < $1.first }
            .map(\.thread)
    }
}

/// The hops, and the work of hops, that a trace leaves out, by their ids in one that has all calls.
struct UnusedHops {
    /// Ascending.
    private let ids: [Int]

    init(_ ids: [Int]) { self.ids = ids }

    var count: Int { ids.count }
    var isEmpty: Bool { ids.isEmpty }

    func contains(_ id: Int) -> Bool {
        let place = place(of: id)
        return place < ids.count && ids[place] == id
    }

    /// The id with them of the call that has `id` without them.
    func whole(of id: Int) -> Int {
        var (low, high) = (0, ids.count)
        while low < high {
            let middle = (low + high) / 2
            if ids[middle] - middle <= id { low = middle + 1 } else { high = middle }
        }
        return id + low
    }

    /// All of them, ascending.
    var all: [Int] { ids }

    /// The id, without them, of a call that has `id` with them.
    func id(of id: Int) -> Int { id - place(of: id) }

    /// How many are before `id`.
    private func place(of id: Int) -> Int {
        var low = 0
        var high = ids.count
        while low < high {
            let middle = (low + high) / 2
            if ids[middle] < id { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
