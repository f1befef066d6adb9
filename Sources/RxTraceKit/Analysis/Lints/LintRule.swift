/// One kind of fault that calls can show: a rule is one file in this folder.
///
/// A rule sees each call once, in order, and keeps no more than what nodes, subscriptions and open calls need.
protocol LintRule {
    /// The rule's name, and its explanation.
    static var definition: LintDefinition { get }

    init(_ options: LintOptions)

    /// Takes a call as it starts; `walk.callers` are those around it.
    mutating func opened(_ call: Trace.Call, in walk: TraceWalk)

    /// Takes a call that has ended.
    mutating func closed(_ call: Trace.Call, in walk: TraceWalk)

    /// Adds the findings, once all calls are known.
    mutating func findings(in walk: TraceWalk) -> [Trace.Finding]
}

extension LintRule {
    mutating func closed(_ call: Trace.Call, in walk: TraceWalk) {}

    /// One finding for each line, the first, which tells how many more there were.
    func merged(_ findings: [Trace.Finding]) -> [Trace.Finding] {
        let byLine = Dictionary(grouping: findings.filter { $0.site != nil }, by: \.site)
        let first = byLine.values.map { same in
            var finding = same[0]
            if same.count > 1 { finding.evidence.append(.init("and \(Count.of(same.count - 1, "time")) more")) }
            return finding
        }
        return findings.filter { $0.site == nil } + first
    }

    /// A finding of this rule.
    func finding(
        _ message: String, at site: Trace.Site?, _ evidence: [Trace.Finding.Evidence]
    ) -> Trace.Finding {
        Trace.Finding(
            rule: Self.definition.name, severity: Self.definition.severity, message: message, site: site,
            evidence: evidence)
    }
}

/// A rule's name, and its explanation: the text of `rxtrace lint --explain`.
public struct LintDefinition: Sendable, Equatable {
    /// The name it is switched off by.
    public var name: String
    public var severity: Trace.Finding.Severity
    /// One line.
    public var summary: String
    /// When it fires and when it does not, in some sentences.
    public var explanation: String
    /// A program it fires for.
    public var example: String
    /// The code to write instead.
    public var remedy: String
}

/// Facts that rules are told besides the trace.
struct LintOptions {
    var mainThread: [TracePattern] = []
    var text = SourceText()
}
