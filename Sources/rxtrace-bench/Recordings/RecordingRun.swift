import Foundation
import RxInstrumented

/// What it takes to record the workload into a file; measured in a process of its own.
struct RecordingRun: Codable {
    var calls: Int
    var fileBytes: Int
    /// What the workload takes without a recording, and with one that is written to the end: the fastest of several
    /// runs, the others being slowed by the machine's other work.
    var off: ProcessFigures
    var on: ProcessFigures
    var peakBytes: Int

    private static let runs = 3

    init(calls wanted: Int, into file: String) throws {
        let callsPerEvent = RecordedWorkload.callsPerEvent()
        let events = max(1, wanted / callsPerEvent)
        // Finding the stacks' places in the source takes as long for a few calls as for many: it is done beforehand.
        try Self.record(events: 1, into: file)
        let quiet = RecordedWorkload()
        quiet.send(events: events / 10)
        off = Self.fastest { quiet.send(events: events) }
        quiet.end()
        on = try Self.fastest { try Self.record(events: events, into: file) }
        calls = events * callsPerEvent
        fileBytes = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
        peakBytes = ProcessFigures.peakBytes()
    }

    private static func fastest(_ body: () throws -> Void) rethrows -> ProcessFigures {
        var fastest = try ProcessFigures.of(body)
        for _ in 1..<runs {
            let figures = try ProcessFigures.of(body)
            if figures.wallSeconds < fastest.wallSeconds { fastest = figures }
        }
        return fastest
    }

    private static func record(events: Int, into file: String) throws {
        try Trace.record("bench", to: file) {
            let workload = RecordedWorkload()
            workload.send(events: events)
            workload.end()
        }
    }
}
