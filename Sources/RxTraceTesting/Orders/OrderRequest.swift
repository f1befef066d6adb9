import Foundation
import RxTraceExploring
import Testing

/// The orders in which a test asks to be run: many, or one.
struct OrderRequest: Sendable {
    var orders = 500
    /// The token of the only one; nil for many.
    var order: String?
    /// The path of the recording that the order is to lead along; nil for none.
    var like: String?
    var seed = 1
    var comparing = ComparedOutcome.all
    /// In seconds, for one order.
    var timeout = 10
    /// Where recordings are left; nil for beside the test's file.
    var folder: String?

    /// Why the test fails; nil where it does not.
    ///
    /// - Parameters:
    ///   - test: the one that runs now; nil where it is none of Swift Testing's.
    ///   - body: which of the test's bodies is run.
    ///   - file: its source.
    func failure(of test: Test?, body: String, file: String) -> String? {
        guard let test else {
            return "There is no test of Swift Testing's here. In a test of XCTest's, call XCTAssertOneOutcome."
        }
        guard !test.isParameterized else {
            return """
                A test with arguments has no orders, and no virtual time, of its own. Write one per argument that matters.
                """
        }
        return failure(of: ExploredTest(test, body: body, folder: folder ?? TraceExpectation.folder(for: file)))
    }

    /// The same, away from the threads that tasks run on: it waits for many processes.
    func failureAside(
        of test: Test?, body: String, file: String, isolation: isolated (any Actor)? = #isolation
    ) async -> String? {
        await Self.aside { failure(of: test, body: body, file: file) }
    }

    func failureAside(of test: ExploredTest, isolation: isolated (any Actor)? = #isolation) async -> String? {
        await Self.aside { failure(of: test) }
    }

    private static func aside(
        isolation: isolated (any Actor)? = #isolation, _ work: @escaping @Sendable () -> String?
    ) async -> String? {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: work()) }
        }
    }

    func failure(of test: ExploredTest) -> String? {
        if let like { return test.failure(like: like, limits, timeLimit: timeout) }
        guard let order else { return test.failure(limits, comparing: comparing, timeLimit: timeout) }
        guard let order = ThreadOrder(token: order) else {
            return "'\(order)' names no order of threads. Take one from a failure of expectOneOutcome or .orders."
        }
        return test.failure(in: order, timeLimit: timeout)
    }

    private var limits: OrderSearch.Limits {
        var limits = OrderSearch.Limits()
        limits.orders = max(1, orders)
        limits.seed = UInt64(max(0, seed))
        limits.jobs = ProcessInfo.processInfo.activeProcessorCount
        return limits
    }
}
