import RxTraceKit

/// The requests that wait to be posted, the time of the next attempt, and the number of lost spans.
///
/// Times are in nanoseconds of the monotonic clock.
struct SpanQueue {
    /// The most requests that wait.
    static let limit = 16
    private static let shortestPause: UInt64 = 250_000_000
    private static let longestPause: UInt64 = 30_000_000_000

    private var waiting: [(body: [UInt8], spans: Int)] = []
    private var pause: UInt64 = 0
    /// The time before which nothing is posted.
    private(set) var nextAttempt: UInt64 = 0
    /// Whether the last attempt got no answer.
    private(set) var isGone = false
    /// How many spans will not be posted, and the first reason.
    private(set) var lost: (spans: Int, reason: String?) = (0, nil)

    var isEmpty: Bool { waiting.isEmpty }
    var isFull: Bool { waiting.count >= Self.limit }
    var first: [UInt8]? { waiting.first?.body }

    mutating func add(_ body: [UInt8], spans: Int) { waiting.append((body, spans)) }

    /// Takes the answer to the first request, or nil if there was none.
    mutating func take(_ answer: OTLPAnswer?, at now: UInt64) {
        isGone = answer == nil
        switch answer {
        case .taken(let rejected, let message):
            // The collector cannot have rejected more spans than it got.
            lose(min(rejected, waiting.removeFirst().spans), message ?? "the collector rejected them")
            pause = 0
        case .refused(let reason):
            lose(waiting.removeFirst().spans, reason)
            pause = 0
        case .busy(let after): wait(after.map { UInt64(min($0, 30) * 1e9) }, at: now)
        case nil: wait(nil, at: now)
        }
    }

    private mutating func wait(_ named: UInt64?, at now: UInt64) {
        pause = min(max(pause * 2, Self.shortestPause), Self.longestPause)
        nextAttempt = now + (named ?? pause)
    }

    mutating func giveUp(_ reason: String) {
        lose(waiting.reduce(0) { $0 + $1.spans }, reason)
        waiting = []
    }

    /// Returns the lost spans, for a message, and resets them.
    mutating func takeLost() -> (spans: Int, reason: String?) {
        defer { lost = (0, nil) }
        return lost
    }

    private mutating func lose(_ spans: Int, _ reason: String) {
        guard spans > 0 else { return }
        lost = (lost.spans + spans, lost.reason ?? reason)
    }
}
