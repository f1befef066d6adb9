/// How far a sequence of inner observables is: how many of them are active, and whether more may come.
///
/// It has ended from before its last event is passed on: what an observer of that event sets going (a window's time, an
/// element that it sends) begins nothing any more, and is not passed on.
@usableFromInline
struct MergeProgress {
    @usableFromInline enum Phase {
        /// More inner observables may come.
        case open
        /// No more come; the last to complete ends the sequence.
        case closing
        /// The last event is being passed on, or was.
        case ended
    }

    @usableFromInline var phase = Phase.open
    @usableFromInline var activeCount = 0

    @inlinable init() {}

    @inlinable var hasEnded: Bool { phase == .ended }

    /// Inner observables begin.
    @inlinable mutating func begin(_ count: Int = 1) {
        activeCount += count
    }

    /// An inner observable has completed. Returns whether that ends the sequence.
    @inlinable mutating func end() -> Bool {
        activeCount -= 1
        return endIfOver()
    }

    /// No further inner observable will come. Returns whether that ends the sequence.
    @inlinable mutating func close() -> Bool {
        if phase == .open { phase = .closing }
        return endIfOver()
    }

    /// An error ends the sequence. Returns false if it has ended before.
    @inlinable mutating func fail() -> Bool {
        defer { phase = .ended }
        return phase != .ended
    }

    @inlinable mutating func endIfOver() -> Bool {
        guard phase == .closing, activeCount == 0 else { return false }
        phase = .ended
        return true
    }
}
