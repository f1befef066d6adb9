/// Writes a trace as Chrome's trace event JSON, which Perfetto, chrome://tracing and speedscope open.
///
/// - Each call is a slice of its thread, strictly within the call around it; its arguments are those of the trace
///   document. A call that had not returned lasts to the end of the trace and says so (`"returned": false`).
/// - Each subscription is an asynchronous slice from its first call to its last; one that lives, to the end.
/// - An arrow leads from each `schedule` or `hop` to the work it asked for (category `cause`), and from the call that
///   handed an element in to the one that hands it on (`origin`).
/// - Counters show the living subscriptions and, for each scheduler that brings work elsewhere, the work that waits
///   there; work that never ran is not counted.
/// - Each mark is an instant as well.
///
/// ```
/// rxtrace chrome observe-on -o observe-on.chrome.json
/// ```
///
/// Where the trace has no times, or is in its canonical form, a call takes a microsecond, and `otherData` says so.
public struct ChromeRenderer: TraceSourceRenderer, Sendable {
    /// Makes a renderer.
    public init() {}

    public func render(_ source: any TraceSource, to output: TextOutput) throws {
        let facts = try TimelineFacts(source)
        try output.write(literal: "{\"displayTimeUnit\":\"ns\",\"otherData\":")
        try writeFacts(of: source, facts, to: output)
        try output.write(literal: ",\"traceEvents\":[")
        var timeline = ChromeTimeline(source, facts, output)
        try timeline.writeNames()
        var position = 0
        try source.forEachCall { call in
            try timeline.add(call, at: position)
            position += 1
        }
        try timeline.finish()
        try output.write(literal: "\n]}\n")
    }

    private func writeFacts(of source: any TraceSource, _ facts: TimelineFacts, to output: TextOutput) throws {
        var object = JSONObjectWriter(output)
        try object.begin()
        try object.add("scenario", source.scenario)
        try object.add("calls", source.callCount)
        if let filtered = source as? FilteredTrace {
            try object.add("hidden", filtered.whole.callCount - source.callCount)
        }
        try object.addDrops(of: source)
        if let times = facts.timesInWords { try object.add("times", times) }
        try object.end()
    }
}
