import Dispatch
import Foundation
import RxInstrumented
import RxTraceKit
import RxTraceSamples
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

    private func canonicalBytes(of sample: Scenario) -> String {
        JSONRenderer(times: false).string(from: record(sample).canonical())
    }

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
    func twoHundredRunsGiveTheSameBytes(sample: Scenario) {
        let first = canonicalBytes(of: sample)
        let others = (0..<200).filter { _ in canonicalBytes(of: sample) != first }
        #expect(others.isEmpty, "\(others.count) of 200 runs gave other bytes")
    }

    @Test(arguments: onAnyThread)
    func runsUnderLoadGiveTheSameBytes(sample: Scenario) {
        let first = canonicalBytes(of: sample)
        underLoad {
            let others = (0..<20).filter { _ in canonicalBytes(of: sample) != first }
            #expect(others.isEmpty, "\(others.count) of 20 runs gave other bytes")
        }
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
