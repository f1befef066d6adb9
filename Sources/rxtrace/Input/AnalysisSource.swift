import RxTraceKit

/// The calls that a command is to look at: those of its input, in the form and through the filter it was asked for.
struct AnalysisSource {
    private let arguments: ParsedArguments

    init(_ arguments: ParsedArguments) {
        self.arguments = arguments
    }

    /// The canonical form comes before the filter: ids are those of the whole trace.
    ///
    /// - Throws: `TraceReadError`, and ``CommandFailure`` of wrong usage.
    func read(_ input: TraceInput, index: IndexUse = .none) throws -> any TraceSource {
        // A program has not run yet where the words for that are wrong.
        _ = try FilterOptions(arguments).liveFilter()
        let source = try inForm(input.source(RecordingRequest(arguments), index: index))
        return try filtered(source)
    }

    /// Those of the calls of `source` that were asked for. A pattern that none of them matches is told of.
    func filtered(_ source: any TraceSource) throws -> any TraceSource {
        let filtered = try FilterOptions(arguments).filter(for: source).apply(to: source)
        UnmatchedPatterns.tell((filtered as? FilteredTrace)?.unmatched ?? [])
        return filtered
    }

    /// The calls, as ``read(_:index:)`` gives them: few of a recording, where few are asked for, without reading it as a
    /// whole.
    func readFew(_ input: TraceInput) throws -> any TraceSource {
        // A file alone can be opened twice: a program would run again, with all that it does.
        guard case .file = input, FilterOptions(arguments).asksForFew, !arguments.has(.canonical) else {
            return try read(input)
        }
        let found = try answer(input) { ($0 as? FilteredTrace).flatMap { $0.isFoundByIndex ? $0 : nil } }
        return try found ?? read(input)
    }

    /// Gives `body` the calls, of a recording with an index so that only those are read that it asks for.
    ///
    /// - Parameter body: leaves nothing behind where it throws: it may be called again.
    /// - Throws: as ``read(_:index:)``, and the errors of `body`.
    func answer<Answer>(_ input: TraceInput, _ body: (any TraceSource) throws -> Answer) throws -> Answer {
        do {
            return try body(read(input, index: .some))
        } catch is RecordingIndexDamage {
            // One of them was changed since: a whole reading tells of damage.
            return try body(read(input, index: .remade))
        }
    }

    /// The calls in the form that was asked for, none of them left out.
    func inForm(_ source: any TraceSource) throws -> any TraceSource {
        if arguments.has(.canonical) { return TraceInMemory(try source.trace().canonical()) }
        return switch arguments.choice(of: .names) ?? NodeNaming.source {
        case .source: try NamedTrace.naming(source)
        case .types: NamedTrace.unnamed(source)
        }
    }
}
