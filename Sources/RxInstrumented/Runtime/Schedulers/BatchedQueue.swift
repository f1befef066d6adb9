import Dispatch

/// The waiting work of a serial queue that only one scheduler uses. One block on the queue runs all waiting pieces.
///
/// The pieces run in the same order and on the same threads as blocks of their own would, at a fraction of the cost. A
/// timer's handler may have to run between two pieces. So once a timer is set on the queue, the batching is closed, and
/// each piece gets a block of its own.
final class BatchedQueue {
    struct Piece {
        let ticket: CauseID
        /// Cancels the piece. nil if the piece cannot be cancelled.
        let cancel: SingleAssignmentDisposable?
        let action: () -> Void

        func run(by scheduler: TracedObject) {
            if let cancel, cancel.hasDisposed { return }
            ticket.invoke(scheduler, action)
        }
    }

    private struct State {
        /// The pieces that no block has taken yet, in order.
        var waiting: [Piece] = []
        /// Whether a block is enqueued, or runs, that will take the waiting pieces.
        var isServed = false
        var isClosed = false
    }

    /// What `append` does after it has released the lock.
    private enum Step {
        case startBlock
        case nothing
        case startOwnBlock
    }

    private let queue: DispatchQueue
    private let state = Lock(State())

    init(_ queue: DispatchQueue) {
        self.queue = queue
    }

    func append(_ piece: Piece, by scheduler: TracedObject) {
        let step = state.withLock { state -> Step in
            if state.isClosed { return .startOwnBlock }
            state.waiting.append(piece)
            defer { state.isServed = true }
            return state.isServed ? .nothing : .startBlock
        }
        switch step {
        case .nothing: break
        case .startBlock: startRun(by: scheduler)
        case .startOwnBlock:
            handingOnOwnWork {
                queue.async {
                    // An earlier piece may still wait, because its thread has not enqueued its block yet. It must run
                    // before what the same thread schedules after it.
                    self.run(by: scheduler)
                    piece.run(by: scheduler)
                }
            }
        }
    }

    /// Gives each piece a block of its own from now on. Called before a timer is set on the queue.
    func close(by scheduler: TracedObject) {
        let wasClosed = state.withLock { exchange(&$0.isClosed, with: true) }
        // A piece may wait whose thread has not enqueued its block yet. It must run before the timer's handler.
        if !wasClosed { startRun(by: scheduler) }
    }

    private func startRun(by scheduler: TracedObject) {
        handingOnOwnWork { queue.async { self.run(by: scheduler) } }
    }

    private func run(by scheduler: TracedObject) {
        while var pieces = takeAll() {
            pieces.reverse()
            // Each piece is released as soon as it has run, as a block would be.
            while let piece = pieces.popLast() { piece.run(by: scheduler) }
        }
    }

    private func takeAll() -> [Piece]? {
        state.withLock { state in
            if state.waiting.isEmpty {
                state.isServed = false
                return nil
            }
            return exchange(&state.waiting, with: [])
        }
    }
}
