import Synchronization

/// Values that several threads add to.
final class Collected<Value>: @unchecked Sendable {
    private let lock = Mutex<Void>(())
    private var collected: [Value] = []

    func add(_ value: Value) {
        lock.withLock { _ in collected.append(value) }
    }

    var values: [Value] { lock.withLock { _ in collected } }
}
