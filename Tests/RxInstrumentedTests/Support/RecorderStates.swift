import Foundation
import Synchronization
import Testing

@testable import RxInstrumented

/// What a recorder does while a test of behaviour runs: nothing may depend on it.
///
/// A recording is of the whole process. So the states have processes of their own, which run one test after the other:
/// `RecorderMatrixTests` starts them.
enum RecorderState: CustomStringConvertible {
    /// A recording runs from before the test to its end.
    case on
    /// It starts as the library is about to call so many times into foreign code: a handler, an observer, a disposable.
    case started(entry: Int)
    /// It runs before and stops there.
    case stopped(entry: Int)

    /// The variable that says what it is in a process.
    static let variable = "RXTRACE_TEST_RECORDER"

    /// What it is in this process; nil where the recorder is left alone.
    static let current = RecorderState(ProcessInfo.processInfo.environment[variable] ?? "")

    private init?(_ text: String) {
        let words = text.split(separator: " ")
        switch (words.first, words.last.flatMap { Int($0) }) {
        case ("on", _): self = .on
        case ("started", let entry?): self = .started(entry: entry)
        case ("stopped", let entry?): self = .stopped(entry: entry)
        default: return nil
        }
    }

    var description: String {
        switch self {
        case .on: "on"
        case .started(let entry): "started \(entry)"
        case .stopped(let entry): "stopped \(entry)"
        }
    }
}

/// Runs each test of a suite as the process's ``RecorderState`` says.
///
struct RecorderStateTrait: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil, let state = RecorderState.current else { return try await function() }
        StateSwitch.begin(state)
        defer { StateSwitch.end() }
        try await function()
    }
}

/// For a test that records, with options of its own: it has its recording to itself.
struct OwnRecordingTrait: TestTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        if RecorderState.current != nil { StateSwitch.end() }
        try await function()
    }
}

extension Trait where Self == OwnRecordingTrait {
    /// The test records: whatever the recorder's state is, nothing else does meanwhile.
    static var recordsItself: Self { OwnRecordingTrait() }
}

extension Trait where Self == RecorderStateTrait {
    /// The suite's tests show behaviour, which is the same whatever the recorder does.
    static var everyRecorderState: Self { RecorderStateTrait() }
}

/// Starts and stops the recording of the test that runs.
enum StateSwitch {
    private enum Turn: Int {
        case none, start, stop
    }

    // What is to be done, and how many entries before that. No lock: it is asked at each entry.
    private static let turn = Atomic(Turn.none.rawValue)
    private static let entriesLeft = Atomic(0)
    private static let switches = Atomic(0)
    private static let install: Void = {
        #if DEBUG
            HeldLocks.onEntry = entered
        #endif
    }()

    /// How often a recording was started or stopped in the middle of a test.
    static var count: Int { switches.load(ordering: .relaxed) }

    static func begin(_ state: RecorderState) {
        _ = install
        switch state {
        case .on: start()
        case .started(let entry): arm(.start, entry)
        case .stopped(let entry):
            start()
            arm(.stop, entry)
        }
    }

    /// Keeps the recorder as it is until the test's end: the test records a part by itself.
    static func hold() {
        turn.store(Turn.none.rawValue, ordering: .relaxed)
    }

    static func end() {
        hold()
        _ = try? Trace.stop()
        unlink(path)
    }

    private static func arm(_ next: Turn, _ entry: Int) {
        entriesLeft.store(entry, ordering: .relaxed)
        turn.store(next.rawValue, ordering: .releasing)
    }

    private static func entered() {
        guard let next = Turn(rawValue: turn.load(ordering: .acquiring)), next != .none,
            entriesLeft.subtract(1, ordering: .relaxed).newValue == 0
        else { return }
        switches.add(1, ordering: .relaxed)
        if next == .start { start() } else { _ = try? Trace.stop() }
    }

    // Where the test itself records, its recording is the one that runs. Nobody reads this one: it is in a file, so that
    // no trace is made of it.
    private static func start() {
        try? Trace.start("test", to: path)
    }

    private static let path = FileManager.default.temporaryDirectory.appending(path: "rxtrace-test-\(getpid()).rxtrace")
        .path(percentEncoded: false)
}
