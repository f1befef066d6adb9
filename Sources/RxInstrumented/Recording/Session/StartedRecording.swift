import RxTraceKit

extension Trace {
    /// Starts to record reactive calls of all threads until ``stop()`` is called.
    ///
    /// ```swift
    /// try Trace.start("search")
    /// _ = Observable.of(1, 2).map { $0 * 2 }.subscribe(onNext: { print($0) })
    /// if let trace = try Trace.stop() { print(TreeRenderer().string(from: trace)) }
    /// ```
    ///
    /// Never waits. Any thread may stop the recording. A `Trace.record` meanwhile, on any thread, returns a part of
    /// this recording. In a process that `RXTRACE` records, the trace is the part of that recording between start and
    /// stop. For the options' scope, the recording thread is the one that calls `start`.
    ///
    /// - Parameters:
    ///   - scenario: the trace's name.
    ///   - path: the file to record to, as with ``record(_:to:options:_:)``. nil to record in memory.
    ///   - options: which calls and values are recorded.
    /// - Throws: `RecordingError` if another recording runs, which goes on, or if the file cannot be written.
    public static func start(
        _ scenario: String, to path: String? = nil, options: RecordingOptions = RecordingOptions()
    ) throws {
        try StartedRecording.start(scenario, to: path, options)
    }

    /// Ends the recording that ``start(_:to:options:)`` started.
    ///
    /// - Returns: the trace, or nil if it is in a file, which may be larger than memory.
    /// - Throws: `RecordingError` if no recording was started, or if it was stopped before.
    @discardableResult
    public static func stop() throws -> Trace? {
        try StartedRecording.stop()
    }
}

private struct StartedRecording {
    private static let current = Lock<StartedRecording?>(nil)

    let scenario: String
    let recording: Recording

    static func start(_ scenario: String, to path: String?, _ options: RecordingOptions) throws {
        try current.withLock { current in
            // In a process that RXTRACE records, a started recording does not take the turn of `RecordingTurn`.
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
