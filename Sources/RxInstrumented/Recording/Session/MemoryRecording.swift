import RxTraceKit

extension Trace {
    /// Records reactive calls while `body` runs.
    ///
    /// ```swift
    /// let trace = Trace.record("doubling") {
    ///     _ = Observable.of(1, 2).map { $0 * 2 }.subscribe(onNext: { print($0) })
    /// }
    /// print(TreeRenderer().string(from: trace))
    /// ```
    ///
    /// Calls made on all threads are recorded unless the options say otherwise. Work that is to be part of the trace
    /// has to be done when `body` returns. One recorder serves the process: a recording on another thread waits for the
    /// one that runs to end; one inside another, or in a process that `RXTRACE` records, gets its part of that one (and
    /// keeps its values as that one does).
    ///
    /// `scenario` is the trace's name.
    /// - Throws: the errors of `body`; the recording is then discarded.
    public static func record(
        _ scenario: String, options: RecordingOptions = RecordingOptions(), _ body: () throws -> Void
    ) rethrows -> Trace {
        let recording = Recording.begin(options)
        do {
            try body()
        } catch {
            recording.discard()
            throw error
        }
        return recording.end(scenario: scenario)
    }
}

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
