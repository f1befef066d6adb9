import Foundation
import RxTraceKit
import RxTraceSamples
import RxTraceTestSupport
import Testing

/// The samples that need a main thread of their own, replayed by the command: what the other samples' tests do in this
/// process.
@Suite(.timeLimit(.generous)) struct MainThreadSampleTests {
    static let samples = Samples.all.filter(\.needsMainThread)

    /// Without places in the source: the golden traces have them.
    private func document(of sample: Scenario) throws -> String {
        let result = try BuiltCommand.run(["json", sample.name, "--canonical", "--no-times", "--sites", "none"])
        try #require(result.status == 0, "\(result.errors)")
        return result.output
    }

    @Test(arguments: samples)
    func everyRunGivesTheSameBytes(sample: Scenario) throws {
        let runs = TestLength.times(3, long: 200)
        let first = try document(of: sample)
        let others = try (0..<runs).count { _ in try document(of: sample) != first }
        #expect(others == 0, "\(others) of \(runs) runs gave other bytes")
    }

    @Test(arguments: samples)
    func nothingIsLeftAndNothingIsLost(sample: Scenario) throws {
        let trace = try TraceReader.read(SampleRun.of(sample.name).document, named: sample.name)
        #expect(trace.subscriptions.allSatisfy { $0.ended != nil })
        #expect(trace.dropped == 0)
        #expect(!trace.calls.isEmpty)
    }
}
