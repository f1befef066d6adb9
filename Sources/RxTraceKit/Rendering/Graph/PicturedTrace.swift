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
        trace = try source.trace()
        title = TerminalText.escaped(source.title)
        let shown = try LostEvents.shown(in: source)
        (lost, departures) = (shown.events, shown.departures)
        let dropped = DropsText.of(source.drops).map { "calls: \($0)" }
        missing = [dropped, TraceSummary.hidden(source).map { "calls: \($0)" }].compactMap { $0 }
    }
}
