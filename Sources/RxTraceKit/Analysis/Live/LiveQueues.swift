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

    private struct Key: Hashable {
        var name: String
        var site: Trace.Site?
    }

    /// So much work that has not run is remembered; the oldest is given up first.
    private static let limit = 1 << 16

    package private(set) var rows: [Queue] = []
    private var rowOf: [Key: Int] = [:]
    private var pending: [Int: Pending] = [:]

    /// Takes a call that asks for work.
    mutating func ask(_ call: Trace.Call, name: String, site: Trace.Site?) {
        let key = Key(name: name, site: site)
        let row = rowOf[key] ?? rows.count
        if row == rows.count {
            rows.append(Queue(name: name, site: site))
            rowOf[key] = row
        }
        rows[row].asked += 1
        rows[row].waiting += 1
        pending[call.id] = Pending(row: row, start: call.start ?? 0)
        guard pending.count > Self.limit else { return }
        let middle = pending.keys.sorted()[pending.count / 2]
        pending = pending.filter { $0.key > middle }
    }

    /// Takes work that runs.
    mutating func run(_ call: Trace.Call) {
        guard let cause = call.cause, let asked = pending.removeValue(forKey: cause), let start = call.start else {
            return
        }
        let wait = start > asked.start ? start - asked.start : 0
        rows[asked.row].ran += 1
        rows[asked.row].waiting -= 1
        rows[asked.row].waited += wait
        rows[asked.row].longest = max(rows[asked.row].longest, wait)
        rows[asked.row].recent.add(at: start)
        rows[asked.row].recentWait.add(Int(clamping: wait), at: start)
    }
}
