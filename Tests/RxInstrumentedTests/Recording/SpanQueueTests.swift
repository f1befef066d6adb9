import RxTraceKit
import Testing

@testable import RxInstrumented

/// Requests that wait to be posted: when the next attempt is due, and what is lost.
struct SpanQueueTests {
    private static let second: UInt64 = 1_000_000_000

    private func queue(_ spans: Int...) -> SpanQueue {
        var queue = SpanQueue()
        for (number, count) in spans.enumerated() { queue.add([UInt8(number)], spans: count) }
        return queue
    }

    @Test func requestsAreTakenInTheirOrder() {
        var queue = queue(1, 2)
        #expect(queue.first == [0])
        queue.take(.taken(rejected: 0, message: nil), at: 5)
        #expect(queue.first == [1] && queue.nextAttempt == 0 && !queue.isGone)
        queue.take(.taken(rejected: 0, message: nil), at: 6)
        #expect(queue.isEmpty && queue.first == nil && queue.lost.spans == 0)
    }

    @Test func oneThatGetsNoAnswerIsPostedAgainLaterAndLater() {
        var queue = queue(1)
        var pauses: [UInt64] = []
        for _ in 0..<9 {
            queue.take(nil, at: Self.second)
            pauses.append((queue.nextAttempt - Self.second) / 1_000_000)
        }
        #expect(pauses == [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
        #expect(queue.isGone && queue.first == [0] && queue.lost.spans == 0)
        queue.take(.taken(rejected: 0, message: nil), at: Self.second)
        queue.add([1], spans: 1)
        queue.take(nil, at: 0)
        #expect(queue.nextAttempt == 250_000_000)
    }

    @Test func aBusyCollectorIsLeftAsLongAsItSays() {
        var queue = queue(1)
        queue.take(.busy(after: 7), at: Self.second)
        #expect(queue.nextAttempt == 8 * Self.second && !queue.isGone)
        queue.take(.busy(after: 1e9), at: 0)
        #expect(queue.nextAttempt == 30 * Self.second)
        queue.take(.busy(after: nil), at: 0)
        #expect(queue.nextAttempt == Self.second)
    }

    @Test func noNumberOfTheCollectorsIsTrusted() {
        var queue = queue(3, 4, 5)
        for rejected in [Int.max, Int.max, 1] { queue.take(.taken(rejected: rejected, message: nil), at: 0) }
        #expect(queue.lost.spans == 3 + 4 + 1)
        for number in ["9223372036854775807", "1e30", "-1e30", "inf", "nan", "1e400"] {
            var queue = self.queue(1)
            queue.take(OTLPAnswer(status: 503, retryAfter: number, body: []), at: .max / 2)
            #expect(queue.nextAttempt >= .max / 2 && queue.nextAttempt <= .max / 2 + 30 * Self.second)
            let body = Array(#"{"partialSuccess":{"rejectedSpans":"\#(number)"}}"#.utf8)
            queue.take(OTLPAnswer(status: 200, retryAfter: nil, body: body), at: 0)
            #expect((0...1).contains(queue.lost.spans))
        }
    }

    @Test func whatIsRefusedOrRejectedIsCountedWithTheFirstReason() {
        var queue = queue(4, 5, 6, 7)
        queue.take(.taken(rejected: 3, message: nil), at: 0)
        queue.take(.refused("status 500"), at: 0)
        #expect(queue.lost.spans == 8 && queue.lost.reason == "the collector rejected them")
        queue.giveUp("late")
        #expect(queue.isEmpty && queue.lost.spans == 21)
        #expect(queue.takeLost().spans == 21)
        #expect(queue.lost.spans == 0 && queue.lost.reason == nil)
    }

    @Test func itIsFullAtItsLimit() {
        var queue = SpanQueue()
        for _ in 0..<SpanQueue.limit {
            #expect(!queue.isFull)
            queue.add([], spans: 1)
        }
        #expect(queue.isFull)
    }
}
