/// A trace as a picture of it needs it: all calls at once, and the facts that only the whole of a filtered trace tells.
struct PicturedTrace {
    let trace: Trace
    /// The name of the scenario, fit to stand above a picture.
    let title: String
    /// The events that went nowhere, by the calls of the picture that show them.
    let lost: [Int: LostEvent]
    /// By which call each subscription ended.
    let departures: SubscriptionDepartures
    /// Lines that say which calls the picture does not have.
    let missing: [String]

    /// - Throws: ``TraceReadError`` where the calls cannot be read.
    init(_ source: any TraceSource) throws {
        var trace = source.traceWithoutCalls()
        // The calls of a whole trace are read once for both.
        let shown = try LostEvents.shown(in: source) { trace.calls.append($0) }
        if source is FilteredTrace { try source.forEachCall { trace.calls.append($0) } }
        self.trace = trace
        (lost, departures) = (shown.events, shown.departures)
        title = TerminalText.escaped(source.title)
        let dropped = DropsText.of(source.drops).map { "calls: \($0)" }
        missing = [dropped, TraceSummary.hidden(source).map { "calls: \($0)" }].compactMap { $0 }
    }
}
