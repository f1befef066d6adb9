import Foundation
import RxInstrumented
import RxTraceKit
import RxTraceTestSupport
import Synchronization
import Testing

/// Recordings between `Trace.start` and `Trace.stop`. They are the whole process's, so each test has one of its own.
@Suite(.timeLimit(.generous)) struct StartedRecordingTests {
    @Test(.exits) func eachStartGivesAFreshTrace() async {
        await #expect(processExitsWith: .success) { try StartedPrograms.eachStartGivesAFreshTrace() }
    }

    @Test(.exits) func misuseLeavesTheRecordingRunning() async {
        await #expect(processExitsWith: .success) { try StartedPrograms.misuseLeavesTheRecordingRunning() }
    }

    @Test(.exits) func aRecordMeanwhileIsAPartOnAnyThread() async {
        await #expect(processExitsWith: .success) { try StartedPrograms.aRecordMeanwhileIsAPartOnAnyThread() }
    }

    @Test(.exits) func threadsOutliveRecordingsAndObjectsAreFreed() async {
        await #expect(processExitsWith: .success) { try StartedPrograms.threadsOutliveRecordingsAndObjectsAreFreed() }
    }

    @Test(.exits) func theFileIsTheTrace() async {
        await #expect(processExitsWith: .success) { try StartedPrograms.theFileIsTheTrace() }
    }

    @Test(.exits) func aFileThatCannotBeWrittenIsSaid() async {
        await #expect(processExitsWith: .success) { StartedPrograms.aFileThatCannotBeWrittenIsSaid() }
    }

    @Test(.exits) func whatIsNotStoppedIsFinishedAtExit() async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("exits-\(UUID()).rxtrace").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        await #expect(processExitsWith: .exitCode(7)) { [path = path as String] in
            try Trace.start("exits", to: path)
            PublishSubject<String>().onNext("before the exit")
            exit(7)
        }
        try expect(["before the exit"], in: path, problem: nil)
    }

    @Test(.exits) func aCrashWaitsForTheRecording() async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("crashes-\(UUID()).rxtrace").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        await #expect(processExitsWith: .signal(SIGABRT)) { [path = path as String] in
            try Trace.start("crashes", to: path)
            PublishSubject<String>().onNext("before the crash")
            abort()
        }
        try expect(["before the crash"], in: path, problem: .truncated)
    }

    @Test(.exits) func aForkedChildIsNotRecorded() async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("forks-\(UUID()).rxtrace").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        await #expect(processExitsWith: .success) { [path = path as String] in
            try Trace.start("parent", to: path)
            PublishSubject<String>().onNext("the parent's")
            let child = forkedChild()
            if child == 0 {
                PublishSubject<String>().onNext("the child's")
                // It may record on its own account, and ends in the usual way.
                let trace = Trace.record("child") { PublishSubject<String>().onNext("the child's own") }
                let isRight = StartedPrograms.values(trace) == ["the child's own"] && (try? Trace.stop()) == nil
                exit(isRight ? 0 : 1)
            }
            // A child that a lock of the parent's holds up for good is a failure, too.
            DispatchQueue.global().asyncAfter(deadline: .now() + 120) { kill(child, SIGKILL) }
            var status: Int32 = -1
            waitpid(child, &status, 0)
            #expect(status == 0)
            PublishSubject<String>().onNext("the parent's again")
            try Trace.stop()
        }
        try expect(["the parent's", "the parent's again"], in: path, problem: nil)
    }

    @Test(.exits) func onlyTheThreadThatStartsIsRecordedWhereAsked() async {
        await #expect(processExitsWith: .success) { try StartedPrograms.aPartOfTheThreadThatStarts() }
    }

    private func expect(_ values: Set<String>, in path: String, problem: TraceReadError.Kind?) throws {
        let recording = try TraceRecording(contentsOf: path)
        #expect(recording.problem?.kind == problem)
        #expect(StartedPrograms.values(try recording.trace()) == values)
    }

    @Test(.exits) func aRefusedStartLeavesTheFile() async {
        await #expect(processExitsWith: .success) { try StartedPrograms.aRefusedStartLeavesTheFile() }
    }
}

private enum StartedPrograms {
    static func aRefusedStartLeavesTheFile() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("refused-\(UUID()).rxtrace").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data("kept".utf8).write(to: URL(fileURLWithPath: path))
        let trace = Trace.record("around") {
            #expect(throws: RecordingError.self) { try Trace.start("refused", to: path) }
            PublishSubject<String>().onNext("recorded")
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "kept")
        #expect(values(trace).contains("recorded"))
    }

    private static func stopped() throws -> Trace { try #require(try Trace.stop()) }

    static func aPartOfTheThreadThatStarts() throws {
        let (isStarted, isDone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let trace = Mutex<Trace?>(nil)
        // Begun before the recording: none of its calls asks for the thread.
        Thread {
            isStarted.wait()
            PublishSubject<String>().onNext("another's")
            trace.withLock { $0 = try? Trace.stop() }
            isDone.signal()
        }.start()
        try Trace.start("mine", options: RecordingOptions(scope: .caused))
        PublishSubject<String>().onNext("mine")
        isStarted.signal()
        isDone.wait()
        #expect(trace.withLock { $0.map(values) } == ["mine"])
    }

    static func values(_ trace: Trace) -> Set<String> { Set(trace.calls.compactMap(\.event?.value)) }

    static func eachStartGivesAFreshTrace() throws {
        try Trace.start("first")
        PublishSubject<String>().onNext("in the first")
        let first = try stopped()
        PublishSubject<String>().onNext("in between")
        try Trace.start("second")
        PublishSubject<String>().onNext("in the second")
        let second = try stopped()

        #expect(first.scenario == "first")
        #expect(second.scenario == "second")
        #expect(values(first).contains("in the first"))
        #expect(values(first).isDisjoint(with: ["in between", "in the second"]))
        #expect(values(second).contains("in the second"))
        #expect(values(second).isDisjoint(with: ["in the first", "in between"]))
    }

    static func misuseLeavesTheRecordingRunning() throws {
        #expect(throws: RecordingError.self) { try Trace.stop() }
        try Trace.start("one")
        let misuse = #expect(throws: RecordingError.self) { try Trace.start("two") }
        #expect(misuse?.description == "cannot start 'two': another recording runs. End that first.")
        PublishSubject<String>().onNext("after the misuse")
        #expect(values(try stopped()).contains("after the misuse"))
        #expect(throws: RecordingError.self) { try Trace.stop() }
    }

    static func aRecordMeanwhileIsAPartOnAnyThread() throws {
        try Trace.start("whole")
        PublishSubject<String>().onNext("before the part")
        let part = Mutex<Trace?>(nil)
        let done = DispatchSemaphore(value: 0)
        Thread {
            let trace = Trace.record("part", options: RecordingOptions(scope: .caused)) {
                PublishSubject<String>().onNext("in the part")
            }
            part.withLock { $0 = trace }
            done.signal()
        }.start()
        done.wait()
        let whole = try stopped()
        #expect(part.withLock { $0.map(values) } == ["in the part"])
        #expect(values(whole).isSuperset(of: ["before the part", "in the part"]))
    }

    static func threadsOutliveRecordingsAndObjectsAreFreed() throws {
        try whileThreads(3) { _ in
            let subject = PublishSubject<Int>()
            subject.map { $0 + 1 }.subscribe(onNext: { _ in }).dispose()
            subject.onNext(1)
        } main: {
            for round in 0..<TestLength.times(4, long: 10) {
                try Trace.start("round \(round)")
                Thread { PublishSubject<String>().onNext("ends") }.start()
                PublishSubject<String>().onNext("round \(round)")
                let trace = try stopped()
                let nodes = Set(trace.nodes.map(\.id))
                #expect(nodes.count == trace.nodes.count)
                #expect(trace.calls.allSatisfy { $0.node.map(nodes.contains) ?? true })
                #expect(values(trace).contains("round \(round)"))
                #expect(!values(trace).contains("round \(round - 1)"))
            }
        }
    }

    static func theFileIsTheTrace() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("started-\(UUID()).rxtrace").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        for value in ["old", "new"] {
            try Trace.start("file", to: path)
            for _ in 0..<5_000 { PublishSubject<String>().onNext(value) }
            let trace = try Trace.stop()
            #expect(trace == nil)
            PublishSubject<String>().onNext("late")
            let recording = try TraceRecording(contentsOf: path)
            #expect(recording.problem == nil)
            #expect(recording.scenario == "file")
            var found: [String: Int] = [:]
            try recording.forEachCall { if let value = $0.event?.value { found[value, default: 0] += 1 } }
            #expect(found[value, default: 0] >= 5_000)
            #expect(found["late"] == nil)
            #expect(value == "old" || found["old"] == nil)
        }
    }

    static func aFileThatCannotBeWrittenIsSaid() {
        do {
            try Trace.start("x", to: "/no such folder/x.rxtrace")
            Issue.record("started")
        } catch {
            #expect(
                "\(error)"
                    == "cannot record into /no such folder/x.rxtrace: No such file or directory. Give another path.")
        }
    }
}

/// `fork`, which Swift does not offer for good reasons, with one thread to take along.
private func forkedChild() -> pid_t {
    typealias Fork = @convention(c) () -> pid_t
    guard let symbol = dlsym(nil, "fork") else { return -1 }
    return unsafeBitCast(symbol, to: Fork.self)()
}
