/// Who was asked for work, and how long that waited until it ran.
package struct LiveQueues: Sendable {
    package struct Queue: Sendable, Equatable {
        package var name: String
        package var site: Trace.Site?
        /// How often it was asked for work.
        package var asked = 0
        /// How often such work ran for the first time.
        package var ran = 0
        /// How much of it has not run, delayed and disposed work included.
        package var waiting = 0
        package var recent = RecentCounts()
        /// Nanoseconds from the call that asked until the work ran: in the last seconds, in all, and the longest.
        package var recentWait = RecentCounts()
        package var waited: UInt64 = 0
        package var longest: UInt64 = 0

        /// Nanoseconds that work waited on average: of the last seconds where any ran then.
        package func wait(at time: UInt64) -> UInt64 {
            let (count, sum) = (recent.sum(at: time), recentWait.sum(at: time))
            if count > 0 { return UInt64(clamping: sum / count) }
            return ran == 0 ? 0 : waited / UInt64(ran)
        }
    }

    private struct Pending {
        var row: Int
        var start: UInt64
    }

    /// Work that the program handed on by itself, of which it is not known yet whether it leads to a call.
    private struct PendingHop {
        var key: Key
        var start: UInt64
        /// The work of another hop in which it was made.
        var within: Int?
    }

    /// Such work that runs.
    private struct HopWork {
        var hop: Int
        var start: UInt64
    }

    private struct Key: Hashable {
        var name: String
        var site: Trace.Site?
    }

    /// So much work that has not run is remembered; the oldest is given up first.
    private static let limit = 1 << 16

    package private(set) var rows: [Queue] = []
    private var rowOf: [Key: Int] = [:]
    private var pending: [Int: Pending] = [:]

    private var hops: [Int: PendingHop] = [:]
    private var works: [Int: HopWork] = [:]

    /// Takes a call that asks a scheduler for work.
    mutating func ask(_ call: Trace.Call, name: String) {
        // A scheduler that hands its work to another does not keep it.
        if let outer = call.parent.flatMap({ pending.removeValue(forKey: $0) }) {
            rows[outer.row].asked -= 1
            rows[outer.row].waiting -= 1
        }
        let row = row(of: Key(name: name))
        rows[row].asked += 1
        rows[row].waiting += 1
        pending[call.id] = Pending(row: row, start: call.start ?? 0)
        Self.limit(&pending)
    }

    /// Takes a call by which the program hands work on itself. It counts once its work makes a call: of all that a program
    /// hands on, a trace has what leads to one.
    mutating func hop(_ call: Trace.Call, name: String, site: Trace.Site?) {
        hops[call.id] = PendingHop(key: Key(name: name, site: site), start: call.start ?? 0, within: call.parent)
        Self.limit(&hops)
    }

    /// Takes work that runs.
    mutating func run(_ call: Trace.Call) {
        guard let cause = call.cause else { return }
        if hops[cause] != nil {
            works[call.id] = HopWork(hop: cause, start: call.start ?? 0)
            Self.limit(&works)
        } else if let asked = pending.removeValue(forKey: cause), let start = call.start {
            rows[asked.row].waiting -= 1
            countRun(of: asked.row, asked: asked.start, at: start)
        }
    }

    /// Takes any other call: one made by a scheduler that was asked for work shows that it ran the work at once.
    mutating func note(_ call: Trace.Call) {
        guard let parent = call.parent else { return }
        if !works.isEmpty { use(parent) }
        guard !pending.isEmpty, call.operation != .schedule, call.operation.row.meaning != .disposal,
            let asked = pending.removeValue(forKey: parent)
        else { return }
        rows[asked.row].waiting -= 1
        countRun(of: asked.row, asked: asked.start, at: asked.start)
    }

    /// Counts the hop whose work has made a call, and those that led to it.
    private mutating func use(_ id: Int) {
        var next: Int? = id
        while let one = next, let work = works.removeValue(forKey: one) {
            guard let hop = hops.removeValue(forKey: work.hop) else { return }
            let row = row(of: hop.key)
            rows[row].asked += 1
            countRun(of: row, asked: hop.start, at: work.start)
            next = hop.within
        }
    }

    private mutating func row(of key: Key) -> Int {
        if let row = rowOf[key] { return row }
        rows.append(Queue(name: key.name, site: key.site))
        rowOf[key] = rows.count - 1
        return rows.count - 1
    }

    private mutating func countRun(of row: Int, asked: UInt64, at start: UInt64) {
        let wait = start > asked ? start - asked : 0
        rows[row].ran += 1
        rows[row].waited += wait
        rows[row].longest = max(rows[row].longest, wait)
        rows[row].recent.add(at: start)
        rows[row].recentWait.add(Int(clamping: wait), at: start)
    }

    private static func limit<Value>(_ calls: inout [Int: Value]) {
        guard calls.count > limit else { return }
        let middle = calls.keys.sorted()[calls.count / 2]
        calls = calls.filter { $0.key > middle }
    }
}
