import Dispatch
import Foundation
import Synchronization

/// Hands the calls of a recording from the thread that reads them to the one that looks at them, in order, so that two
/// cores work at once.
///
/// The reader is at most some thousand calls ahead. The thread that reads is over before the pass returns or throws,
/// whichever of the two fails.
final class CallHandover: Sendable {
    /// The pass was given up by who looks at the calls.
    private struct Stopped: Error {}

    private struct State {
        var filled: [[Trace.Call]] = []
        var spare: [[Trace.Call]] = []
        var isStopped = false
        /// How reading ended; nil while it goes on.
        var end: Result<Void, any Error>?
    }

    private static let batchSize = 512
    private static let batchesAhead = 8
    /// Of fewer calls, a thread takes more time than it saves.
    private static let fewest = 1 << 15

    private let state = Mutex(State())
    /// How many more batches there is room for, and how many have come, the end among them.
    private let room = DispatchSemaphore(value: 0)
    private let arrivals = DispatchSemaphore(value: 0)

    private init() {
        for _ in 0..<Self.batchesAhead { room.signal() }
    }

    /// Whether a pass through so many calls is for two threads: where the process may use two cores.
    static func isWorth(calls: Int) -> Bool { calls >= fewest && hasCores }

    /// Whether the process may use more than one core.
    static var hasCores: Bool { ProcessInfo.processInfo.activeProcessorCount > 1 }

    /// Gives the calls that `read` makes, on a thread of its own, to `body` on this one.
    ///
    /// - Throws: the errors of `body`, and those of `read` behind the calls before them.
    static func forEachCall(
        from read: @escaping @Sendable ((consuming Trace.Call) throws -> Void) throws -> Void,
        _ body: (Trace.Call) throws -> Void
    ) throws {
        let handover = CallHandover()
        Thread.detachNewThread { handover.end(Result { try handover.fill(from: read) }) }
        do {
            while let batch = handover.next() {
                for index in batch.indices { try body(batch[index]) }
                handover.giveBack(batch)
            }
        } catch {
            handover.stop()
            throw error
        }
        try handover.state.withLock { $0.end }?.get()
    }

    // MARK: The thread that reads

    private func fill(from read: ((consuming Trace.Call) throws -> Void) throws -> Void) throws {
        var batch: [Trace.Call] = []
        batch.reserveCapacity(Self.batchSize)
        // What was read before an error comes before it.
        defer { put(batch) }
        try read { call in
            batch.append(call)
            guard batch.count == Self.batchSize else { return }
            let full = batch
            batch = try exchange(full)
        }
    }

    /// Hands over a batch, waiting for room, and takes an empty one.
    private func exchange(_ full: [Trace.Call]) throws -> [Trace.Call] {
        room.wait()
        let spare: [Trace.Call]? = try state.withLock { state in
            guard !state.isStopped else { throw Stopped() }
            state.filled.append(full)
            return state.spare.popLast()
        }
        arrivals.signal()
        if let spare { return spare }
        var empty: [Trace.Call] = []
        empty.reserveCapacity(Self.batchSize)
        return empty
    }

    /// Hands over the last batch, for which there is always room.
    private func put(_ last: [Trace.Call]) {
        guard !last.isEmpty else { return }
        state.withLock { $0.filled.append(last) }
        arrivals.signal()
    }

    private func end(_ end: Result<Void, any Error>) {
        state.withLock { $0.end = end }
        arrivals.signal()
    }

    // MARK: The thread that looks

    /// The next batch; nil when there are no more.
    private func next() -> [Trace.Call]? {
        arrivals.wait()
        return state.withLock { state in state.filled.isEmpty ? nil : state.filled.removeFirst() }
    }

    private func giveBack(_ batch: consuming [Trace.Call]) {
        batch.removeAll(keepingCapacity: true)
        let empty = batch
        state.withLock { $0.spare.append(empty) }
        room.signal()
    }

    /// Ends the reading, and waits for its end.
    private func stop() {
        state.withLock { $0.isStopped = true }
        for _ in 0..<Self.batchesAhead { room.signal() }
        while state.withLock({ $0.end == nil }) { arrivals.wait() }
    }
}
