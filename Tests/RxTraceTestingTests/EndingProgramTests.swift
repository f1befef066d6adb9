import Foundation
import RxInstrumented
import RxTraceKit
import RxTraceTestSupport
import Testing

/// Which of two threads ends a chain leaves no trace, where the program's result does not depend on it: every run has the
/// same bytes.
///
/// The programs run in a process of their own: all its calls are recorded, and no other test's are to be among them.
@Suite(.timeLimit(.generous)) struct EndingProgramTests {
    private static let variable = "RXTRACE_TEST_ENDING"
    /// The name of a program, or `all`.
    private static let chosen = ProcessInfo.processInfo.environment[variable]
    private static let isChosen = chosen != nil

    @Test(.enabled(if: !isChosen)) func `every run has the same bytes, whichever thread is held back`() throws {
        let (hasPassed, text) = try TestProcess.run(
            ["--testing-library", "swift-testing", "--filter", "EndingProgramTests"],
            environment: [Self.variable: "all"])
        #expect(hasPassed, "\(text.suffix(8_000))")
        #expect(text.contains("programs compared: \(EndingProgram.allCases.count)"))
    }

    @Test(.enabled(if: isChosen)) func runs() async {
        let programs = EndingProgram.allCases.filter { Self.chosen == "all" || Self.chosen == $0.rawValue }
        let failures = await withCheckedContinuation { continuation in
            // On a thread of its own: tasks have as many threads as there are processors, and the programs wait.
            Thread.detachNewThread { continuation.resume(returning: programs.map(Self.compare)) }
        }
        for failure in failures { #expect(failure == nil, "\(failure ?? "")") }
        print("programs compared: \(failures.count)")
    }

    /// What differed in the runs of a program; nil for nothing.
    private static func compare(_ program: EndingProgram) -> String? {
        let renderer = JSONRenderer(times: false)
        var golden: (trace: Trace, text: String)?
        var failure: String?
        var different = 0
        let runs = TestLength.times(4, long: 1_000)
        for run in 0..<runs {
            let pause = Self.pauses[run % Self.pauses.count]
            // To look places up is most of a short run's time.
            let trace = Trace.record("p", options: RecordingOptions(hasSites: false)) { program.run(pause) }
            let text = renderer.string(from: trace.canonical())
            guard let golden else {
                golden = (trace.canonical(), text)
                continue
            }
            let isSame = TraceDifference(golden.trace, trace).isEmpty
            guard !isSame || text != golden.text else { continue }
            different += 1
            let difference = TextDifference(old: golden.text, new: text).unified(context: 2) ?? "no other bytes"
            failure = failure ?? "run \(run), to the comparison \(isSame ? "the same" : "different")\n\(difference)"
        }
        let name = program.rawValue.padding(toLength: 20, withPad: " ", startingAt: 0)
        // Said when it is known: the long run takes its time.
        FileHandle.standardOutput.write(Data("\(name) \(different) of \(runs) differ\n".utf8))
        return failure.map { "\(program): \($0)" }
    }

    /// Neither thread is held back, the one, the other, and either for a while.
    private static let pauses: [EndingRun.Pause] = [
        { _ in },
        { side in if side == .ending { usleep(1_500) } },
        { side in if side == .releasing { usleep(1_500) } },
        { _ in for _ in 0..<Int.random(in: 0..<60) { sched_yield() } },
    ]
}
