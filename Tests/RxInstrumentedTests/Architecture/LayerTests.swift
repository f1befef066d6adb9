import Foundation
import Testing

/// Folders use only those before them, and no circle runs through them.
@Suite struct LayerTests {
    struct Part: CustomTestStringConvertible {
        var folder: String
        /// Each folder uses only those before it.
        var order: [String]

        var testDescription: String { folder }
    }

    static let parts = [
        Part(folder: "RxTraceKit", order: ["Text", "Model", "Formats", "Analysis", "Rendering", "Golden"]),
        Part(
            folder: "rxtrace",
            order: [
                "Outcome", "Output", "Arguments", "Recordings", "Program", "Input", "Formats", "Screen", "Watching",
                "Commands", ".",
            ]),
        Part(folder: "RxInstrumented/Recording", order: ["Seam", "Options", "Writing", "Streaming", "Session"]),
    ]

    @Test(arguments: parts)
    func foldersUseOnlyThoseBeforeThem(part: Part) throws {
        let files = try ArchitectureTests.swiftFiles(in: part.folder).map { file in
            SwiftFile(path: String(file.path.dropFirst(part.folder.count + 1)), source: file.text)
        }
        let graph = FolderGraph(files)
        #expect(graph.uses.count >= part.order.count - 1, "hardly anything was found:\n\(graph.description)")
        #expect(graph.faults(against: part.order) == [])
        #expect(graph.circles == [])
    }
}
