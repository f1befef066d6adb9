import Synchronization

/// A truth value that several threads change.
final class Flag: Sendable {
    private let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .sequentiallyConsistent) }

    /// Sets the value. Returns what it was.
    func exchange(_ newValue: Bool) -> Bool {
        value.exchange(newValue, ordering: .sequentiallyConsistent)
    }
}
