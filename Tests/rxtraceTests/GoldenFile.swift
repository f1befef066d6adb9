import Foundation
import RxTraceKit
import Testing

/// A file in `Tests/Golden/` that says what a rendering has to be.
///
/// `RXTRACE_RECORD=failed swift test --filter GoldenTests` records files anew, as for golden traces. The test fails all the
/// same, so that a recorded file is never taken for a passed comparison; where `CI` is set, nothing is recorded
/// unless the variable says so.
struct GoldenFile {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Golden")

    let name: String

    private var url: URL { Self.folder.appendingPathComponent(name) }

    func expect(_ actual: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let mode = try GoldenRecordMode.usual(in: ProcessInfo.processInfo.environment)
        let golden = try? Data(contentsOf: url)
        let isDue =
            switch mode {
            case .all: true
            case .failed: golden != Data(actual.utf8)
            case .missing: golden == nil
            case .never: false
            }
        if isDue {
            try Data(actual.utf8).write(to: url)
            Issue.record("Tests/Golden/\(name) was recorded anew; run again to compare", sourceLocation: sourceLocation)
            return
        }
        guard let data = golden else {
            Issue.record(
                """
                Tests/Golden/\(name) does not exist; record it with \(GoldenRecordMode.variable)=missing swift test \
                --filter GoldenTests
                """, sourceLocation: sourceLocation)
            return
        }
        let difference = TextDifference(old: String(decoding: data, as: UTF8.self), new: actual)
        if let text = difference.unified(context: 3, oldName: "Tests/Golden/\(name)", newName: "recorded now") {
            Issue.record("the chain changed:\n\(text)", sourceLocation: sourceLocation)
        }
    }
}
