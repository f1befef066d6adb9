import Foundation
import Testing

/// The walls between the parts: rules that nobody checks do not last.
@Suite struct ArchitectureTests {
    private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources")

    static func swiftFiles(in folder: String) throws -> [(path: String, text: String)] {
        let root = sources.appendingPathComponent(folder)
        let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".swift") }
        return try paths.map { path in
            ("\(folder)/\(path)", try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8))
        }
    }

    @Test func traceKitImportsNothingOfOurs() throws {
        let files = try Self.swiftFiles(in: "RxTraceKit")
        #expect(!files.isEmpty)
        for file in files {
            for module in ["RxInstrumented", "RxSwift", "CRxTraceBuffer", "RxTraceSamples"] {
                #expect(!file.text.contains("import \(module)"), "\(file.path) imports \(module)")
            }
        }
    }

    @Test(arguments: [
        "RxInstrumented/Creation", "RxInstrumented/Operators", "RxInstrumented/Traits", "ReactiveObjC/Operators",
    ])
    func operatorsDoNotMentionTheRecorder(folder: String) throws {
        for file in try Self.swiftFiles(in: folder) {
            // One line beside a class says what it does, and one beside an inner observer whom it works for.
            let code = file.text.split(separator: "\n").filter {
                !$0.contains("override var traceBehaviors:") && !$0.contains("override var traceOwner:")
            }
            for word in [
                "recorded", "Recording", "trace_", "CRxTraceBuffer", "import RxTraceKit", "traceRole", "Trace.",
            ] {
                #expect(!code.contains { $0.contains(word) }, "\(file.path) mentions \(word)")
            }
        }
    }

    @Test func filesStaySmall() throws {
        for folder in ["RxTraceKit", "RxInstrumented", "ReactiveObjC", "rxtrace", "rxtrace-bench"] {
            for file in try Self.swiftFiles(in: folder) {
                let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false).count
                #expect(lines <= 300, "\(file.path) has \(lines) lines: look for the second thing in it")
            }
        }
    }
}
