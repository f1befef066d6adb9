/// A trace as a picture of it needs it: all calls at once, and the facts that only the whole of a filtered trace tells.
struct PicturedTrace {
    let trace: Trace
    /// By position, whether calls were made in the call, be they in the picture or not.
    let hasCalls: [Bool]
    /// Lines that say which calls the picture does not have.
    let missing: [String]

    /// - Throws: ``TraceReadError`` where the calls cannot be read.
    init(_ source: any TraceSource) throws {
        trace = try source.trace()
        let index = IdentifierIndex(trace.calls)
        var hasCalls = [Bool](repeating: false, count: trace.calls.count)
        let whole = (source as? FilteredTrace)?.whole ?? source
        try whole.forEachCall { call in
            if let parent = call.parent.flatMap({ index[$0] }) { hasCalls[parent] = true }
        }
        self.hasCalls = hasCalls
        let dropped = DropsText.of(source.drops).map { "calls: \($0)" }
        missing = [dropped, TraceSummary.hidden(source).map { "calls: \($0)" }].compactMap { $0 }
    }

    /// The name of the scenario, fit to stand above a picture.
    var title: String { TerminalText.escaped(trace.scenario.isEmpty ? "trace" : trace.scenario) }
}
