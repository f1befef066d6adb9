import Foundation
import RxInstrumented
import RxTraceKit
import RxTraceTestSupport
import Synchronization
import Testing

/// Recordings of which only the end is kept, or only so much. Each has a process of its own.
@Suite(.timeLimit(.generous)) struct LastPartTests {
    @Test(.exits) func theLastCallsAreKeptInMemory() async {
        await #expect(processExitsWith: .success) { LastPartPrograms.inMemory() }
    }

    @Test(.exits) func theLastCallsAreKeptInAFile() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("last-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("last.rxtrace").path
        await #expect(processExitsWith: .success) { [path = path as String] in
            try LastPartPrograms.inAFile(path)
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(left == ["last.rxtrace"])
    }

    @Test(.exits) func aFileStaysBelowItsBytes() async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("bytes-\(UUID()).rxtrace").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        await #expect(processExitsWith: .success) { [path = path as String] in
            try LastPartPrograms.bytes(path)
        }
    }

    @Test(.exits) func allThreadsSpeakOfKnownObjects() async {
        await #expect(processExitsWith: .success) { LastPartPrograms.threads() }
    }

    @Test(.exits) func sinksDoWhatTheirObservablesDoLongAfterThoseAreForgotten() async {
        await #expect(processExitsWith: .success) { LastPartPrograms.sinks() }
    }

    @Test(.exits) func aFilesLimitEndsTheRecordingAndIsCounted() async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("limit-\(UUID()).rxtrace").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        await #expect(processExitsWith: .success) { [path = path as String] in
            try LastPartPrograms.limit(path)
        }
    }

    @Test(.exits) func withoutSitesThereAreNone() async {
        await #expect(processExitsWith: .success) {
            let trace = Trace.record("sites", options: RecordingOptions(hasSites: false)) {
                _ = Observable.just(1).subscribe()
            }
            #expect(trace.nodes.allSatisfy { $0.site == nil })
            #expect(trace.subscriptions.allSatisfy { $0.site == nil })
            #expect(trace.calls.count > 5)
        }
    }
}

private enum LastPartPrograms {
    private static func send(_ count: Int, _ subject: PublishSubject<Int>) {
        for number in 1...count { subject.onNext(number) }
    }

    private static func values(_ trace: Trace) -> [Int] {
        trace.calls.filter { $0.operation == .onCore }.compactMap { $0.event?.value.flatMap { Int($0) } }
    }

    /// How many calls one event of `subject.map.subscribe` makes.
    private static let callsAnEvent = 6

    static func inMemory() {
        for count in [100, TestLength.times(60_000, long: 600_000)] {
            let subject = PublishSubject<Int>()
            let trace = Trace.record("last", options: RecordingOptions(last: .calls(3_000))) {
                let subscription = subject.map { $0 }.subscribe()
                send(count, subject)
                subscription.dispose()
            }
            expectTheEnd(trace, of: count, atLeast: 3_000)
            #expect(trace.calls.count < 300_000)
        }
    }

    static func inAFile(_ path: String) throws {
        for count in [100, TestLength.times(40_000, long: 1_000_000)] {
            let subject = PublishSubject<Int>()
            try Trace.record("last", to: path, options: RecordingOptions(last: .calls(10_000))) {
                let subscription = subject.map { $0 }.subscribe()
                send(count, subject)
                subscription.dispose()
            }
            let recording = try TraceRecording(contentsOf: path)
            #expect(recording.problem == nil)
            expectTheEnd(try recording.trace(), of: count, atLeast: 10_000)
        }
    }

    private static func expectTheEnd(_ trace: Trace, of count: Int, atLeast least: Int) {
        let values = values(trace)
        #expect(values.last == count)
        #expect(values == Array((count - values.count + 1)...count), "what is kept has no gaps")
        #expect(trace.calls.count >= min(least, count * callsAnEvent))
        // Nothing is lost without being counted.
        let made = 4 + count * callsAnEvent
        #expect(trace.calls.count + trace.dropped >= made)
        #expect(trace.drops.last == trace.dropped)
        #expect(trace.nodes.allSatisfy { $0.type != "-" })
        #expect(trace.calls.contains { $0.operation == .dispose })
    }

    static func bytes(_ path: String) throws {
        let subject = PublishSubject<Int>()
        try Trace.start("bytes", to: path, options: RecordingOptions(values: .none, last: .bytes(1_000_000)))
        let subscription = subject.map { $0 }.subscribe()
        for _ in 0..<TestLength.times(8, long: 50) {
            send(20_000, subject)
            let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
            // The calls written at once may come on top.
            #expect(size < 2_000_000)
        }
        subscription.dispose()
        try Trace.stop()
        let recording = try TraceRecording(contentsOf: path)
        #expect(recording.problem == nil)
        #expect(recording.drops.last > 0)
        #expect(recording.callCount > 10_000)
    }

    static func threads() {
        for _ in 0..<TestLength.times(2, long: 5) {
            let shared = PublishSubject<Int>()
            let trace = Trace.record("threads", options: RecordingOptions(last: .calls(2_000))) {
                onThreads(4) { thread in
                    for round in 0..<4_000 {
                        let subscription = shared.map { $0 + thread }.filter { $0 > 0 }.subscribe()
                        if round % 3 == 0 { PublishSubject<Int>().onNext(round) }
                        if round % 100 == 0 { shared.onNext(round) }
                        subscription.dispose()
                    }
                }
            }
            #expect(trace.dropped > 0)
            #expect(trace.nodes.allSatisfy { $0.type != "-" }, "each part says what its calls speak of")
            let nodes = Set(trace.nodes.map(\.id))
            #expect(trace.calls.allSatisfy { $0.node.map(nodes.contains) ?? true })
        }
    }

    static func sinks() {
        let (subject, inner) = (PublishSubject<Int>(), PublishSubject<Int>())
        let trace = Trace.record("sinks", options: RecordingOptions(last: .calls(1_000))) {
            let subscription = subject.flatMapLatest { _ in inner }.scan(0, accumulator: +).subscribe()
            subject.onNext(0)
            send(60_000, inner)
            subscription.dispose()
        }
        #expect(trace.drops.last > 0)
        func does(_ behavior: Trace.Behavior, _ type: String) -> Bool {
            trace.nodes.contains { $0.type == type && $0.behaviors.contains(behavior) }
        }
        #expect(does(.accumulates, "ScanSink"))
        #expect(does(.switches, "SwitchSinkIter"), "an inner observer, which works for a sink")
    }

    static func limit(_ path: String) throws {
        let count = TestLength.times(200_000, long: 2_000_000)
        let subject = PublishSubject<Int>()
        let subscription = subject.map { $0 }.subscribe()
        try Trace.record("limit", to: path, options: RecordingOptions(fileLimit: 1_000_000)) {
            send(count, subject)
        }
        subscription.dispose()
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        let recording = try TraceRecording(contentsOf: path)
        #expect(recording.problem == nil)
        #expect(recording.drops.limit > 0)
        #expect(recording.callCount + recording.dropped == count * callsAnEvent)
        // The calls recorded by then may come on top.
        #expect((900_000..<2_000_000).contains(size))
        #expect(values(try recording.trace()).first == 1)
    }
}
