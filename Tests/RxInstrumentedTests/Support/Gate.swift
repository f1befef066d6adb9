import Dispatch
import Testing

/// Holds a thread until another opens the gate. A test that would wait for ever fails instead.
final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func open() {
        semaphore.signal()
    }

    func wait(sourceLocation: SourceLocation = #_sourceLocation) {
        let result = semaphore.wait(timeout: .now() + .seconds(30))
        #expect(result == .success, "nobody opened the gate", sourceLocation: sourceLocation)
    }
}
