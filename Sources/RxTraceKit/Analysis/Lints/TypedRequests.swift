/// Finds the requests that flatMap and its kin make for each letter of a text, as somebody types it.
struct TypedRequests {
    /// How long after each other two letters are typed at most: who pauses for longer waits for an answer. In nanoseconds.
    private static let pause: UInt64 = 700_000_000
    /// So many requests, each of a text that is one letter longer than the one before, make a finding.
    private static let least = 3

    /// So many requests for numbers that all go up, or down, as a slider does.
    private static let leastNumbers = 4

    /// The requests of texts that go on from each other, or of numbers that go one way.
    struct Typed {
        fileprivate(set) var first: Trace.Call
        fileprivate(set) var last: Trace.Call
        fileprivate(set) var count = 1
        /// Whether the elements are numbers, and go up.
        fileprivate(set) var isUp: Bool?
    }

    private struct Request {
        var sink: Int
        /// The event that it is made for.
        var event: Int
    }

    private var typed: [Int: Typed] = [:]
    /// By sink, the most that went on from each other.
    private(set) var found: [Int: Typed] = [:]
    /// By sink, the last request; those of these that have not ended.
    private var last: [Int: Int] = [:]
    private var running: [Int: Request] = [:]
    /// By sink, the first request that took a while, by its row.
    private(set) var slow: [Int: Int] = [:]

    var isEmpty: Bool { typed.isEmpty }

    /// Takes note of an element for which the closure of such an operator runs.
    mutating func note(_ event: Trace.Call, for sink: Int) {
        guard let before = typed[sink], Self.isSoon(before.last, event),
            let one = before.last.event?.value, let other = event.event?.value, one.utf8.count < 80
        else {
            typed[sink] = Typed(first: event, last: event)
            return
        }
        let isUp = Self.isUp(from: one, to: other)
        guard isUp == nil ? Self.isLonger(ValueParts.of(one), ValueParts.of(other)) : [nil, isUp].contains(before.isUp)
        else {
            typed[sink] = Typed(first: event, last: event)
            return
        }
        let now = Typed(first: before.first, last: event, count: before.count + 1, isUp: isUp)
        typed[sink] = now
        if now.count >= (isUp == nil ? Self.least : Self.leastNumbers), now.count > found[sink]?.count ?? 0 {
            found[sink] = now
        }
    }

    /// Whether it has taken note of an element of an operator's.
    func knows(_ event: Trace.Call, of sink: Int) -> Bool { typed[sink]?.last.id == event.id }

    /// Takes note of a source that the operator subscribes to for an event.
    mutating func begin(_ row: Int, of sink: Int, for event: Int) {
        guard typed[sink] != nil, slow[sink] == nil else { return }
        // One that has not ended when the next one begins takes a while too.
        if let before = last.updateValue(row, forKey: sink), running.removeValue(forKey: before) != nil {
            slow[sink] = before
        }
        running[row] = Request(sink: sink, event: event)
    }

    /// Takes note of the end of such a source.
    mutating func end(_ row: Int, in walk: TraceWalk) {
        guard let request = running.removeValue(forKey: row) else { return }
        if !walk.callers.contains(where: { $0.call.id == request.event }) { slow[request.sink] = row }
    }

    /// Whether one number is more than another; nil where they are the same, or no numbers.
    private static func isUp(from first: String, to second: String) -> Bool? {
        guard let one = Double(first), let other = Double(second), one != other else { return nil }
        return other > one
    }

    private static func isSoon(_ first: Trace.Call, _ second: Trace.Call) -> Bool {
        guard let one = first.start, let other = second.start, other > one else { return true }
        return other - one <= pause
    }

    /// Whether one part of two values is one letter longer in the second, and all others are the same.
    private static func isLonger(_ first: [String], _ second: [String]) -> Bool {
        guard first.count == second.count else { return false }
        let others = zip(first, second).filter { $0 != $1 }
        guard others.count == 1, let (one, other) = others.first else { return false }
        return other.utf8.count > one.utf8.count && other.hasPrefix(one) && other.count == one.count + 1
            && other.contains(where: \.isLetter)
    }
}
