import Dispatch

/// The work that waits for a serial queue to which nobody but one scheduler hands work: a single block on the queue runs
/// all that waits, piece by piece.
///
/// The pieces run in the order and on the threads they would have as blocks of their own, at a fraction of the price.
/// That ends once a timer is set on the queue, whose handler takes its place between two pieces: the line is then
/// closed, and each piece gets a block of its own.
final class BatchedQueue {
    /// Scheduled work.
    struct Piece {
        let ticket: CauseID
        /// Cancels the piece; nil where nothing can.
        let cancel: SingleAssignmentDisposable?
        let action: () -> Void

        func run(by scheduler: TracedObject) {
            if let cancel, cancel.isDisposed { return }
            ticket.invoke(scheduler, action)
        }
    }

    private struct State {
        /// The pieces that no block has taken, in order.
        var waiting: [Piece] = []
        /// Whether a block is on its way, or runs, that takes what waits.
        var isServed = false
        var isClosed = false
    }

    /// What is to be done for a piece.
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
                    // The block for a piece that waits may be on its way only once another thread goes on: the piece
                    // comes before what its thread scheduled after it.
                    self.run(by: scheduler)
                    piece.run(by: scheduler)
                }
            }
        }
    }

    /// From now on, each piece gets a block of its own; called before a timer is set on the queue.
    func close(by scheduler: TracedObject) {
        let wasClosed = state.withLock { exchange(&$0.isClosed, with: true) }
        // A piece that waits now may be on its way only once the thread that added it goes on; it is to come before the
        // timer.
        if !wasClosed { startRun(by: scheduler) }
    }

    private func startRun(by scheduler: TracedObject) {
        handingOnOwnWork { queue.async { self.run(by: scheduler) } }
    }

    private func run(by scheduler: TracedObject) {
        while var pieces = takeAll() {
            pieces.reverse()
            // Each piece is let go as soon as it has run, as a block would be.
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
