import RxInstrumented
import RxTraceKit

/// The calls of a test's closure.
enum TestRecording {
    /// Records the calls of this thread and the work they schedule.
    static func record(_ name: String, _ body: () throws -> Void) rethrows -> Trace {
        try ThreadRecordings.run { try Trace.record(name, options: RecordingOptions(scope: .caused), body) }
    }

    /// Records the calls of a task that runs `body`, and the work they schedule.
    ///
    /// - Throws: the errors of `body`, and `RecordingError` where the program records by itself.
    static func record(
        _ name: String, isolation: isolated (any Actor)?, _ body: @escaping () async throws -> Void
    ) async throws -> Trace {
        if TestTurn.isTaken { return try await part(name, isolation: isolation, body) }
        await TestTurn.shared.take()
        let recorded = await recorded(name, isolation: isolation, body)
        await TestTurn.shared.leave()
        return CausedPart(of: try recorded.get(), below: name).trace
    }

    /// The calls of all threads while `body` runs.
    private static func recorded(
        _ name: String, isolation: isolated (any Actor)?, _ body: @escaping () async throws -> Void
    ) async -> Result<Trace, any Error> {
        do {
            try await start(name, options: RecordingOptions())
        } catch {
            return .failure(error)
        }
        let outcome = await outcome(name, isolation: isolation, body)
        return await stop(name).flatMap { trace in outcome.map { trace } }
    }

    /// Starts a recording as soon as none runs on another test's thread.
    ///
    /// - Throws: `RecordingError` where the program records by itself.
    static func start(_ name: String, options: RecordingOptions) async throws {
        try await ThreadRecordings.whenNoneRuns { try Trace.start(name, options: options) }
    }

    /// Ends the recording that was started, as soon as none on another test's thread is a part of it.
    static func stop(_ name: String) async -> Result<Trace, any Error> {
        await ThreadRecordings.whenNoneRuns { Result { try Trace.stop() ?? Trace(scenario: name) } }
    }

    /// Within the recording of a traced test.
    private static func part(
        _ name: String, isolation: isolated (any Actor)?, _ body: @escaping () async throws -> Void
    ) async throws -> Trace {
        let recording = Recording.begin(RecordingOptions())
        let outcome = await outcome(name, isolation: isolation, body)
        let trace = recording.end(scenario: name)
        try outcome.get()
        return CausedPart(of: trace, below: name).trace
    }

    /// Runs `body` in a task of its own, which is made in a mark: what comes of it hangs below.
    private static func outcome(
        _ name: String, isolation: isolated (any Actor)?, _ body: @escaping () async throws -> Void
    ) async -> Result<Void, any Error> {
        let closure = Handed(body: body)
        let task = Trace.mark(name) {
            TestTurn.$isTaken.withValue(true) {
                Task {
                    _ = isolation
                    return try await closure.body()
                }
            }
        }
        return await task.result
    }

    /// A closure that another task runs while the one that has it waits for that.
    private struct Handed: @unchecked Sendable {
        let body: () async throws -> Void
    }
}

/// The part of a trace that comes of a mark: other tests make calls of their own at the same time.
struct CausedPart {
    let trace: Trace

    /// - Parameters:
    ///   - whole: the calls of all threads.
    ///   - text: the mark's. Where nothing was handed on in it, hops are not known here, and all calls count.
    init(of whole: Trace, below text: String) {
        var kept: Set<Int> = []
        var begun: Set<Int> = []
        var bags: Set<Int> = []
        var part = whole
        part.calls = whole.calls.filter { call in
            let isRoot = call.operation == .mark && call.label == text && kept.isEmpty
            let isCaused = [call.parent, call.cause].contains { $0.map(kept.contains) == true }
            // What a task does with a bag or a disposable, outside of any other call, has no cause: it goes by what it is
            // done to.
            let isKnown =
                call.parent == nil && call.cause == nil
                && (call.subscription.map(begun.contains) == true || call.node.map(bags.contains) == true)
            guard isRoot || isCaused || isKnown else { return false }
            kept.insert(call.id)
            if call.operation == .subscribe, let row = call.subscription { begun.insert(row) }
            if call.operation == .insert, let bag = call.node { bags.insert(bag) }
            return true
        }
        guard part.calls.contains(where: { $0.operation == .hop }) else {
            trace = whole
            return
        }
        part.subscriptions = whole.subscriptions.filter { begun.contains($0.id) }
        trace = part
    }
}
