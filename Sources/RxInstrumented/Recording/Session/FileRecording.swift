import RxTraceKit

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
    /// - Throws: ``RecordingError``, before `body` runs, and the errors of `body`; the calls recorded until then stay.
    public static func record(
        _ scenario: String, to path: String, options: RecordingOptions = RecordingOptions(), _ body: () throws -> Void
    ) throws {
        let recording = try Recording.begin(options, scenario: scenario, to: path)
        defer { recording.finish() }
        try body()
    }
}
