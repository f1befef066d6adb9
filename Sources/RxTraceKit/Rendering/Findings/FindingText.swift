/// Writes findings for people: the place and the fault in one sentence, and the proof below it, all of it broken between words.
///
/// ```
/// Search.swift:14: error: PublishSubject is handed next(2) while it still delivers
///   next(1) [reentrance]
///     @12 PublishSubject is handed next(1)                        Search.swift:10
///     @15 runs onNext                                             Search.swift:14
///     @16 PublishSubject is handed next(2): the cycle is closed
///     → observe(on:) a scheduler that queues in the cycle, or use scan
/// 1 finding: reentrance 1
/// ```
public struct FindingText: Sendable {
    /// The columns a line may take; nil for lines of any length.
    public var width: Int?
    /// The characters of arrows and the like.
    public var branches: BranchStyle
    /// Whether to write the escape sequences of ANSI terminals.
    public var usesColor: Bool

    /// Makes a renderer; without a width, lines are as long as they are.
    public init(width: Int? = nil, branches: BranchStyle = .unicode, usesColor: Bool = false) {
        self.width = width
        self.branches = branches
        self.usesColor = usesColor
    }

    /// Writes `findings`, and `summary` as the last line.
    ///
    /// - Throws: only the errors of `output`.
    public func render(_ findings: [Trace.Finding], summary: String, to output: TextOutput) throws {
        for finding in findings { try render(finding, to: output) }
        var line = TreeLine()
        line.add(summary, .note, minimum: 8)
        try write(&line, to: output)
    }

    /// Writes one finding.
    ///
    /// - Throws: only the errors of `output`.
    public func render(_ finding: Trace.Finding, to output: TextOutput) throws {
        try writeSentence(finding, to: output)
        for evidence in finding.evidence { try write(evidence, to: output) }
        try writeRemedy(finding, to: output)
    }

    /// `3 findings: late-event 1, reentrance 2`, or that there are none.
    public static func summary(of findings: [Trace.Finding], rules: Int, calls: Int) -> String {
        guard !findings.isEmpty else {
            return "no findings: \(Count.of(rules, "rule")) over \(Count.of(calls, "call"))"
        }
        let counts = findings.reduce(into: [String: Int]()) { $0[$1.rule, default: 0] += 1 }
        let list = counts.sorted { $0.key < $1.key }.map { "\($0.key) \(Count.grouped($0.value))" }
        return "\(Count.of(findings.count, "finding")): \(list.joined(separator: ", "))"
    }

    private typealias Word = (text: String, style: TreeLine.Style)

    /// The place, the severity, the sentence, the rule; broken between words where a line is full.
    private func writeSentence(_ finding: Trace.Finding, to output: TextOutput) throws {
        let place = finding.site.map { TerminalText.escaped($0.description) } ?? "(no place known)"
        var words: [Word] = [("\(place):", .event), ("\(finding.severity.name):", finding.severity.style)]
        words += TerminalText.escaped(finding.sentence).split(separator: " ").map { (String($0), .plain) }
        words.append(("[\(finding.rule)]", .note))
        try write(words, indentation: 0, below: 2, to: output)
    }

    private func writeRemedy(_ finding: Trace.Finding, to output: TextOutput) throws {
        guard !finding.remedy.isEmpty else { return }
        let words = [branches.arrow] + TerminalText.escaped(finding.remedy).split(separator: " ").map(String.init)
        // What follows stands below the words, not below the arrow.
        try write(
            words.map { ($0, .plain) }, indentation: 4, below: 5 + TerminalText.columns(of: branches.arrow), to: output)
    }

    /// Writes words, broken between them where a line is full.
    ///
    /// - Parameters:
    ///   - below: the columns in front of the lines below the first.
    ///   - site: the place at the end of the last line.
    private func write(
        _ words: [Word], indentation: Int, below: Int, site: Trace.Site? = nil, to output: TextOutput
    ) throws {
        var line = TreeLine()
        var used = 0
        func indent(_ columns: Int) {
            // A part of a line has a space behind it.
            if columns > 0 { line.add(String(repeating: " ", count: columns - 1), .plain) }
            used = max(0, columns - 1)
        }
        indent(indentation)
        var isEmpty = true
        for word in words {
            let columns = TerminalText.columns(of: word.text)
            if let width, !isEmpty, used + 1 + columns > width {
                try write(&line, to: output)
                indent(below)
            }
            line.add(word.text, word.style, minimum: 4)
            used += columns + (used > 0 ? 1 : 0)
            isEmpty = false
        }
        if let site {
            if let width, used + leastColumns(of: site) > width {
                try write(&line, to: output)
                indent(below)
            }
            line.setSite(site)
        }
        try write(&line, to: output)
    }

    /// Broken between words where the line is full even without the directory of its place.
    private func write(_ evidence: Trace.Finding.Evidence, to output: TextOutput) throws {
        let text = TerminalText.escaped(evidence.text)
        let number: [Word] = evidence.call.map { [("@\($0)", .note)] } ?? []
        let whole = number + [(text, .plain)]
        let columns = whole.reduce(3) { $0 + 1 + TerminalText.columns(of: $1.text) }
        let isLong = width.map { columns + (evidence.site.map(leastColumns) ?? 0) > $0 } ?? false
        let words = isLong ? number + text.split(separator: " ").map { (String($0), .plain) } : whole
        try write(words, indentation: 4, below: 6, site: evidence.site, to: output)
    }

    private func leastColumns(of site: Trace.Site) -> Int {
        TreeLine.leastColumns(of: site, ellipsis: branches.ellipsis)
    }

    private func write(_ line: inout TreeLine, to output: TextOutput) throws {
        try line.write(to: output, width: width, ellipsis: branches.ellipsis, usesColor: usesColor)
        line.clear()
    }
}

extension Trace.Finding.Severity {
    /// How it is told apart from the text around.
    var style: TreeLine.Style {
        switch self {
        case .error: .error
        case .warning: .handler
        case .note: .note
        }
    }
}
