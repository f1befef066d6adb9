import Synchronization

/// How far an input has been read, for somebody who shows it on another thread meanwhile.
package final class ReadingMeter: Sendable {
    private let bytes = Atomic<Int>(0)
    private let size = Atomic<Int>(0)
    private let passes = Atomic<Int>(0)

    package init() {}

    /// How many bytes were read in this pass through the input.
    package var done: Int { bytes.load(ordering: .relaxed) }
    /// How many there are; 0 where that is not known.
    package var total: Int { size.load(ordering: .relaxed) }
    /// Which pass it is, from 1.
    package var pass: Int { passes.load(ordering: .relaxed) }

    /// Begins another pass through all bytes.
    func begin(total: Int) {
        bytes.store(0, ordering: .relaxed)
        size.store(total, ordering: .relaxed)
        passes.add(1, ordering: .relaxed)
    }

    package func add(_ count: Int) { bytes.add(count, ordering: .relaxed) }
}
