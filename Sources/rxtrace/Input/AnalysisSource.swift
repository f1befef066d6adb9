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
    func read(_ input: TraceInput, byIndex: Bool = false) throws -> any TraceSource {
        let source = try inForm(input.source(RecordingRequest(arguments), byIndex: byIndex))
        return try FilterOptions(arguments).filter(for: source).apply(to: source)
    }

    /// Gives `body` the calls, of a recording with an index so that only those are read that it asks for.
    ///
    /// - Throws: as ``read(_:byIndex:)``, and the errors of `body`.
    func answer<Answer>(_ input: TraceInput, _ body: (any TraceSource) throws -> Answer) throws -> Answer {
        do {
            return try body(read(input, byIndex: true))
        } catch is RecordingIndexDamage {
            // The index, or the recording, was changed since: it is read as a whole, which tells of damage.
            return try body(read(input))
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
