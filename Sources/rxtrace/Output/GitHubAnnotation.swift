import RxTraceKit

/// A failed check as an annotation of GitHub, at its line in the source.
enum GitHubAnnotation {
    static func text(of result: CheckResult) -> String {
        var site: (file: String, line: Int?) = (result.golden.path, nil)
        var message = result.wayOut
        // The code's line rather than the golden file: somebody has changed the code.
        if let place = result.site { site = (place.file, place.line) }
        if let difference = result.difference { message = (difference.summary + [message]).joined(separator: "\n") }
        return WorkflowCommand(
            level: "error", site: site, title: "trace of \(result.golden.name)", message: message
        ).text
    }
}
