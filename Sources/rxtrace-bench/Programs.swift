import Foundation
import RxInstrumented
import RxTraceStress

/// Runs random programs of one thread, and prints each one's seed and the hash of its log.
///
/// A program that crashes takes this process with it: whoever asks goes on behind the last seed that was printed.
struct Programs {
    /// What the recorder does while a program runs.
    private enum Recorder: String, CaseIterable {
        case off, on, started, stopped
    }

    static func run(_ words: [String]) throws {
        var range: ClosedRange<UInt32> = 0...99_999
        var recorder = Recorder.off
        var isShown = false
        var limit: UInt32 = 20
        var rest = words[...]
        func number() throws -> UInt32 {
            guard let number = rest.popFirst().flatMap({ UInt32($0) }) else {
                throw BenchFailure("a number is missing")
            }
            return number
        }
        while let word = rest.popFirst() {
            switch word {
            case "--seeds":
                let first = try number()
                range = first...max(first, try number())
            case "--show":
                let seed = try number()
                (range, isShown) = (seed...seed, true)
            case "--seconds": limit = try number()
            case "--recorder":
                guard let state = Recorder(rawValue: rest.popFirst() ?? "") else {
                    throw BenchFailure("--recorder wants \(Recorder.allCases.map(\.rawValue).joined(separator: ", "))")
                }
                recorder = state
            default: throw BenchFailure("programs takes no '\(word)'")
            }
        }
        guard ProcessInfo.processInfo.environment["SWIFT_DETERMINISTIC_HASHING"] == "1" else {
            throw BenchFailure("groups end in a dictionary's order: set SWIFT_DETERMINISTIC_HASHING=1")
        }
        setlinebuf(stdout)
        for seed in range {
            let program = RandomProgram(seed: seed)
            if isShown { print(program.summary + "\n") }
            // One that does not end is stopped by the signal.
            alarm(limit)
            let log = try log(of: program, recorder)
            alarm(0)
            print(isShown ? log : "\(seed) \(programHash(log))")
        }
    }

    private static func log(of program: RandomProgram, _ recorder: Recorder) throws -> String {
        switch recorder {
        case .off: return ProgramRun.log(of: program)
        case .on:
            var log = ""
            _ = Trace.record("program", options: RecordingOptions(memoryLimit: 4 << 20)) {
                log = ProgramRun.log(of: program)
            }
            return log
        case .started, .stopped:
            if recorder == .stopped { try Trace.start("program", options: RecordingOptions(memoryLimit: 4 << 20)) }
            var failure: (any Error)?
            let log = ProgramRun.log(of: program) { step, count in
                guard step == count / 2 else { return }
                do {
                    if recorder == .started {
                        try Trace.start("program", options: RecordingOptions(memoryLimit: 4 << 20))
                    } else {
                        _ = try Trace.stop()
                    }
                } catch { failure = error }
            }
            if recorder == .started { _ = try Trace.stop() }
            if let failure { throw failure }
            return log
        }
    }
}
