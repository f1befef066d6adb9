import RxTraceKit

extension Trace {
    /// Records reactive calls into a file while `body` runs; every command of `rxtrace` reads it.
    ///
    /// The file is written while the recording runs: its length is no matter of memory, and the part that a crash
    /// leaves opens as well.
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
    /// - Throws: `RecordingError`, before `body` runs, and the errors of `body`; the calls recorded until then stay.
    public static func record(
        _ scenario: String, to path: String, options: RecordingOptions = RecordingOptions(), _ body: () throws -> Void
    ) throws {
        let recording = try Recording.begin(options, scenario: scenario, to: path)
        defer { recording.finish() }
        try body()
    }
}
