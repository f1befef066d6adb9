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

    @Test(.enabled(if: chosen == nil), arguments: [false, true])
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
            #expect(outcome == Outcome(program: outcome.program), "\(outcome.firstDifference)")
        }
        print("programs compared: \(outcomes.count)")
    }

    private static func compare(isBusy: Bool) -> [Outcome] {
        let busy = BusyThreads(isBusy ? 4 : 0)
        defer { busy.stop() }
        return PooledProgram.allCases.map { program in
            func record(changed: Bool = false) -> Trace { Trace.record("p") { program.run(changed: changed) } }
            var outcome = Outcome(program: program.rawValue)
            let golden = record().canonical()
            for _ in 0..<TestLength.times(10, long: 1_000) {
                let difference = TraceDifference(golden, record())
                guard !difference.isEmpty else { continue }
                if outcome.different == 0 { outcome.firstDifference = DifferenceRenderer().string(from: difference) }
                outcome.different += 1
            }
            for _ in 0..<TestLength.times(2, long: 50) {
                let summary = TraceDifference(golden, record(changed: true), ignoring: [.sites]).summary
                if summary.first?.hasPrefix("Map → CompactMap at PooledPrograms.swift:") != true {
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
