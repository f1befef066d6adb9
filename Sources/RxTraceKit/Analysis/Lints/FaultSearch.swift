/// Looks for everything that is wrong in a trace, in one way through its calls: the findings of all rules, and what was
/// never disposed.
///
/// ```swift
/// for finding in try FaultSearch.findings(in: TraceInMemory(trace)) { print(finding.message) }
/// ```
public struct FaultSearch {
    private let walk: TraceWalk
    private let lint: Lint?
    private let leaks: LeakSearch?
    private var rules: RunningRules
    private var events = LastEvents()

    /// - Parameters:
    ///   - source: the trace whose calls are to come.
    ///   - lint: the faults to look for; nil for none.
    ///   - leaks: the leaks to look for; nil for none.
    package init(in source: any TraceSource, lint: Lint? = nil, leaks: LeakSearch? = nil) {
        var (lint, leaks) = (lint, leaks)
        if let text = lint?.text { lint?.text = text.preferring(source.packedSource) }
        if let text = leaks?.text { leaks?.text = text.preferring(source.packedSource) }
        walk = TraceWalk(source, text: lint?.text ?? leaks?.text)
        rules = lint?.running() ?? RunningRules([], LintOptions())
        self.lint = lint
        self.leaks = leaks
    }

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
        var search = FaultSearch(in: whole, lint: Lint(text: text), leaks: LeakSearch(text: text))
        try whole.forEachCall { search.take($0) }
        let (findings, leaks) = search.finish()
        return findings + leaks.map(\.finding)
    }

    /// Takes the next call.
    package mutating func take(_ call: Trace.Call) {
        let walk = walk
        walk.take(call) { call, sort in
            rules.opened(call, sort: sort, in: walk)
            if leaks != nil { events.note(call, in: walk) }
        } closed: {
            rules.closed($0, sort: $1, in: walk)
        }
    }

    /// What was found, when all calls have come by.
    package mutating func finish() -> (findings: [Trace.Finding], leaks: [Trace.LeakGroup]) {
        let walk = walk
        walk.finish { rules.closed($0, sort: $1, in: walk) }
        // The leaks come last: to tell a finding notes the titles in it.
        let findings = lint?.findings(of: &rules, in: walk) ?? []
        return (findings, leaks?.leaks(in: walk, events: events) ?? [])
    }
}
