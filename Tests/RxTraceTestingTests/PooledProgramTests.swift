import Foundation
import RxInstrumented
import RxTraceKit
import RxTraceTestSupport
import Testing

/// Which thread of a pool ran a piece of work is no difference between two traces, however busy the machine is.
///
/// The programs run in a process of their own: all its calls are recorded, and no other test's are to be among them.
@Suite(.timeLimit(.generous)) struct PooledProgramTests {
    private static let variable = "RXTRACE_TEST_POOLED"
    private static let chosen = ProcessInfo.processInfo.environment[variable]

    /// What became of a program's runs.
    private struct Outcome {
        var program: PooledProgram
        var runs = 0
        var different = 0
        var changes: [PooledProgram.Change: (runs: Int, named: Int)] = [:]
        /// What was said of the first run that was not as it should be.
        var first: String?

        var line: String {
            let name = program.rawValue.padding(toLength: 14, withPad: " ", startingAt: 0)
            let said = PooledProgram.Change.allCases.map { change in
                let (runs, named) = changes[change] ?? (0, 0)
                return "\(change) named in \(named) of \(runs)"
            }
            return "\(name) \(different) of \(runs) differ, " + said.joined(separator: ", ")
        }
    }

    @Test(.enabled(if: chosen == nil), arguments: TestLength.isLong ? [false, true] : [false])
    func `every run is the same, and every changed one is not`(isBusy: Bool) throws {
        let (hasPassed, text) = try TestProcess.run(
            ["--testing-library", "swift-testing", "--filter", "PooledProgramTests"],
            environment: [Self.variable: isBusy ? "busy" : "idle"])
        #expect(hasPassed, "\(text.suffix(4_000))")
        #expect(text.contains("programs compared: \(PooledProgram.allCases.count)"))
    }

    @Test(.enabled(if: chosen != nil)) func runs() async {
        let isBusy = Self.chosen == "busy"
        let outcomes = await withCheckedContinuation { continuation in
            // On a thread of its own: tasks have as many threads as there are processors, and the programs wait.
            Thread.detachNewThread { continuation.resume(returning: Self.compare(isBusy: isBusy)) }
        }
        for outcome in outcomes { #expect(outcome.first == nil, "\(outcome.line)\n\(outcome.first ?? "")") }
        print("programs compared: \(outcomes.count)")
    }

    private static func compare(isBusy: Bool) -> [Outcome] {
        let busy = BusyThreads(isBusy ? 4 : 0)
        defer { busy.stop() }
        return PooledProgram.allCases.map { program in
            func record(_ change: PooledProgram.Change? = nil, hasSites: Bool = false) -> Trace {
                // To look places up is most of a short run's time.
                Trace.record("p", options: RecordingOptions(hasSites: hasSites)) { program.run(change) }
            }
            var outcome = Outcome(program: program)
            let golden = record().canonical()
            for _ in 0..<TestLength.times(4, long: 1_000) {
                let difference = TraceDifference(golden, record())
                outcome.runs += 1
                guard !difference.isEmpty else { continue }
                outcome.first = outcome.first ?? DifferenceRenderer().string(from: difference)
                outcome.different += 1
            }
            let withSites = record(hasSites: true).canonical()
            for change in PooledProgram.Change.allCases {
                // An operator is known by its line.
                for _ in 0..<TestLength.times(1, long: 100) {
                    let changed = record(change, hasSites: true)
                    let difference = TraceDifference(withSites, changed, ignoring: [.sites])
                    let isPlaced = difference.site?.file.hasSuffix("PooledPrograms.swift") ?? false
                    let isNamed = names(change, difference) && isPlaced
                    let (runs, named) = outcome.changes[change] ?? (0, 0)
                    outcome.changes[change] = (runs + 1, named + (isNamed ? 1 : 0))
                    if !isNamed {
                        outcome.first = outcome.first ?? DifferenceRenderer().string(from: difference)
                    }
                }
            }
            // Said when it is known: the long run takes its time.
            FileHandle.standardOutput.write(Data("\(outcome.line)\n".utf8))
            return outcome
        }
    }

    /// Whether the first line names the change; and of an operator put in, nothing is told but that.
    private static func names(_ change: PooledProgram.Change, _ difference: TraceDifference) -> Bool {
        let first = difference.summary.first ?? ""
        switch change {
        case .replaced: return first.contains(#/^Map → CompactMap( |$)/#)
        case .inserted:
            let others = difference.rows.filter { row in
                let call = row.newCall.map { difference.new.calls[$0] } ?? row.oldCall.map { difference.old.calls[$0] }
                // Who is disposed by whom follows from the operators there are.
                return row.kind != .same && !row.isPart && call?.operation != .dispose
            }
            return first.contains(#/^Do added( |$)/#) && others.isEmpty
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
