import Foundation
import Testing

/// The declarations written for each number of sources are those that ``ArityFamily`` and ``TraitArityFamily`` say.
///
/// With `RXTRACE_WRITE_ARITIES` set, as `make arities` does, the files are written first.
@Suite struct ArityFilesTests {
    private static let files =
        ArityFamily.all.flatMap { family in family.files.map { Written(path: $0, text: $1) } }
        + TraitArityFamily.all.map { Written(path: $0.path, text: $0.text) }

    @Test(arguments: files) func theFileIsAsGenerated(file: Written) throws {
        let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../../Sources/\(file.path)").standardized
        if ProcessInfo.processInfo.environment["RXTRACE_WRITE_ARITIES"] != nil {
            try file.text.write(to: url, atomically: true, encoding: .utf8)
        }
        let committed = try String(contentsOf: url, encoding: .utf8)
        #expect(committed == file.text, "\(file.path) is not as generated: run `make arities`")
    }

    struct Written: CustomTestStringConvertible {
        let path: String
        let text: String

        var testDescription: String { path }
    }
}
