import Foundation
import RxTraceKit
import RxTraceSamples
import Testing

/// The samples that need a main thread of their own, replayed by the command: what the other samples' tests do in this
/// process.
@Suite(.serialized) struct MainThreadSampleTests {
    static let samples = Samples.all.filter(\.needsMainThread)

    private func document(of sample: Scenario) throws -> String {
        let result = try BuiltCommand.run(["json", sample.name, "--canonical", "--no-times"])
        try #require(result.status == 0, "\(result.errors)")
        return result.output
    }

    /// As many as a suite has the time for; `RXTRACE_SAMPLE_RUNS=200` asks for more.
    private static let runs = ProcessInfo.processInfo.environment["RXTRACE_SAMPLE_RUNS"].flatMap { Int($0) } ?? 20

    @Test(arguments: samples)
    func manyRunsGiveTheSameBytes(sample: Scenario) throws {
        let first = try document(of: sample)
        var others = 0
        for _ in 0..<Self.runs where try document(of: sample) != first { others += 1 }
        #expect(others == 0, "\(others) of \(Self.runs) runs gave other bytes")
    }

    @Test(arguments: samples)
    func nothingIsLeftAndNothingIsLost(sample: Scenario) throws {
        let trace = try TraceReader.read(try document(of: sample), named: sample.name)
        #expect(trace.subscriptions.allSatisfy { $0.ended != nil })
        #expect(trace.dropped == 0)
        #expect(!trace.calls.isEmpty)
    }
}
