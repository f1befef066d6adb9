import Foundation
import RxInstrumented
import RxTraceKit
import RxTraceTestSupport
import Testing

/// Which thread of a pool ran a piece of work is no difference between two traces, however busy the machine is.
///
/// The programs run in a process of their own: all its calls are recorded, and no other test's are to be among them.
@Suite struct PooledProgramTests {
    private static let variable = "RXTRACE_TEST_POOLED"
    private static let chosen = ProcessInfo.processInfo.environment[variable]

    /// What the inner process prints: a line per program, with how many runs differed.
    private struct Outcome: Equatable {
        var program: String
        var different = 0
        var changedAlike = 0
        var firstDifference = ""
    }

    @Test(.enabled(if: chosen == nil), arguments: TestLength.isLong ? [false, true] : [false])
    func `every run is the same, and every changed one is not`(isBusy: Bool) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = ["--testing-library", "swift-testing", "--filter", "PooledProgramTests"]
        var environment = ProcessInfo.processInfo.environment
        environment[Self.variable] = isBusy ? "busy" : "idle"
        process.environment = environment
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(text.suffix(4_000))")
        #expect(text.contains("programs compared: \(PooledProgram.allCases.count)"))
    }

    @Test(.enabled(if: chosen != nil)) func runs() async {
        let isBusy = Self.chosen == "busy"
        let outcomes = await withCheckedContinuation { continuation in
            // On a thread of its own: tasks have as many threads as there are processors, and the programs wait.
            Thread.detachNewThread { continuation.resume(returning: Self.compare(isBusy: isBusy)) }
        }
        for outcome in outcomes {
            // Which source's element comes last, and so whose call the combined one is made in, is chance: now and then
            // two such runs are still told apart.
            withKnownIssue(isIntermittent: true) {
                #expect(outcome == Outcome(program: outcome.program), "\(outcome.firstDifference)")
            } when: {
                outcome.program == PooledProgram.combineLatest.rawValue
            }
        }
        print("programs compared: \(outcomes.count)")
    }

    private static func compare(isBusy: Bool) -> [Outcome] {
        let busy = BusyThreads(isBusy ? 4 : 0)
        defer { busy.stop() }
        return PooledProgram.allCases.map { program in
            func record(changed: Bool = false, hasSites: Bool = false) -> Trace {
                // To look places up is most of a short run's time.
                let options = RecordingOptions(hasSites: hasSites)
                return Trace.record("p", options: options) { program.run(changed: changed) }
            }
            var outcome = Outcome(program: program.rawValue)
            var golden = record().canonical()
            for _ in 0..<TestLength.times(20, long: 1_000) {
                let difference = TraceDifference(golden, record())
                guard !difference.isEmpty else { continue }
                if outcome.different == 0 { outcome.firstDifference = DifferenceRenderer().string(from: difference) }
                outcome.different += 1
            }
            golden = record(hasSites: true).canonical()
            for _ in 0..<TestLength.times(1, long: 50) {
                let changed = record(changed: true, hasSites: true)
                let summary = TraceDifference(golden, changed, ignoring: [.sites]).summary
                if summary.first?.contains(#/^Map → CompactMap at (\S*/)?PooledPrograms\.swift:/#) != true {
                    outcome.changedAlike += 1
                    outcome.firstDifference = summary.first ?? "no difference"
                }
            }
            return outcome
        }
    }
}

/// Threads that have nothing to do, and do it all the time.
private final class BusyThreads: Sendable {
    private let isOver = Flag()

    init(_ count: Int) {
        for _ in 0..<count {
            Thread.detachNewThread { [isOver] in
                while !isOver.isRaised {}
            }
        }
    }

    func stop() { isOver.raise() }
}

private final class Flag: @unchecked Sendable {
    private let lock = NSLock()
    private var value = false

    var isRaised: Bool { lock.withLock { value } }
    func raise() { lock.withLock { value = true } }
}
