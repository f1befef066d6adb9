/// Writes findings as a SARIF log, which code scanning and editors show at the lines of the source.
///
/// ```json
/// {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [
/// {"tool": {"driver": {"name": "rxtrace", …}}, "results": [
///  {"ruleId": "late-event", "level": "error", "message": {"text": "…"}, "locations": [
/// ```
///
/// A place of the source is relative to the package's folder, which the log calls `%SRCROOT%`. The steps that prove a
/// finding are its related locations; the message has those that no place is known of.
///
/// Source: Static Analysis Results Interchange Format (SARIF) Version 2.1.0, OASIS Standard.
public struct FindingSARIF: Sendable {
    /// A rule as the log describes it.
    public struct Rule: Sendable {
        /// Its name, such as `reentrance`.
        public var name: String
        /// How much its findings matter, unless they say otherwise.
        public var severity: Trace.Finding.Severity
        /// One line without a full stop.
        public var summary: String
        /// When it fires and when it does not, in some sentences.
        public var explanation: String
        /// The way out, in one line without a full stop.
        public var remedy: String

        /// Makes the description of a rule.
        public init(
            name: String, severity: Trace.Finding.Severity, summary: String, explanation: String, remedy: String
        ) {
            self.name = name
            self.severity = severity
            self.summary = summary
            self.explanation = explanation
            self.remedy = remedy
        }

        /// Makes the description of a rule of lint.
        public init(_ definition: LintDefinition) {
            self.init(
                name: definition.name, severity: definition.severity, summary: definition.summary,
                explanation: definition.explanation, remedy: definition.remedy)
        }

        /// The rule of the findings that leaks are.
        public static let leak = Rule(
            name: "leak", severity: .warning, summary: "a subscription is still alive at the end",
            explanation: """
                Fires for subscriptions that were alive when the recording ended, by the line that subscribed: nobody
                released their DisposeBag, nobody disposed their connection, the same line subscribed again, or their
                source never ended.
                """,
            remedy: "dispose the subscription, or put it into the DisposeBag of an object that is released")
    }

    private static let schema = "https://json.schemastore.org/sarif-2.1.0.json"
    /// The name that a log gives the folder which paths are relative to.
    private static let root = "%SRCROOT%"

    private let rules: [Rule]
    private let file: String?

    /// - Parameters:
    ///   - rules: the rules that were looked at.
    ///   - file: the path of the file that a finding without a place is told of, for there are readers who refuse a
    ///     result without one; nil to leave these without.
    public init(rules: [Rule], file: String? = nil) {
        self.rules = rules
        self.file = file
    }

    /// Writes the log of one run.
    ///
    /// - Parameters:
    ///   - findings: the results, each of which names one of the rules.
    ///   - dropped: how many calls of the trace were dropped: faults may be missed.
    ///   - output: takes the log.
    /// - Throws: only the errors of `output`.
    public func render(_ findings: [Trace.Finding], dropped: Int = 0, to output: TextOutput) throws {
        var log = JSONObjectWriter(output)
        try log.begin()
        try log.add("$schema", Self.schema)
        try log.add("version", "2.1.0")
        try log.add("runs", CollectionOfOne(findings), indent: 0) { findings, run in
            try run.add("tool") { tool in try tool.add("driver") { try addDriver(to: &$0) } }
            try run.add("invocations", CollectionOfOne(dropped), indent: 1) { try addInvocation(dropped: $0, to: &$1) }
            try run.add("originalUriBaseIds") { bases in
                try bases.add("%SRCROOT%") { base in
                    try base.add("description") { try $0.add("text", "the folder of the package") }
                }
            }
            try run.add("columnKind", "unicodeCodePoints")
            try run.add("results", findings, indent: 1) { try add($0, to: &$1) }
        }
        try log.end()
        try output.write(literal: "\n")
    }

    private func addDriver(to driver: inout JSONObjectWriter) throws {
        try driver.add("name", "rxtrace")
        try driver.add("version", ProductVersion.number)
        try driver.add("semanticVersion", ProductVersion.number)
        try driver.add("rules", rules, indent: 1) { rule, row in
            try row.add("id", rule.name)
            try row.add("shortDescription") { try $0.add("text", Self.sentence(rule.summary)) }
            try row.add("fullDescription") { try $0.add("text", Self.onOneLine(rule.explanation)) }
            try row.add("help") { try $0.add("text", "What to do: \(rule.remedy).") }
            try row.add("defaultConfiguration") { try $0.add("level", rule.severity.name) }
        }
    }

    private func addInvocation(dropped: Int, to invocation: inout JSONObjectWriter) throws {
        try invocation.add("executionSuccessful", true)
        guard dropped > 0 else { return }
        try invocation.add("toolExecutionNotifications", CollectionOfOne(dropped), indent: 2) { dropped, notification in
            try notification.add("level", "warning")
            try notification.add("message") {
                let were = dropped == 1 ? "was" : "were"
                try $0.add("text", "\(Count.of(dropped, "call")) \(were) dropped: faults may be missed.")
            }
        }
    }

    private func add(_ finding: Trace.Finding, to row: inout JSONObjectWriter) throws {
        try row.add("ruleId", finding.rule)
        try row.add("ruleIndex", rules.firstIndex { $0.name == finding.rule })
        try row.add("level", finding.severity.name)
        try row.add("message") { try $0.add("text", message(of: finding)) }
        if finding.count > 1 { try row.add("occurrenceCount", finding.count) }
        let place = finding.site ?? file.map { Trace.Site(file: $0, line: 1) }
        if let place {
            try row.add("locations", CollectionOfOne(place), indent: 2) { try add($0, to: &$1) }
        }
        let steps = finding.evidence.filter { $0.site != nil }
        guard !steps.isEmpty else { return }
        try row.add("relatedLocations", steps.enumerated(), indent: 2) { step, location in
            try location.add("id", step.offset + 1)
            if let site = step.element.site { try add(site, to: &location) }
            try location.add("message") { try $0.add("text", Self.text(of: step.element)) }
        }
    }

    private func add(_ site: Trace.Site, to location: inout JSONObjectWriter) throws {
        try location.add("physicalLocation") { place in
            try place.add("artifactLocation") { artifact in
                try artifact.add("uri", Self.uri(of: site.file))
                if !site.file.hasPrefix("/") { try artifact.add("uriBaseId", Self.root) }
            }
            // Lines of SARIF begin at 1; a trace may say anything.
            try place.add("region") { try $0.add("startLine", max(1, site.line)) }
        }
    }

    /// What is wrong, as a sentence by itself, the steps that no place is known of, and the way out.
    private func message(of finding: Trace.Finding) -> String {
        let steps = finding.evidence.filter { $0.site == nil }.map(Self.text)
        let remedy = finding.remedy.isEmpty ? [] : ["What to do: \(finding.remedy)."]
        return ([Self.sentence(finding.message)] + steps + remedy).joined(separator: "\n")
    }

    private static func text(of step: Trace.Finding.Evidence) -> String {
        (step.call.map { "@\($0) " } ?? "") + step.text
    }

    private static func sentence(_ text: String) -> String { text.hasSuffix(".") ? text : text + "." }

    private static func onOneLine(_ text: String) -> String {
        text.split { $0.isWhitespace }.joined(separator: " ")
    }

    /// A path as a URI: one that is relative stays so.
    static func uri(of path: String) -> String {
        let kept = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
        let digits = Array("0123456789ABCDEF")
        var result = path.hasPrefix("/") ? "file://" : ""
        for byte in path.utf8 {
            if kept.contains(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                result += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
        }
        return result
    }
}
