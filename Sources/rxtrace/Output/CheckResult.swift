import RxTraceKit

/// The outcome of one comparison with a golden trace.
struct CheckResult {
    enum Word: String, CaseIterable {
        case same, differs, missing, recorded
    }

    var golden: GoldenTrace
    var outcome: GoldenTrace.Outcome

    var word: Word {
        switch outcome {
        case .same: .same
        case .different: .differs
        case .missing: .missing
        case .first, .recorded: .recorded
        }
    }

    var isFailure: Bool { word == .differs || word == .missing }

    /// The way out of a failure, said in a line besides the difference.
    var wayOut: String {
        switch outcome {
        case .same: ""
        case .different:
            "The trace is in \(place(golden.actualPath)); --record failed makes it the golden one."
        case .missing:
            "There is no \(place(golden.path)). The trace is in \(place(golden.actualPath)); --record missing makes it "
                + "the golden one."
        case .first: "No golden trace yet; wrote \(place(golden.path)). Run again to compare."
        case .recorded(let difference):
            difference == nil ? "Wrote \(place(golden.path)) anew." : "Replaced \(place(golden.path))."
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
        text += "  \(TerminalText.escaped(result.golden.name))\n"
        if case .different(let difference) = result.outcome { text += self.text(of: difference, result) }
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
