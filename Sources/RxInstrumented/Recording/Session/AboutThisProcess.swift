import CRxTraceBuffer
import Foundation
import RxTraceKit

extension RecordingAbout {
    /// - Parameter startTicks: when the recording starts.
    static func ofThisProcess(scenario: String, startTicks: UInt64 = rxtrace_ticks(), hasValues: Bool) -> RecordingAbout
    {
        RecordingAbout(
            scenario: scenario, process: Int(ProcessInfo.processInfo.processIdentifier), run: .ofThisProcess(),
            processTicks: rxtrace_process_clock.ticks, processNanoseconds: rxtrace_process_clock.nanoseconds,
            startTicks: startTicks, operations: Trace.Operation.allCases.map(\.name),
            labels: HandlerLabel.allCases.map(\.name) + HopLabel.allCases.map(\.rawValue),
            roles: Trace.Role.allCases.map(\.name),
            behaviors: Trace.Behavior.allCases.map(\.name),
            closures: HandlerLabel.allCases.map { $0.kinds.map(\.name).sorted() },
            libraryFolders: LibrarySources.libraryFolders, sourceFolders: LibrarySources.sourceFolders,
            hasValues: hasValues)
    }
}

extension RecordedRun {
    /// Another one each time.
    static func ofThisProcess() -> RecordedRun {
        let words = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 16) }
        let identity = words.map { String(repeating: "0", count: 16 - $0.count) + $0 }.joined()
        return RecordedRun(identity: identity, host: host, clockStart: clockStart)
    }

    /// When the clock was 0 that counts the nanoseconds of a recording, in nanoseconds since 1970.
    private static var clockStart: UInt64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return UInt64(now.tv_sec) &* 1_000_000_000 &+ UInt64(now.tv_nsec) &- rxtrace_read_clock().nanoseconds
    }

    /// The machine's name.
    private static var host: String {
        var name = [CChar](repeating: 0, count: 256)
        // A longer one is cut, and may then lack its end.
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
