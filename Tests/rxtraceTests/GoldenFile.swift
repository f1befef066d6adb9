import Foundation
import RxTraceKit
import Testing

/// A file in `Tests/Golden/` that says what a rendering has to be.
///
/// Re-recording is an explicit act: `RXTRACE_RECORD_GOLDEN=1 swift test --filter GoldenTests`. It still fails the test, so
/// that a recorded file is never taken for a passed comparison, and it is refused where `CI` is set.
struct GoldenFile {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Golden")

    let name: String

    private var url: URL { Self.folder.appendingPathComponent(name) }

    func expect(_ actual: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let environment = ProcessInfo.processInfo.environment
        if environment["RXTRACE_RECORD_GOLDEN"] == "1" && environment["CI"] == nil {
            try Data(actual.utf8).write(to: url)
            Issue.record(
                "\(name) was recorded anew; run again without RXTRACE_RECORD_GOLDEN", sourceLocation: sourceLocation)
            return
        }
        guard let data = try? Data(contentsOf: url) else {
            Issue.record(
                "Tests/Golden/\(name) does not exist; record it with RXTRACE_RECORD_GOLDEN=1 swift test --filter GoldenTests",
                sourceLocation: sourceLocation)
            return
        }
        let difference = TextDifference(old: String(decoding: data, as: UTF8.self), new: actual)
        if let text = difference.unified(context: 3, oldName: "Tests/Golden/\(name)", newName: "recorded now") {
            Issue.record("the chain changed:\n\(text)", sourceLocation: sourceLocation)
        }
    }
}
