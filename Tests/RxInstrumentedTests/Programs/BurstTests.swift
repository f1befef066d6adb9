import RxTraceStress
import RxTraceTestSupport
import Testing

/// Whoever sends, ends or disposes from within any closure of an operator that holds inner subscriptions finds it sound:
/// events come as Rx says, each source is disposed once, and nothing is left.
///
/// `rxtrace-bench bursts --operator NAME` runs one operator's; `make check-memory` runs all where freed memory shows, and
/// `RXTRACE_LONG=1` with a second thread that disposes a million of them.
@Suite(.timeLimit(.generous)) struct BurstTests {
    @Test(arguments: BurstOperator.allCases, [false, true])
    func everyBurstIsSound(operation: BurstOperator, isRecorded: Bool) throws {
        let random = TestLength.times(50, long: 20_000)
        let rounds = TestLength.times(50, long: 1_000_000 / BurstOperator.allCases.count)
        let arguments = [
            "bursts", "--operator", "\(operation)", "--random", "\(random)", "--rounds", "\(rounds)", "--every",
            "\(TestLength.times(isRecorded ? 43 : 13, long: 1))",
        ]
        let result = try StressProgram.run(
            arguments + (isRecorded ? ["--recorded"] : []), environment: ["RXTRACE_CHECK_LOCKS": isRecorded ? "0" : "1"]
        )
        #expect(result.lines.count >= 3, "it did not run")
        #expect(result.failure == nil, "\(result.failure ?? ""):\n\(result.lines.joined(separator: "\n"))")
    }
}
