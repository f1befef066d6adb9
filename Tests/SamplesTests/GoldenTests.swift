import RxInstrumented
import Samples
import Testing
import TraceKit

extension Scenario: CustomTestStringConvertible {
    public var testDescription: String { name }
}

/// Records a sample as the command line does: on the main thread.
@MainActor
func canonicalTrace(of sample: Scenario) -> Trace {
    Trace.record(sample.name, options: RecordingOptions(scope: .caused), sample.run).canonical()
}

@MainActor
@Suite struct GoldenTests {
    @Test(arguments: Samples.all)
    func theChainIsAsRecorded(sample: Scenario) throws {
        let trace = canonicalTrace(of: sample)
        try GoldenFile(name: "\(sample.name).json").expect(JSONRenderer(times: false).string(from: trace))
        try GoldenFile(name: "\(sample.name).txt").expect(TreeRenderer().string(from: trace))
    }

    @Test(arguments: Samples.all)
    func manyRunsGiveTheSameBytes(sample: Scenario) {
        let renderer = JSONRenderer(times: false)
        let first = renderer.string(from: canonicalTrace(of: sample))
        let others = (0..<200).filter { _ in renderer.string(from: canonicalTrace(of: sample)) != first }
        #expect(others.isEmpty, "\(others.count) of 200 runs gave other bytes")
    }

    @Test(arguments: Samples.all)
    func everyCallIsClosed(sample: Scenario) {
        let trace = Trace.record(sample.name, options: RecordingOptions(scope: .caused), sample.run)
        #expect(trace.calls.allSatisfy { $0.duration != nil })
        #expect(trace.dropped == 0)
    }

    @Test func everySampleHasANameOfItsOwnAndASummary() {
        #expect(Set(Samples.all.map(\.name)).count == Samples.all.count)
        #expect(Samples.all.allSatisfy { !$0.summary.isEmpty })
    }
}
