/// The rules that look at a trace, each given the calls of its operations.
struct RunningRules {
    private let all: [AnyRunningRule]
    /// By the operation's number, the rules that take its calls as they start, and those that take them when they have
    /// ended.
    private let opening: [[AnyRunningRule]]
    private let closing: [[AnyRunningRule]]

    init(_ types: [any LintRule.Type], _ options: LintOptions) {
        func running<Rule: LintRule>(_ type: Rule.Type) -> AnyRunningRule { RunningRule<Rule>(options) }
        let all = types.map { (type: $0, rule: running($0)) }
        self.all = all.map(\.rule)
        opening = Trace.Operation.allCases.map { operation in
            all.filter { $0.type.opening.contains(operation) }.map(\.rule)
        }
        closing = Trace.Operation.allCases.map { operation in
            all.filter { $0.type.closing.contains(operation) }.map(\.rule)
        }
    }

    func opened(_ call: Trace.Call, in walk: TraceWalk) {
        for rule in opening[Int(call.operation.rawValue)] { rule.opened(call, in: walk) }
    }

    func closed(_ call: Trace.Call, in walk: TraceWalk) {
        for rule in closing[Int(call.operation.rawValue)] { rule.closed(call, in: walk) }
    }

    func findings(in walk: TraceWalk) -> [Trace.Finding] { all.flatMap { $0.findings(in: walk) } }
}

/// A rule that runs, whichever it is.
private class AnyRunningRule {
    func opened(_ call: Trace.Call, in walk: TraceWalk) {}
    func closed(_ call: Trace.Call, in walk: TraceWalk) {}
    func findings(in walk: TraceWalk) -> [Trace.Finding] { [] }
}

/// A rule by its type, so that its code is made for it: there is a call of it for most calls of a trace.
private final class RunningRule<Rule: LintRule>: AnyRunningRule {
    private var rule: Rule

    init(_ options: LintOptions) { rule = Rule(options) }

    override func opened(_ call: Trace.Call, in walk: TraceWalk) { rule.opened(call, in: walk) }
    override func closed(_ call: Trace.Call, in walk: TraceWalk) { rule.closed(call, in: walk) }
    override func findings(in walk: TraceWalk) -> [Trace.Finding] { rule.findings(in: walk) }
}
