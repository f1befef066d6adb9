import Dispatch
import Testing

/// Of tests with `#expect(processExitsWith:)`: what follows the end of the process runs at once, on a thread for such tests.
///
/// Elsewhere it would wait until a thread of the pool is free, which is behind all other tests. Until then swift-testing,
/// which asks for ended processes all the time, would take a processor for itself (`_createWaitThread`, Swift 6.3).
public struct ExitTests: TestTrait, SuiteTrait, TestScoping {
    public var isRecursive: Bool { true }

    /// Threads that such tests run on.
    public static let executor: any TaskExecutor = QueueExecutor()

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(Self.executor) { try await function() }
    }

    private final class QueueExecutor: TaskExecutor {
        private let queue = DispatchQueue(label: "rxtrace.exit-tests", attributes: .concurrent)

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }
}

extension Trait where Self == ExitTests {
    /// The test starts processes by `#expect(processExitsWith:)`.
    public static var exits: Self { ExitTests() }
}
