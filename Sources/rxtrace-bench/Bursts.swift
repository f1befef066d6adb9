import Foundation
import RxInstrumented
import RxTraceStress
import RxTraceTestSupport

/// Runs bursts of each operator that holds inner subscriptions: all with one injection and some with more, on one thread
/// and with a second thread that disposes.
///
/// Prints a line per operator and each kind of fault with the first burst that has it, and ends with 1 where one has.
struct Bursts {
    private var operations = BurstOperator.allCases
    private var every = 1
    private var random = 200
    private var rounds = 1000
    private var seed = UInt64.random(in: 0...(.max))
    private var isRecorded = false

    static func run(_ words: [String]) throws {
        var bursts = Bursts()
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--recorded" {
                bursts.isRecorded = true
                continue
            }
            let text = rest.popFirst() ?? ""
            switch word {
            case "--operator":
                bursts.operations = BurstOperator.allCases.filter { "\($0)" == text }
                if bursts.operations.isEmpty { throw BenchFailure("bursts have no operator '\(text)'") }
            case "--every": bursts.every = max(1, try number(text, word))
            case "--random": bursts.random = try number(text, word)
            case "--rounds": bursts.rounds = try number(text, word)
            case "--seed": bursts.seed = UInt64(try number(text, word))
            default: throw BenchFailure("bursts takes no '\(word)'")
            }
        }
        try bursts.run()
    }

    private static func number(_ text: String, _ word: String) throws -> Int {
        guard let number = Int(text), number >= 0 else { throw BenchFailure("\(word) wants a number") }
        return number
    }

    private func run() throws {
        // Each line when it is printed: the next operator may crash.
        setlinebuf(stdout)
        print("bursts from seed \(seed)")
        if isRecorded { try Trace.start("bursts", options: RecordingOptions(last: .calls(1000))) }
        var isFaulty = false
        var generator = SeededGenerator(seed: seed)
        for operation in operations {
            print("\(operation)")
            var faults: [String: Burst] = [:]
            var count = 0
            func note(_ found: [String], _ burst: Burst) {
                count += 1
                // One that does not end is stopped by the signal.
                if count % 500 == 1 { alarm(300) }
                // Numbers are not what tells faults apart.
                for fault in Set(found) {
                    let kind = fault.hasPrefix("of [") ? "other elements came than were sent" : fault
                    if faults[kind] == nil {
                        faults[kind] = burst
                        print("  \(fault)\n    \(burst)")
                    }
                }
            }
            for (number, burst) in Burst.all(of: operation).enumerated() where number % every == 0 {
                note(BurstRun(burst).run(), burst)
            }
            for _ in 0..<random {
                let burst = Burst.random(of: operation, &generator)
                note(BurstRun(burst).run(), burst)
            }
            runPairs(operation, &generator, note)
            print("  \(count) bursts, \(faults.count) kinds of faults")
            isFaulty = isFaulty || !faults.isEmpty
        }
        if isRecorded { try Trace.stop() }
        if isFaulty { throw BenchFailure("there are faults", status: 1) }
    }

    private func runPairs(
        _ operation: BurstOperator, _ generator: inout SeededGenerator, _ note: ([String], Burst) -> Void
    ) {
        let pair = BurstPair()
        defer { pair.end() }
        for round in 0..<rounds {
            let burst =
                round % 2 == 0
                ? Burst(operation, .plain, .completed, []) : Burst.random(of: operation, &generator)
            note(pair.run(burst, delay: Int.random(in: 0..<3000, using: &generator)), burst)
        }
    }
}
