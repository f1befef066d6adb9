import Dispatch
import Foundation

/// The time and memory this process took so far.
struct ProcessFigures: Codable {
    var wallSeconds: Double
    /// Of all threads, the system's work for them included.
    var cpuSeconds: Double
    /// Of the thread that measures, likewise.
    var threadSeconds: Double

    static var now: ProcessFigures {
        ProcessFigures(
            wallSeconds: Double(DispatchTime.now().uptimeNanoseconds) / 1e9,
            cpuSeconds: seconds(CLOCK_PROCESS_CPUTIME_ID), threadSeconds: seconds(CLOCK_THREAD_CPUTIME_ID))
    }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    static func - (later: ProcessFigures, earlier: ProcessFigures) -> ProcessFigures {
        ProcessFigures(
            wallSeconds: later.wallSeconds - earlier.wallSeconds, cpuSeconds: later.cpuSeconds - earlier.cpuSeconds,
            threadSeconds: later.threadSeconds - earlier.threadSeconds)
    }

    /// The figures of `body`.
    static func of(_ body: () throws -> Void) rethrows -> ProcessFigures {
        let start = now
        try body()
        return now - start
    }

    /// The most memory the process ever had, as Linux tells it; 0 elsewhere.
    static func peakBytes() -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
        return (line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0) << 10
    }
}
