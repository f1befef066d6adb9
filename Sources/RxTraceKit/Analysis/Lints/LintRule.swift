/// One kind of fault that calls can show: a rule is one file in this folder.
///
/// A rule sees each call once, in order, and keeps no more than nodes, subscriptions and open calls need.
protocol LintRule {
    /// The rule's name, and its explanation.
    static var definition: LintDefinition { get }

    /// Whether what it finds comes or stays away with the order of threads: `rxtrace explore` runs the others.
    static var dependsOnOrder: Bool { get }

    /// The operations of the calls that it takes as they start: most calls are nothing to most rules.
    static var opening: Set<Trace.Operation> { get }

    /// The operations of the calls that it takes when they have ended.
    static var closing: Set<Trace.Operation> { get }

    /// The operations of those that it takes so where they had not returned when the recording ended.
    static var unreturned: Set<Trace.Operation> { get }

    /// Whether it takes calls of a sort, among those of its operations: it is asked once for each.
    static func wants(_ sort: CallSort) -> Bool

    init(_ options: LintOptions)

    /// Takes a call as it starts; `walk.callers` are those around it.
    mutating func opened(_ call: Trace.Call, in walk: TraceWalk)

    /// Takes a call that has ended.
    mutating func closed(_ call: Trace.Call, in walk: TraceWalk)

    /// Adds the findings, once all calls are known.
    mutating func findings(in walk: TraceWalk) -> [Trace.Finding]
}

extension LintRule {
    static var dependsOnOrder: Bool { false }

    static var closing: Set<Trace.Operation> { [] }

    static var unreturned: Set<Trace.Operation> { [] }

    static func wants(_ sort: CallSort) -> Bool { true }

    mutating func closed(_ call: Trace.Call, in walk: TraceWalk) {}

    /// A finding of this rule.
    ///
    /// - Parameters:
    ///   - severity: nil for the rule's.
    ///   - remedy: nil for the rule's.
    ///   - count: how many equal ones it stands for.
    func finding(
        _ message: String, at site: Trace.Site?, _ evidence: [Trace.Finding.Evidence],
        severity: Trace.Finding.Severity? = nil, remedy: String? = nil, count: Int = 1
    ) -> Trace.Finding {
        Trace.Finding(
            rule: Self.definition.name, severity: severity ?? Self.definition.severity, message: message, site: site,
            evidence: evidence, remedy: remedy ?? Self.definition.remedy, count: count)
    }
}

/// A rule's name, and its explanation: the text of `rxtrace lint --explain`.
public struct LintDefinition: Sendable, Equatable {
    /// The name it is switched off by.
    public var name: String
    /// How much its findings matter.
    public var severity: Trace.Finding.Severity
    /// One line.
    public var summary: String
    /// When it fires and when it does not, in some sentences.
    public var explanation: String
    /// A program it fires for.
    public var example: String
    /// The code to write instead, in one line without a full stop.
    public var remedy: String
    /// The same for ReactiveObjC's signals, where it is other code.
    public var signalRemedy: String?
}

/// Facts that rules are told besides the trace.
struct LintOptions {
    var mainThread: [TracePattern] = []
    var text = SourceText()
}
