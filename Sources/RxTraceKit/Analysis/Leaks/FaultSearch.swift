/// One way through a trace that finds faults, leaks or both, call by call.
///
/// ```swift
/// var search = FaultSearch(in: source, lint: Lint(), leaks: LeakSearch())
/// try source.forEachCall { search.take($0) }
/// let (findings, leaks) = search.finish()
/// ```
package struct FaultSearch {
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
        walk = TraceWalk(source, text: lint?.text ?? leaks?.text)
        rules = lint?.running() ?? RunningRules([], LintOptions())
        self.lint = lint
        self.leaks = leaks
    }

    /// All faults and leaks of a trace, as a reader of it wants them.
    ///
    /// - Throws: ``TraceReadError`` where the calls cannot be read.
    package static func findings(in source: any TraceSource, text: SourceText) throws -> [Trace.Finding] {
        var search = FaultSearch(in: source, lint: Lint(text: text), leaks: LeakSearch(text: text))
        try source.forEachCall { search.take($0) }
        return search.allFindings()
    }

    /// Takes the next call.
    package mutating func take(_ call: Trace.Call) {
        let walk = walk
        walk.take(call) { call, traits in
            rules.opened(call, traits: traits, in: walk)
            if leaks != nil { events.note(call, in: walk) }
        } closed: {
            rules.closed($0, in: walk)
        }
    }

    /// What was found, when all calls have come by.
    package mutating func finish() -> (findings: [Trace.Finding], leaks: [Trace.LeakGroup]) {
        let walk = walk
        walk.finish { rules.closed($0, in: walk) }
        // The leaks come last: to tell a finding notes the titles in it.
        let findings = lint?.findings(of: &rules, in: walk) ?? []
        return (findings, leaks?.leaks(in: walk, events: events) ?? [])
    }

    /// The same as findings alone.
    package mutating func allFindings() -> [Trace.Finding] {
        let (findings, leaks) = finish()
        return findings + leaks.map(\.finding)
    }
}
