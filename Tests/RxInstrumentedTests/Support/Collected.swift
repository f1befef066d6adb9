import Foundation

/// Values that several threads add to.
final class Collected<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var collected: [Value] = []

    func add(_ value: Value) {
        lock.withLock { collected.append(value) }
    }

    var values: [Value] { lock.withLock { collected } }
}
