import CTraceBuffer
import Foundation
import TraceKit

extension Trace {
    /// Records what reactive code does while `body` runs into a file, which every command of `rxtrace` reads.
    ///
    /// The file is written while the recording runs: its length is no matter of memory, and what a crash leaves of it
    /// opens as well.
    ///
    /// ```swift
    /// try Trace.record("search", to: "search.rxtrace") {
    ///     _ = Observable.of("a", "b").subscribe()
    /// }
    /// // rxtrace tree search.rxtrace
    /// ```
    ///
    /// As with ``record(_:options:_:)`` one recording runs at a time; calls of all threads are recorded, whatever the
    /// options' scope.
    ///
    /// - Throws: ``FileRecordingError``, before `body` runs, and what `body` throws; what was recorded until then stays.
    public static func record(
        _ scenario: String, to path: String, options: RecordingOptions = RecordingOptions(), _ body: () throws -> Void
    ) throws {
        guard !Recording.isRunningHere else { throw FileRecordingError(path, "another recording runs around this one") }
        let descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_APPEND, 0o666)
        guard descriptor >= 0 else { throw FileRecordingError(path, String(cString: strerror(errno))) }
        let flusher = RecordingFlusher()
        let recording = Recording.begin(
            options, scenario: scenario, output: RecordingOutput(fileDescriptor: descriptor, named: path),
            flusher: flusher)
        defer { recording.finish(flusher) }
        try body()
    }
}

/// Why a file does not get a recording.
public struct FileRecordingError: Error, CustomStringConvertible {
    public let description: String

    init(_ path: String, _ reason: String) {
        description = "cannot record into \(path): \(reason)."
    }
}
