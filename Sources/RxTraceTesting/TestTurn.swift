import RxInstrumented
import RxTraceKit
import Synchronization

/// Lets one recording run at a time that no thread owns: a traced test's, or that of an asynchronous closure.
actor TestTurn {
    static let shared = TestTurn()

    /// Whether the current task runs in such a recording already: what it records is a part of that one.
    @TaskLocal static var isTaken = false

    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func take() async {
        guard isTaken else {
            isTaken = true
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    func leave() {
        if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
}

/// The recordings that run on tests' own threads: as parts of one that no thread owns, they would lose their calls if that
/// ended before them.
enum ThreadRecordings {
    private struct State {
        var running = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private static let state = Mutex(State())

    /// Runs `body`, which records.
    static func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        state.withLock { $0.running += 1 }
        defer {
            let waiting = state.withLock { state in
                state.running -= 1
                guard state.running == 0 else { return [CheckedContinuation<Void, Never>]() }
                defer { state.waiting = [] }
                return state.waiting
            }
            for continuation in waiting { continuation.resume() }
        }
        return try body()
    }

    /// Waits until none runs, and calls `body` before another begins: one that becomes a part of a recording that ends
    /// meanwhile would be left without calls.
    static func whenNoneRuns<Result: Sendable>(_ body: @Sendable () throws -> Result) async rethrows -> Result {
        while true {
            await ended()
            let result = try state.withLock { state in state.running == 0 ? try body() : nil }
            if let result { return result }
        }
    }

    private static func ended() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.running > 0 { state.waiting.append(continuation) }
                return state.running == 0
            }
            if isOver { continuation.resume() }
        }
    }
}
