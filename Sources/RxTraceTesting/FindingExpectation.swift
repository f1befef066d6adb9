import RxTraceKit

/// The findings that fail a test, in words.
struct FindingExpectation {
    private let findings: (Trace) throws -> [Trace.Finding]

    /// That no subscription is left, but for those that `patterns` name.
    init(leaksAllowing patterns: [String]) {
        let search = LeakSearch(allowed: patterns.map { TracePattern($0) })
        findings = { try search.leaks(in: TraceInMemory($0)).map(\.finding) }
    }

    /// That no rule of lint but `excepted` finds something at least as severe as `least`.
    init(lintExcept excepted: [String], mainThread: [String], least: Trace.Finding.Severity) {
        let names = Lint.definitions.map(\.name)
        let lint = Lint(
            rules: Set(names).subtracting(excepted), mainThread: mainThread.map { TracePattern($0) })
        let unknown = excepted.filter { !names.contains($0) }
        findings = { trace in
            guard unknown.isEmpty else { throw UnknownRule(names: unknown) }
            return try lint.findings(in: TraceInMemory(trace)).filter { $0.severity >= least }
        }
    }

    /// A text for each finding in a trace; none where it is sound.
    func failures(of trace: Trace) -> [String] {
        do {
            return try findings(trace).map(Self.text) + Self.loss(of: trace)
        } catch {
            return ["The trace could not be looked at: \(error)"]
        }
    }

    private static func text(of finding: Trace.Finding) throws -> String {
        var bytes: [UInt8] = []
        let output = TextOutput { bytes += $0 }
        try FindingText().render(finding, to: output)
        try output.flush()
        return String(decoding: bytes.dropLast(), as: UTF8.self)
    }

    /// What is not in the trace cannot be vouched for.
    private static func loss(of trace: Trace) -> [String] {
        guard trace.dropped > 0 else { return [] }
        return ["\(trace.dropped) calls were dropped: faults may be missed. Record less in the closure."]
    }

    /// A rule was excepted that there is not.
    private struct UnknownRule: Error, CustomStringConvertible {
        let names: [String]

        var description: String {
            "there is no rule \(names.joined(separator: ", ")). `rxtrace lint --list` shows them."
        }
    }
}
