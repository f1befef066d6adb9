import RxTraceKit

extension CheckResult {
    private static let differing = FindingSARIF.Rule(
        name: "trace-differs", severity: .error, summary: "a trace is not the golden one",
        explanation: """
            Fires where the calls of a trace differ from those of the golden one; the threads' timing does not count. The
            line is the one at which the difference begins, or the golden trace's where that line is not known.
            """,
        remedy: "mend the code; or accept the change: rxtrace check --record failed")
    private static let absent = FindingSARIF.Rule(
        name: "trace-missing", severity: .error, summary: "there is no golden trace to compare with",
        explanation: "Fires where a trace has no golden one to compare it with, and the check records none.",
        remedy: "look at the trace, and keep it: rxtrace check --record missing")
    private static let uncompared = FindingSARIF.Rule(
        name: "trace-unread", severity: .error, summary: "a trace was not compared with the golden one",
        explanation: "Fires where the golden trace is damaged, or the input cannot be read or run.",
        remedy: "mend the file; or write a damaged golden trace anew: rxtrace check --record failed")

    /// What a check can find.
    static let rules = [differing, absent, uncompared]

    /// A failure as a finding; nil where there is none.
    var finding: Trace.Finding? {
        let trace = "the trace '\(golden.name)'"
        func place(_ path: String) -> Trace.Site { Trace.Site(file: SourceRoot.relative(path), line: 1) }
        switch outcome {
        case .success(.same), .success(.first), .success(.recorded): return nil
        case .success(.missing):
            return Trace.Finding(
                rule: Self.absent.name, severity: .error, message: "\(trace) has no golden one to be compared with",
                site: place(golden.actualPath), remedy: Self.absent.remedy)
        case .success(.different(let difference)):
            // The code's line rather than the golden file: somebody has changed the code.
            return Trace.Finding(
                rule: Self.differing.name, severity: .error, message: "\(trace) is not the golden one",
                site: site ?? place(golden.path),
                evidence: difference.summary.map { Trace.Finding.Evidence($0) }, remedy: Self.differing.remedy)
        case .failure(let fault):
            return Trace.Finding(
                rule: Self.uncompared.name, severity: .error,
                message: "\(trace) was not compared: \(fault.failure.message)", site: site ?? place(golden.path),
                remedy: Self.uncompared.remedy)
        }
    }
}
