import Dispatch
import Foundation
import RxInstrumented
import RxTraceYardstick

/// The time of a workload, in nanoseconds per unit.
struct Figure {
    let off: Double
    /// With a recording in memory.
    let on: Double
    /// With a recording that goes into a file, until the last call stands there.
    let toFile: Double
    /// How many calls were recorded for each unit.
    let callsPerUnit: Double
}

enum Measure {
    static let runs = 7
    /// The yardstick's nanoseconds on the machine others' figures are from.
    static let referenceYardstick = 48.5

    /// The nanoseconds of the fastest of several runs, the others being slowed by the machine's other work.
    static func best(of runs: Int = runs, _ body: () -> Void) -> Double {
        (0..<runs).map { _ in
            let start = DispatchTime.now().uptimeNanoseconds
            body()
            return Double(DispatchTime.now().uptimeNanoseconds - start)
        }.min() ?? 0
    }

    /// The yardstick's nanoseconds for a stage.
    static func yardstick() -> Double {
        let last = YardstickObserver<Int>()
        let first = (0..<8).reduce(last) { next, _ in yardstickMap({ $0 &+ 1 }, next: next) }
        let count = 1_000_000
        return best { for number in 0..<count { first.on(.next(number)) } } / Double(8 * count)
    }

    /// - Throws: where no temporary file can be recorded into.
    static func figure(_ workload: Workload) throws -> Figure {
        let units = Double(workload.unitsPerRepetition * workload.repetitions)
        let off = best { workload.run(workload.repetitions) } / units

        // Recorded runs are short, so that what they record stays in memory that is warm, as a recording that is drained
        // while it runs would have it.
        let repetitions = max(1, workload.repetitions / 40)
        let recordedUnits = Double(workload.unitsPerRepetition * repetitions)
        let on =
            (0..<3 * runs).map { _ in
                let recording = Recording.begin(RecordingOptions())
                let time = best(of: 1) { workload.run(repetitions) }
                recording.discard()
                return time
            }.min() ?? 0
        let sample = max(1, repetitions / 20)
        let calls = Trace.record("calls") { workload.run(sample) }.calls.count
        return Figure(
            off: off, on: on / recordedUnits, toFile: try timeToFile(workload) / units,
            callsPerUnit: Double(calls) / Double(workload.unitsPerRepetition * sample))
    }

    private static func timeToFile(_ workload: Workload) throws -> Double {
        let file = FileManager.default.temporaryDirectory.appending(path: "bench-\(UUID().uuidString).rxtrace")
        defer { try? FileManager.default.removeItem(at: file) }
        let path = file.path(percentEncoded: false)
        // The first one finds places in the source, which takes as long for a few calls as for many.
        try Trace.record("bench", to: path) { workload.run(1) }
        return try (0..<3).map { _ in
            try FileManager.default.removeItem(at: file)
            let start = DispatchTime.now().uptimeNanoseconds
            try Trace.record("bench", to: path) { workload.run(workload.repetitions) }
            return Double(DispatchTime.now().uptimeNanoseconds - start)
        }.min() ?? 0
    }
}
