import Foundation
import RxTraceTestSupport
import Testing

/// Whatever the recorder does, operators, subjects, disposables and traits behave the same: all their tests run with it
/// off, as the rest does, and here in processes of their own with it on, started in the middle and stopped in the middle.
/// That takes minutes: `make check-recorder-states` runs these tests, and so does `RXTRACE_LONG=1`.
@Suite(.timeLimit(.generous)) struct RecorderMatrixTests {
    /// The folders whose tests show behaviour.
    private static let folders = ["Operators", "Subjects", "Disposables", "Creation", "Core", "Traits", "Relays"]
    /// Suites of other things: the sources' text, the stack, or recordings themselves.
    private static let others = ["ArityFilesTests", "ArityTests"]

    /// After how many entries into foreign code the recorder is switched.
    private static let entries = TestLength.isLong ? [1, 2, 3, 5, 8, 13, 21, 34] : [4]
    private static let states = ["on"] + entries.flatMap { ["started \($0)", "stopped \($0)"] }

    /// Each suite of the folders, and whether its tests run in every state of the recorder.
    private static func suites() throws -> [(name: String, isInMatrix: Bool)] {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return try folders.flatMap { folder in
            let root = tests.appending(path: folder).path(percentEncoded: false)
            let files = try FileManager.default.subpathsOfDirectory(atPath: root).filter { $0.hasSuffix(".swift") }
            return try files.sorted().flatMap { file -> [(name: String, isInMatrix: Bool)] in
                let text = try String(contentsOfFile: "\(root)/\(file)", encoding: .utf8)
                let suite = #/@Suite(?<traits>\([^{]*\))?\s+(?:final )?(?:struct|class|enum|actor) (?<name>\w+)/#
                return text.matches(of: suite).map { match in
                    (String(match.name), match.traits?.contains(".everyRecorderState") ?? false)
                }
            }
        }
    }

    @Test func noSuiteIsForgotten() throws {
        let suites = try Self.suites()
        #expect(suites.count > 90)
        let forgotten = suites.filter { !$0.isInMatrix && !Self.others.contains($0.name) }.map(\.name)
        #expect(forgotten.isEmpty, "add the trait .everyRecorderState to \(forgotten.joined(separator: ", "))")
    }

    private static let isAsked = TestLength.isAsked(by: "RXTRACE_STATES")

    @Test(
        .disabled(if: RecorderState.current != nil),
        .enabled(if: isAsked, "it takes minutes: make check-recorder-states"), arguments: states)
    func behaviourIsTheSame(state: String) throws {
        let names = try Self.suites().filter(\.isInMatrix).map(\.name)
        let (hasPassed, text) = try TestProcess.run(
            [
                "--testing-library", "swift-testing", "--no-parallel", "--filter",
                "^RxInstrumentedTests\\.(\(names.joined(separator: "|")))/",
            ],
            environment: [RecorderState.variable: state], keepsErrors: true)
        let lines = text.split(separator: "\n")
        let tests = lines.count { $0.contains("Test ") && $0.contains(" passed") }
        let failures = lines.filter { $0.contains("recorded an issue") || $0.contains("Fatal error") }
        #expect(hasPassed, "\(lines.suffix(20))")
        #expect(failures.isEmpty, "\(failures.prefix(20).joined(separator: "\n"))")
        #expect(tests > 400, "only \(tests) tests ran")
    }
}
