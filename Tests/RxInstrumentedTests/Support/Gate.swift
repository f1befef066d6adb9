import Dispatch
import Testing

/// Holds a thread until another opens the gate. A test that would wait for ever fails instead, after longer than other
/// tests can keep the queues' threads busy: until these are done, work that a test gives a global queue may not begin.
final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func open() {
        semaphore.signal()
    }

    func wait(sourceLocation: SourceLocation = #_sourceLocation) {
        let result = semaphore.wait(timeout: .now() + .seconds(900))
        #expect(result == .success, "nobody opened the gate", sourceLocation: sourceLocation)
    }
}
