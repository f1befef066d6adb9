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
    func read(_ input: TraceInput) throws -> any TraceSource {
        let source = try inForm(input.source(RecordingRequest(arguments)))
        return try FilterOptions(arguments).filter(for: source).apply(to: source)
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
