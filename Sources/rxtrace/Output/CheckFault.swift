import RxTraceKit

/// Why one trace of a check could not be compared; the others can.
struct CheckFault: Error {
    var failure: CommandFailure
    /// The place in a file that is damaged; nil where there is none.
    var site: Trace.Site?

    /// What one input or its golden trace can be at fault for.
    private static let statuses: Set<ExitStatus> = [.finding, .wrongData, .noInput, .unavailable, .timedOut]

    /// The fault that an error amounts to; nil for one that ends the check.
    init?(_ error: any Error) {
        guard let failure = CommandFailure(error), Self.statuses.contains(failure.status) else { return nil }
        self.failure = failure
        guard let error = error as? TraceReadError, error.kind != .unreadable else { return }
        site = Trace.Site(file: SourceRoot.relative(error.input), line: error.line ?? 1)
    }
}
