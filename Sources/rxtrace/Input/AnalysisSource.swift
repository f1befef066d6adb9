import TraceKit

/// The calls that a command is to look at: those of its input, in the form and through the filter it was asked for.
struct AnalysisSource {
    private let arguments: ParsedArguments

    init(_ arguments: ParsedArguments) {
        self.arguments = arguments
    }

    /// The canonical form comes before the filter: ids are those of the whole trace, the same in every run.
    ///
    /// - Throws: `TraceReadError`, and ``CommandFailure`` of wrong usage.
    func read(_ input: TraceInput) throws -> any TraceSource {
        var source = try input.source(values: arguments.choice(of: .values))
        if arguments.has(.canonical) { source = TraceInMemory(try source.trace().canonical()) }
        return try FilterOptions(arguments).filter(for: source).apply(to: source)
    }
}
