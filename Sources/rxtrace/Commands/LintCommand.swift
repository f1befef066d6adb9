import RxTraceKit

extension CommandDefinition {
    private static let only = OptionDefinition(
        name: "only", value: .text(placeholder: "RULE"),
        summary: "look for these rules alone; several with commas; may be given again",
        offered: Lint.definitions.map(\.name))
    private static let disable = OptionDefinition(
        name: "disable", value: .text(placeholder: "RULE"), summary: "do not look for these rules",
        offered: Lint.definitions.map(\.name))
    private static let mainThread = OptionDefinition(
        name: "main-thread", value: .text(placeholder: "PATTERN"),
        summary: "handlers that have to run on the main thread, for wrong-thread: by the place of their subscribe "
            + "('Views/*.swift', 'Cell.swift:12', '*' for all) or by their label ('onNext')")
    private static let listRules = OptionDefinition(name: "list", summary: "name the rules, with a line about each")
    private static let explainRule = OptionDefinition(
        name: "explain", value: .text(placeholder: "RULE"), summary: "explain a rule, with an example",
        offered: Lint.definitions.map(\.name))

    static let lint = CommandDefinition(
        name: "lint", summary: "look for faults: work done twice, re-entrance, late events",
        operand: .neededInput, options: [only, disable, mainThread, listRules, explainRule] + FindingReport.options,
        examples: [
            Example(line: "rxtrace lint leak", purpose: "a sample that has some"),
            Example(line: "rxtrace lint leak --disable uncompleted-subject", purpose: "without one of the rules"),
            Example(line: "rxtrace lint observe-on --main-thread ObserveOn.swift", purpose: "work on the wrong thread"),
            Example(line: "rxtrace lint leak --fail-on error", purpose: "show warnings, and end with status 0"),
            Example(line: "rxtrace lint leak --format sarif -o lint.sarif", purpose: "for code scanning"),
            Example(line: "rxtrace lint --explain reentrance", purpose: "what a rule means, and what to do"),
        ],
        run: { arguments in
            if arguments.has(listRules) { return try StandardOutput.write(RuleText.list(Lint.definitions)) }
            if let name = arguments.value(of: explainRule) {
                return try StandardOutput.write(RuleText.explanation(of: try rule(name, of: explainRule)))
            }
            let chosen = try arguments.list(of: only).map { try rule($0, of: only).name }
            let disabled = try arguments.list(of: disable).map { try rule($0, of: disable).name }
            let rules = Set(chosen.isEmpty ? Lint.definitions.map(\.name) : chosen).subtracting(disabled)
            let lint = Lint(rules: rules, mainThread: arguments.list(of: mainThread).map { TracePattern($0) })
            let report = FindingReport(arguments: arguments)
            try report.run { trace, format, text, destination in
                for pattern in lint.unmatchedPatterns(in: trace) {
                    StandardError.write(
                        "rxtrace: --main-thread \(TerminalText.escaped(pattern.description)) matches no line and no closure "
                            + "of this trace. Check its spelling: a place (Cell.swift, Cell.swift:12) or a label (onNext).\n"
                    )
                }
                let findings = try lint.findings(in: trace)
                let summary = FindingText.summary(of: findings, rules: rules.count, calls: trace.callCount)
                try destination.write { output in
                    switch format {
                    case .text: try text.render(findings, summary: summary, to: output)
                    case .json: try FindingJSON().render(findings, in: trace, to: output)
                    case .github: try FindingAnnotations().render(findings, to: output)
                    case .sarif:
                        let described = Lint.definitions.filter { rules.contains($0.name) }.map(FindingSARIF.Rule.init)
                        try report.log(of: described).render(findings, dropped: trace.dropped, to: output)
                    }
                }
                return findings.map(\.severity)
            }
        })

    private static func rule(_ name: String, of option: OptionDefinition) throws -> LintDefinition {
        if let rule = Lint.definitions.first(where: { $0.name == name }) { return rule }
        let nearest = NearestWord.find(name, among: Lint.definitions.map(\.name))
        let offer = nearest.map { "Did you mean '\($0)'?" } ?? "`rxtrace lint --list` shows them."
        throw CommandFailure.usage("there is no rule '\(TerminalText.escaped(name))' for --\(option.name). \(offer)")
    }
}

/// The rules as text.
enum RuleText {
    static func list(_ rules: [LintDefinition]) -> String {
        let width = rules.map(\.name.count).max() ?? 0
        return rules.map { rule in
            "\(rule.name)\(String(repeating: " ", count: width - rule.name.count + 2))\(rule.summary)\n"
        }.joined()
    }

    static func explanation(of rule: LintDefinition) -> String {
        func wrapped(_ text: String) -> String { TerminalText.wrapped(text, to: 79).joined(separator: "\n") }
        let example = rule.example.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" }
        let ways = ["What to do: \(rule.remedy)."] + (rule.signalRemedy.map { ["With ReactiveObjC: \($0)."] } ?? [])
        let switchedOff =
            "Switched off by --disable \(rule.name), or in the source by a comment on the line, or on its own before it or "
            + "its statement:"
        return """
            \(wrapped("\(rule.name) (\(rule.severity.name)): \(rule.summary)"))

            \(wrapped(rule.explanation))

            \(example.joined(separator: "\n"))

            \(ways.map(wrapped).joined(separator: "\n\n"))

            \(wrapped(switchedOff))

                // rxtrace:disable \(rule.name)

            """
    }
}
