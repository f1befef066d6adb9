import RxTraceKit

extension Trace {
    /// Starts to record reactive calls on all threads, until ``stop()``.
    ///
    /// ```swift
    /// try Trace.start("search")
    /// _ = Observable.of(1, 2).map { $0 * 2 }.subscribe(onNext: { print($0) })
    /// if let trace = try Trace.stop() { print(TreeRenderer().string(from: trace)) }
    /// ```
    ///
    /// Any thread may stop it, and it never waits. A `Trace.record` meanwhile, on any thread, gets its part of this
    /// recording. In a process that `RXTRACE` records, the trace is that recording's part between start and stop. Of the
    /// options' scope, the thread that records is the one that starts.
    ///
    /// - Parameters:
    ///   - scenario: the trace's name.
    ///   - path: the file to record into while the recording runs, as with ``record(_:to:options:_:)``; nil to keep it in
    ///     memory.
    ///   - options: which calls and values are recorded.
    /// - Throws: `RecordingError` where a recording runs, which goes on, or the file cannot be written.
    public static func start(
        _ scenario: String, to path: String? = nil, options: RecordingOptions = RecordingOptions()
    ) throws {
        try StartedRecording.start(scenario, to: path, options)
    }

    /// Ends the recording that ``start(_:to:options:)`` started.
    ///
    /// - Returns: the trace; nil where it is in a file, which may be larger than memory.
    /// - Throws: `RecordingError` where none was started, or it was stopped before.
    @discardableResult
    public static func stop() throws -> Trace? {
        try StartedRecording.stop()
    }
}

/// The recording that `Trace.start` started.
private struct StartedRecording {
    private static let current = Lock<StartedRecording?>(nil)

    let scenario: String
    let recording: Recording

    static func start(_ scenario: String, to path: String?, _ options: RecordingOptions) throws {
        try current.withLock { current in
            // In a process that RXTRACE records, nobody else's turn says that one was started.
            guard current?.recording.isOurs != true else { throw RecordingError.busy(scenario) }
            current = StartedRecording(
                scenario: scenario, recording: try Recording.start(options, scenario: scenario, to: path))
        }
    }

    static func stop() throws -> Trace? {
        let started = current.withLock { current in
            defer { current = nil }
            return current
        }
        guard let started, started.recording.isOurs else { throw RecordingError.notStarted }
        guard started.recording.isInFile else { return started.recording.end(scenario: started.scenario) }
        started.recording.finish()
        return nil
    }
}
