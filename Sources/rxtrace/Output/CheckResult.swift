import RxTraceKit

/// The outcome of one comparison with a golden trace.
struct CheckResult {
    enum Word: String, CaseIterable {
        case same, differs, missing, recorded, error
    }

    var golden: GoldenTrace
    var outcome: Result<GoldenTrace.Outcome, CheckFault>
    /// The values that were compared as far as they were recorded, and no further.
    var cutValues: Trace.CutValues?

    var word: Word {
        switch outcome {
        case .success(.same): .same
        case .success(.different): .differs
        case .success(.missing): .missing
        case .success(.first), .success(.recorded): .recorded
        case .failure: .error
        }
    }

    /// Whether it fails the check.
    var isFailure: Bool { word == .differs || word == .missing || word == .error }

    /// The difference; nil where there is none.
    var difference: TraceDifference? {
        guard case .success(.different(let difference)) = outcome else { return nil }
        return difference
    }

    /// The line at which the difference begins, or the damage; nil where it is not known.
    var site: Trace.Site? {
        switch outcome {
        case .success: difference?.site
        case .failure(let fault): fault.site
        }
    }

    /// What `same` does not vouch for, behind the name; empty where it vouches for all.
    var limit: String {
        guard word == .same, let cutValues else { return "" }
        return " (\(Count.of(cutValues.count, "value")) compared only as far as recorded: "
            + "\(Count.of(cutValues.characters, "character")))"
    }

    /// The way out of a failure, said in a line besides the difference.
    var wayOut: String {
        switch outcome {
        case .success(.same): ""
        case .success(.different):
            "The trace is in \(place(golden.actualPath)); --record failed makes it the golden one."
        case .success(.missing):
            "There is no \(place(golden.path)). The trace is in \(place(golden.actualPath)); --record missing makes it "
                + "the golden one."
        case .success(.first): "No golden trace yet; wrote \(place(golden.path)). Run again to compare."
        case .success(.recorded(let difference)):
            difference == nil ? "Wrote \(place(golden.path)) anew." : "Replaced \(place(golden.path))."
        case .failure(let fault): fault.failure.message
        }
    }

    private func place(_ path: String) -> String { TerminalText.escaped(path) }
}

/// Writes the results of a check for people, and as annotations for GitHub.
struct CheckWriter {
    /// More of a difference than this, `rxtrace diff` shows.
    private static let mostLines = 80

    var renderer: DifferenceRenderer
    var annotates: Bool

    /// One line; for a trace that differs, the difference below it.
    func text(of result: CheckResult) -> String {
        let color = result.isFailure ? "31" : result.word == .recorded ? "33" : "32"
        let width = CheckResult.Word.allCases.map(\.rawValue.count).max() ?? 0
        let word = result.word.rawValue + String(repeating: " ", count: width - result.word.rawValue.count)
        var text = renderer.usesColor ? "\u{1B}[\(color)m\(word)\u{1B}[0m" : word
        text += "  \(TerminalText.escaped(result.golden.name))\(result.limit)\n"
        if let difference = result.difference { text += self.text(of: difference, result) }
        if result.word != .same { text += "  \(result.wayOut)\n" }
        if annotates, result.isFailure { text += GitHubAnnotation.text(of: result) }
        return text
    }

    private func text(of difference: TraceDifference, _ result: CheckResult) -> String {
        var renderer = renderer
        renderer.width = renderer.width.map { max(20, $0 - 2) }
        let lines = renderer.string(from: difference).split(separator: "\n", omittingEmptySubsequences: false)
            .dropLast()
        var text = lines.prefix(Self.mostLines).map { $0.isEmpty ? "\n" : "  \($0)\n" }.joined()
        if lines.count > Self.mostLines {
            let more = lines.count - Self.mostLines
            text += "  \(renderer.branches.ellipsis) and \(more) lines more: rxtrace diff "
            text += "\(TerminalText.escaped(result.golden.path)) \(TerminalText.escaped(result.golden.actualPath))\n"
        }
        return text
    }

    func total(of results: [CheckResult]) -> String {
        let counts = CheckResult.Word.allCases.compactMap { word -> String? in
            let count = results.count { $0.word == word }
            return count == 0 ? nil : "\(count) \(word.rawValue)"
        }
        return "\(results.count) golden trace\(results.count == 1 ? "" : "s"): \(counts.joined(separator: ", "))\n"
    }
}
