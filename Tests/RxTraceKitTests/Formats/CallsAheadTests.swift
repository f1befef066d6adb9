import Foundation
import RxTraceTestSupport
import Synchronization
import Testing

@testable import RxTraceKit

/// Calls that are made on another thread come in order, and end as those made on the same one do.
@Suite(.timeLimit(.generous)) struct CallsAheadTests {
    private struct Failure: Error, Equatable {
        var number: Int
    }

    /// Makes calls with the ids from 1, fails behind the last if it is to, and notes how many it made, and on which thread.
    private final class Maker: Sendable {
        let made = Mutex<(count: Int, thread: Thread?)>((0, nil))
        private let count: Int
        private let fails: Bool

        init(_ count: Int, fails: Bool = false) { (self.count, self.fails) = (count, fails) }

        func make(_ body: (Trace.Call) throws -> Void) throws {
            made.withLock { $0.thread = Thread.current }
            for id in 1...count {
                made.withLock { $0.count = id }
                try body(Trace.Call(id: id, operation: .on, event: .init(.next, value: "value \(id)")))
            }
            if fails { throw Failure(number: count) }
        }
    }

    private static let counts = [1, 4_096, 4_097, 5_119, 5_120, 5_121, 30_000]

    @Test(arguments: counts, [1, 2]) func callsComeInOrder(count: Int, processors: Int) throws {
        let maker = Maker(count)
        var next = 1
        try CallsAhead.forEachCall(count: count, processors: processors, madeBy: maker.make) { call in
            #expect(Thread.current != maker.made.withLock(\.thread) || processors == 1 || count <= 4_096)
            if call.id != next || call.event?.value != "value \(next)" { Issue.record("\(call) in place of \(next)") }
            next += 1
        }
        #expect(next == count + 1)
    }

    /// What fails while calls are made is told behind the calls that came before.
    @Test(arguments: counts) func aFailureComesBehindTheCalls(count: Int) {
        var last = 0
        #expect(throws: Failure(number: count)) {
            try CallsAhead.forEachCall(count: count, processors: 2, madeBy: Maker(count, fails: true).make) {
                last = $0.id
            }
        }
        #expect(last == count)
    }

    /// Who has enough is given no more, and no more are made than fit in between.
    @Test(arguments: [1, 1_024, 1_025, 9_000]) func whoHasEnoughIsGivenNoMore(last: Int) {
        let maker = Maker(1_000_000, fails: true)
        var given = 0
        #expect(throws: Failure(number: last)) {
            try CallsAhead.forEachCall(count: 1_000_000, processors: 2, madeBy: maker.make) { call in
                given = call.id
                if call.id == last { throw Failure(number: last) }
            }
        }
        #expect(given == last)
        #expect(maker.made.withLock(\.count) <= last + 6 * CallsAhead.batchSize)
    }

    @Test func fewCallsNeedNoThread() throws {
        let maker = Maker(4_096)
        try CallsAhead.forEachCall(count: 4_096, processors: 2, madeBy: maker.make) { _ in }
        #expect(maker.made.withLock(\.thread) == Thread.current)
    }
}
