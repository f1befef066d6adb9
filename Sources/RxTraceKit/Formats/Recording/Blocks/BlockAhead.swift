import Dispatch

/// The next block of a thread's calls, decoded on another core meanwhile.
///
/// What is decoded is used by one thread at a time: from ``start(_:of:)`` on by the queue's work alone, which signals as
/// the last thing it does, and again by the owner once it has waited for that.
final class BlockAhead: @unchecked Sendable {
    private var calls = RecordedCalls()
    private var failure: (any Error)?
    private var isUnderWay = false
    private let isDone = DispatchSemaphore(value: 0)

    /// Begins to decode a block.
    func start(_ block: RecordingBlocks.Calls, of blocks: RecordingBlocks) {
        wait()
        isUnderWay = true
        DispatchQueue.global(qos: .userInitiated).async { [self] in
            do {
                try calls.read(block, of: blocks)
            } catch {
                failure = error
            }
            isDone.signal()
        }
    }

    /// Puts the decoded block in the place of another; false where none was begun.
    func take(into other: inout RecordedCalls) throws -> Bool {
        guard isUnderWay else { return false }
        wait()
        if let failure {
            self.failure = nil
            throw failure
        }
        swap(&calls, &other)
        return true
    }

    /// Waits until no other thread uses it.
    func wait() {
        if isUnderWay { isDone.wait() }
        isUnderWay = false
    }
}
