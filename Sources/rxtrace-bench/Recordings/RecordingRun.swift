import Foundation
import RxInstrumented

/// The cost of recording a workload into a file; measured in a process of its own.
struct RecordingRun: Codable {
    var calls: Int
    var fileBytes: Int
    /// The time of the workload without a recording, and with one that is written to the end: the fastest of several
    /// runs, the others being slowed by the machine's other work.
    var off: ProcessFigures
    var on: ProcessFigures
    var peakBytes: Int

    private static let runs = 3

    init(calls wanted: Int, of workload: RecordedWorkload, into file: String) throws {
        let callsPerUnit = workload.callsPerUnit()
        let units = max(1, wanted / callsPerUnit)
        func record(units: Int) throws {
            try Trace.record("bench", to: file) { workload.run(units: units) }
        }
        // Finding the stacks' places in the source takes as long for a few calls as for many: it is done beforehand.
        try record(units: 1)
        workload.run(units: units / 10)
        off = Self.fastest { workload.run(units: units) }
        on = try Self.fastest { try record(units: units) }
        calls = units * callsPerUnit
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
}
