import TraceKit

/// A failed check as a workflow command of GitHub Actions, which shows it at its line in the source.
///
/// Source: docs.github.com, "Workflow commands for GitHub Actions", setting an error message.
enum GitHubAnnotation {
    static func text(of result: CheckResult) -> String {
        var place = "file=\(property(result.golden.path))"
        var message = result.wayOut
        if case .different(let difference) = result.outcome {
            // Where the code is rather than the golden file: that is what somebody has changed.
            if let site = difference.site { place = "file=\(property(site.file)),line=\(site.line)" }
            message = (difference.summary + [message]).joined(separator: "\n")
        }
        return "::error \(place),title=\(property("trace of \(result.golden.name)"))::\(data(message))\n"
    }

    private static func data(_ text: String) -> String {
        text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }

    private static func property(_ text: String) -> String {
        data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
}
