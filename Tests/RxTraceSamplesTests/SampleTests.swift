import Dispatch
import Foundation
import RxInstrumented
import RxTraceKit
import RxTraceSamples
import RxTraceTestSupport
import Synchronization
import Testing

extension Scenario: CustomTestStringConvertible {
    public var testDescription: String { name }
}

@Suite struct SampleTests {
    /// Those that run on any thread. The command's tests replay the others, which need the main one.
    static let onAnyThread = Samples.all.filter { !$0.needsMainThread }

    private func record(_ sample: Scenario) -> Trace {
        Trace.record(sample.name, options: RecordingOptions(scope: .caused), sample.run)
    }

    private func bytes(of trace: Trace) -> String {
        JSONRenderer(times: false).string(from: trace.canonical())
    }

    private func canonicalBytes(of sample: Scenario) -> String { bytes(of: record(sample)) }

    /// Runs `body` while all processors are kept busy.
    private func underLoad(_ body: () -> Void) {
        let load = Load()
        let group = DispatchGroup()
        for _ in 0..<2 * ProcessInfo.processInfo.activeProcessorCount {
            group.enter()
            Thread {
                load.work()
                group.leave()
            }.start()
        }
        body()
        load.isOver.store(true, ordering: .relaxed)
        group.wait()
    }

    private final class Load: Sendable {
        let isOver = Atomic<Bool>(false)

        func work() {
            while !isOver.load(ordering: .relaxed) {}
        }
    }

    @Test(arguments: onAnyThread)
    func everyRunGivesTheSameBytes(sample: Scenario) {
        let runs = TestLength.times(3, long: 200)
        let first = canonicalBytes(of: sample)
        let others = (0..<runs).filter { _ in canonicalBytes(of: sample) != first }
        #expect(others.isEmpty, "\(others.count) of \(runs) runs gave other bytes")
    }

    @Test(arguments: onAnyThread)
    func everySampleComesBackFromEveryFormatThatIsRead(sample: Scenario) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "sample-\(UUID().uuidString).rxtrace")
            .path(percentEncoded: false)
        defer { try? FileManager.default.removeItem(atPath: file) }
        try Trace.record(sample.name, to: file, options: RecordingOptions(scope: .caused), sample.run)
        let losses = try RoundTrip.losses(of: TraceRecording(contentsOf: file))
        #expect(losses.isEmpty, "\(losses)")
    }

    /// In a process of its own: here, the load would last for as long as the recordings wait for those of other tests.
    @Test(.exits) func runsUnderLoadGiveTheSameBytes() async {
        await #expect(processExitsWith: .success) {
            let tests = SampleTests()
            let runs = TestLength.times(1, long: 20)
            let first = Self.onAnyThread.map(tests.canonicalBytes)
            var loaded: [[Trace]] = []
            tests.underLoad {
                loaded = Self.onAnyThread.map { sample in (0..<runs).map { _ in tests.record(sample) } }
            }
            for (index, sample) in Self.onAnyThread.enumerated() {
                let others = loaded[index].count { tests.bytes(of: $0) != first[index] }
                #expect(others == 0, "\(sample.name): \(others) of \(runs) runs gave other bytes")
            }
        }
    }

    /// Its calls stand in the order of their causes, and a golden file has no times: the rows still follow each other as
    /// they did in time.
    @Test(arguments: onAnyThread, [Zoom.user, .operators])
    func theCanonicalTreeHasItsRowsInTheOrderOfTime(sample: Scenario, zoom: Zoom) throws {
        let trace = record(sample)
        guard trace.threads.count == 1 else { return }
        func rows(_ trace: Trace) -> [String] {
            TreeRenderer(zoom: zoom, folds: false).string(from: trace).split(separator: "\n").map {
                String($0.replacing(#/[@#]\d+|subscription \d+/#, with: ""))
            }
        }
        let recorded = rows(trace)
        #expect(rows(trace.canonical()) == recorded)
        #expect(rows(try TraceReader.read(bytes(of: trace), named: "golden")) == recorded)
    }

    @Test(arguments: onAnyThread)
    func everyCallIsClosed(sample: Scenario) {
        let trace = record(sample)
        #expect(trace.calls.allSatisfy { $0.duration != nil })
        #expect(trace.dropped == 0)
    }

    @Test func everySampleHasANameOfItsOwnAndASummary() {
        #expect(Set(Samples.all.map(\.name)).count == Samples.all.count)
        #expect(Samples.all.allSatisfy { !$0.summary.isEmpty })
    }

    @Test func theLeakIsTheOnlySampleWithALiveSubscription() {
        let leaky = Self.onAnyThread.filter { sample in record(sample).subscriptions.contains { $0.ended == nil } }
        #expect(leaky.map(\.name) == ["leak"])
    }
}
