import Foundation
import RxTraceTestSupport
import Testing

/// Random programs of one thread log what they log with RxSwift: of 100,000 seeds, RxSwift's own logs are kept as hashes.
///
/// The first 60,000 send, subscribe, dispose and end things from within handlers; the others do so from within selectors
/// too. `rxtrace-bench programs --show SEED` shows a program and its log. `RXTRACE_LONG=1` runs all.
@Suite(.timeLimit(.generous)) struct RandomProgramTests {
    /// What the recorder does while a program runs.
    enum Recorder: String, CaseIterable {
        case off, on, started, stopped
    }

    /// Of each seed four bytes, the highest first: the beginning of the SHA-1 of RxSwift's log; zeros where RxSwift
    /// itself crashes or does not end.
    private static let hashes: [UInt32] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "RandomPrograms/rxswift-logs.hashes")
        let bytes = (try? [UInt8](Data(contentsOf: file))) ?? []
        return stride(from: 0, to: bytes.count, by: 4).map { start in
            bytes[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) }
        }
    }()

    @Test func allHashesAreThere() {
        #expect(Self.hashes.count == 100_000)
        #expect(Self.hashes.count { $0 == 0 } == 12)
    }

    @Test(arguments: [0, 60_000], Recorder.allCases)
    func logsAreRxSwifts(first: Int, recorder: Recorder) throws {
        let count =
            TestLength.isLong
            ? (first == 0 ? 60_000 : 40_000)
            : (recorder == .off ? 1000 : 60)
        var differing: [String] = []
        var compared = 0
        var next = first
        // A program that crashes ends the process: the next one goes on behind it.
        while next < first + count, differing.count < 50 {
            let result = try StressProgram.run(
                [
                    "programs", "--seeds", "\(next)", "\(first + count - 1)", "--recorder", recorder.rawValue,
                ], environment: ["RXTRACE_CHECK_LOCKS": recorder == .on ? "1" : "0"])
            for line in result.lines {
                let words = line.split(separator: " ")
                guard words.count == 2, let seed = Int(words[0]), let hash = UInt32(words[1], radix: 16) else {
                    throw StressProgramFailure(line: line)
                }
                next = seed + 1
                guard Self.hashes[seed] != 0 else { continue }
                compared += 1
                if hash != Self.hashes[seed] { differing.append("\(seed)") }
            }
            guard let failure = result.failure else { break }
            if Self.hashes[next] != 0 { differing.append("\(next) (\(failure))") }
            next += 1
        }
        #expect(compared > count * 9 / 10 || !differing.isEmpty)
        #expect(differing.isEmpty, "these seeds' logs are not RxSwift's: \(differing.joined(separator: ", "))")
    }
}

/// A line of the program's that is none of its own.
struct StressProgramFailure: Error {
    let line: String
}
