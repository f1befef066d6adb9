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
    /// Calls of all threads are recorded unless the options say otherwise. Work counts if it is done when `body`
    /// returns. Only one recording runs in a process. A call on another thread waits until the recording has ended. A
    /// call inside another recording, or in a process that `RXTRACE` records, returns a part of that recording, with
    /// its values.
    ///
    /// `scenario` is the trace's name.
    /// - Throws: the errors of `body`. The recording is then discarded.
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
    /// Records reactive calls to a file while `body` runs. Every command of `rxtrace` reads the file.
    ///
    /// The file is written while the recording runs, so that it may be larger than memory, and can be read even after a
    /// crash.
    ///
    /// ```swift
    /// try Trace.record("search", to: "search.rxtrace") {
    ///     _ = Observable.of("a", "b").subscribe()
    /// }
    /// // rxtrace tree search.rxtrace
    /// ```
    ///
    /// As with ``record(_:options:_:)``, one recording runs at a time. Calls of all threads are recorded: the options'
    /// scope is ignored.
    ///
    /// - Throws: `RecordingError` before `body` runs, or the errors of `body`. The calls that were recorded stay.
    public static func record(
        _ scenario: String, to path: String, options: RecordingOptions = RecordingOptions(), _ body: () throws -> Void
    ) throws {
        let recording = try Recording.begin(options, scenario: scenario, to: path)
        defer { recording.finish() }
        try body()
    }
}
