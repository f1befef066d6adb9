/// Writes a trace in Perfetto's own binary format, which ui.perfetto.dev and `trace_processor` open.
///
/// - Each call is a slice of its thread, strictly within the call around it, with its number, event, subscription and place
///   in the source. A call that had not returned lasts to the end of the trace and says so (`returned: false`).
/// - A flow leads from each `schedule` or `hop` to the work it asked for, and from the call that handed an element in to the
///   one that hands it on.
/// - Each subscription is a slice from its first call to its last, on tracks that those of one operator share; one that
///   lives, to the end.
/// - Counters show the living subscriptions and, for each scheduler that brings work elsewhere, the work that waits.
/// - Each mark is an instant of the program as well.
///
/// ```
/// rxtrace perfetto observe-on -o observe-on.pftrace
/// ```
///
/// Names, categories and places are interned, and times are steps, so that a call takes some 50 bytes: a third of what
/// ``ChromeRenderer`` writes. Where the trace has no times, or is in its canonical form, a call takes a microsecond, and
/// the program's label says so.
///
/// The format: https://perfetto.dev/docs/reference/synthetic-track-event
public struct PerfettoRenderer: TraceSourceRenderer, Sendable {
    /// Makes a renderer.
    public init() {}

    public func render(_ source: any TraceSource, to output: TextOutput) throws {
        var timeline = try PerfettoTimeline(source, TimelineFacts(source), output)
        var position = 0
        try source.forEachCall { call in
            try timeline.add(call, at: position)
            position += 1
        }
        try timeline.finish()
    }
}
