import Dispatch
import Synchronization

/// The work that waits for a serial queue to which nobody but one scheduler hands work: a single block on the queue runs
/// all that waits, piece by piece.
///
/// The pieces run in the order and on the threads they would have as blocks of their own, at a fraction of the price.
/// That ends once a timer is set on the queue, whose handler takes its place between two pieces: the line is then
/// closed, and each piece gets a block of its own.
///
/// Pieces are linked into a stack, which the block takes as a whole and turns round, so that threads that schedule never
/// wait for each other nor for the block.
final class WorkLine {
    /// Scheduled work.
    final class Piece {
        let ticket: ScheduleTicket
        /// Cancels the piece; nil where nothing can.
        let cancel: SingleAssignmentDisposable?
        let action: () -> Void
        /// The piece scheduled before this one, once both are in the line; retained.
        fileprivate var previous: UInt = 0

        init(ticket: ScheduleTicket, cancel: SingleAssignmentDisposable?, action: @escaping () -> Void) {
            self.ticket = ticket
            self.cancel = cancel
            self.action = action
        }

        func run(by scheduler: TracedObject) {
            if let cancel, cancel.isDisposed { return }
            ticket.invoke(scheduler, action)
        }
    }

    /// Nothing waits, and no block is on its way.
    private static let idle: UInt = 0
    /// Nothing waits, and a block is on its way or runs. Not the address of a piece.
    private static let running: UInt = 1

    private let queue: DispatchQueue
    /// The latest piece, retained, or one of the above.
    private let latest = Atomic<UInt>(idle)
    private let isClosed = Atomic<Bool>(false)

    init(_ queue: DispatchQueue) {
        self.queue = queue
    }

    deinit {
        // A block keeps the line alive, so that nothing waits here.
        assert(latest.load(ordering: .relaxed) <= Self.running)
    }

    func append(_ piece: Piece, by scheduler: TracedObject) {
        if isClosed.load(ordering: .sequentiallyConsistent) {
            handingOnOwnWork {
                queue.async {
                    // Work that a thread added as the line was being closed comes before the work it scheduled after
                    // that.
                    self.run(by: scheduler)
                    piece.run(by: scheduler)
                }
            }
            return
        }
        let added = UInt(bitPattern: Unmanaged.passRetained(piece).toOpaque())
        var before = latest.load(ordering: .relaxed)
        while true {
            piece.previous = before
            let (exchanged, original) = latest.compareExchange(
                expected: before, desired: added, ordering: .sequentiallyConsistent)
            if exchanged { break }
            before = original
        }
        if before == Self.idle { startRun(by: scheduler) }
    }

    /// Gives each piece that is scheduled from now on a block of its own.
    func close(by scheduler: TracedObject) {
        guard !isClosed.exchange(true, ordering: .sequentiallyConsistent) else { return }
        // A piece that waits now may be on its way only once the thread that added it goes on; it is to come before the
        // timer.
        startRun(by: scheduler)
    }

    private func startRun(by scheduler: TracedObject) {
        handingOnOwnWork { queue.async { self.run(by: scheduler) } }
    }

    private func run(by scheduler: TracedObject) {
        while let newest = takeAll() {
            var next: Piece? = Self.turnedRound(newest)
            while let piece = next {
                next = Self.piece(piece.previous)
                piece.previous = Self.idle
                piece.run(by: scheduler)
                // Each piece is released as soon as it has run, as a block would be.
            }
        }
    }

    /// Takes all that waits, or lets the line be idle if nothing does.
    private func takeAll() -> Piece? {
        let taken = latest.exchange(Self.running, ordering: .acquiringAndReleasing)
        if taken > Self.running { return Self.piece(taken) }
        let (isIdle, _) = latest.compareExchange(
            expected: Self.running, desired: Self.idle, ordering: .acquiringAndReleasing)
        return isIdle ? nil : takeAll()
    }

    /// The oldest of the pieces linked from `newest`, each now linked to the one after it.
    private static func turnedRound(_ newest: Piece) -> Piece {
        var piece = newest
        var after = idle
        while true {
            let previous = piece.previous
            piece.previous = after
            guard let older = Self.piece(previous) else { return piece }
            after = UInt(bitPattern: Unmanaged.passRetained(piece).toOpaque())
            piece = older
        }
    }

    /// The piece a link leads to, which the link no longer retains.
    private static func piece(_ link: UInt) -> Piece? {
        guard link > running, let address = UnsafeRawPointer(bitPattern: link) else { return nil }
        return Unmanaged<Piece>.fromOpaque(address).takeRetainedValue()
    }
}
