import Foundation
import RxInstrumented

/// What it takes to record the workload into a file; measured in a process of its own.
struct RecordingRun: Codable {
    var calls: Int
    var fileBytes: Int
    /// What the workload takes without a recording, and with one that is written to the end.
    var off: ProcessFigures
    var on: ProcessFigures
    var peakBytes: Int

    init(calls wanted: Int, into file: String) throws {
        let callsPerEvent = RecordedWorkload.callsPerEvent()
        let events = max(1, wanted / callsPerEvent)
        // Finding the stacks' places in the source takes as long for a few calls as for many: it is done beforehand.
        try Self.record(events: 1, into: file)
        let quiet = RecordedWorkload()
        quiet.send(events: events / 10)
        off = ProcessFigures.of { quiet.send(events: events) }
        quiet.end()
        let start = ProcessFigures.now
        try Self.record(events: events, into: file)
        on = ProcessFigures.now - start
        calls = events * callsPerEvent
        fileBytes = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
        peakBytes = ProcessFigures.peakBytes()
    }

    private static func record(events: Int, into file: String) throws {
        try Trace.record("bench", to: file) {
            let workload = RecordedWorkload()
            workload.send(events: events)
            workload.end()
        }
    }
}
