import RxInstrumented
import Synchronization

/// A count that several closures share.
final class AtomicCounter: Sendable {
    private let count: Atomic<Int>

    init(_ count: Int) {
        self.count = Atomic(count)
    }

    var value: Int { count.load(ordering: .acquiring) }

    /// Returns the count after it.
    @discardableResult
    func increment() -> Int {
        count.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
    }

    /// Returns the count after it.
    @discardableResult
    func decrement() -> Int {
        count.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue
    }
}
