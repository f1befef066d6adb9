/// Looks for everything that is wrong in a trace: the findings of all rules, and what was never disposed.
///
/// ```swift
/// for finding in try FaultSearch.findings(in: TraceInMemory(trace)) { print(finding.message) }
/// ```
public enum FaultSearch {
    /// The findings of ``Lint``, then those of ``LeakSearch``.
    ///
    /// Of a filtered trace, the whole one is looked at: a filter may leave out the calls that prove the opposite.
    ///
    /// - Parameters:
    ///   - source: the trace.
    ///   - text: where the comments that switch findings off are read from.
    /// - Throws: ``TraceReadError`` where the source cannot be read.
    public static func findings(
        in source: any TraceSource, text: SourceText = SourceText()
    ) throws -> [Trace.Finding] {
        let whole = (source as? FilteredTrace)?.whole ?? source
        return try Lint(text: text).findings(in: whole) + LeakSearch(text: text).leaks(in: whole).map(\.finding)
    }
}
