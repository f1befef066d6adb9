import Dispatch
import Foundation
import Synchronization

/// Makes the calls of a trace on a thread of its own, some batches ahead of the thread that looks at them.
///
/// Who goes through the calls is given them in order, on its own thread, as it would be without. Where there is only one
/// processor, or where the calls are few, no thread is made.
final class CallsAhead: @unchecked Sendable {
    /// Gives calls, in order, to who is told of them.
    typealias Maker = ((Trace.Call) throws -> Void) throws -> Void

    /// How many calls go from one thread to the other at once: a thread that waits is woken once for so many.
    static let batchSize = 1024
    /// How many batches are made before the first of them has to be given back.
    private static let mostBatches = 4

    /// Some calls. One of the threads has them at a time, and the semaphores say which.
    private final class Batch {
        var calls: [Trace.Call] = []
        var isLast = false
    }

    private let make: Maker
    private let batches = (0..<mostBatches).map { _ in Batch() }
    private let free = DispatchSemaphore(value: 0)
    private let full = DispatchSemaphore(value: 0)
    /// Whether nobody looks at calls any more.
    private let isLeft = Atomic(false)
    /// Why no more calls came; known when the last batch is full.
    private var failure: (any Error)?

    /// Ends the making of calls that nobody looks at.
    private struct Left: Error {}

    private init(_ make: @escaping Maker) { self.make = make }

    /// Gives calls to `body`.
    ///
    /// - Parameters:
    ///   - count: how many there are.
    ///   - processors: how many threads run at the same time.
    ///   - make: gives the calls, on another thread, unless they are few.
    ///   - body: is given the calls on this thread.
    /// - Throws: the errors of `body`, and those of `make` when the calls that came before have been given.
    static func forEachCall(
        count: Int, processors: Int = ProcessInfo.processInfo.activeProcessorCount, madeBy make: @escaping Maker,
        _ body: (Trace.Call) throws -> Void
    ) throws {
        guard processors > 1, count > mostBatches * batchSize else { return try make(body) }
        let ahead = CallsAhead(make)
        Thread { ahead.run() }.start()
        try ahead.take(body)
    }

    private func run() {
        for _ in batches { free.signal() }
        var place = 0
        free.wait()
        do {
            try make { call in
                batches[place].calls.append(call)
                guard batches[place].calls.count == Self.batchSize else { return }
                full.signal()
                place = (place + 1) % Self.mostBatches
                free.wait()
                if isLeft.load(ordering: .relaxed) { throw Left() }
            }
        } catch {
            failure = error
        }
        batches[place].isLast = true
        full.signal()
    }

    private func take(_ body: (Trace.Call) throws -> Void) throws {
        var place = 0
        var thrown: (any Error)?
        var isLast = false
        // To the last batch, whoever has enough before: from then on the other thread uses nothing of ours.
        while !isLast {
            full.wait()
            let batch = batches[place]
            do {
                if thrown == nil { for call in batch.calls { try body(call) } }
            } catch {
                thrown = error
                isLeft.store(true, ordering: .relaxed)
            }
            batch.calls.removeAll(keepingCapacity: true)
            isLast = batch.isLast
            place = (place + 1) % Self.mostBatches
            free.signal()
        }
        if let thrown = thrown ?? failure { throw thrown }
    }
}
