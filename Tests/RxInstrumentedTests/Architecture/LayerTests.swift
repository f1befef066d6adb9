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

    private static let runtimeBelowSeam = ["Runtime/Locks", "Runtime/Events", "Runtime/Seam"]
    private static let recording = ["Options", "Writing", "Streaming", "Session"].map { "Recording/\($0)" }
    private static let runtimeAboveSeam = ["Runtime/Kept", "Runtime/Disposables", "Runtime/Schedulers"]
    private static let core = [
        "Observables", "Observables/Subjects", "Creation", "Operators", "Traits", "Bridges",
    ]

    static let parts = [
        Part(folder: "RxTraceKit", order: ["Text", "Model", "Formats", "Analysis", "Rendering", "Golden"]),
        Part(
            folder: "rxtrace",
            order: [
                "Outcome", "Output", "Arguments", "Recordings", "Program", "Input", "Formats",
                "Screen", "Watching", "Browsing", "Commands", ".",
            ]),
        Part(folder: "RxTraceExploring", order: ["Processes", "Orders", "Exploring"]),
        // The recording stands beside the core. That it comes early here shows what it uses: of the core, locks, values and
        // the seam. That it comes last there shows that the core uses nothing of it.
        Part(folder: "RxInstrumented", order: runtimeBelowSeam + recording + runtimeAboveSeam + core),
        Part(folder: "RxInstrumented", order: runtimeBelowSeam + runtimeAboveSeam + core + recording),
        Part(
            folder: "ReactiveObjC",
            order: ["Disposables", "Schedulers", "Signals", "Operators", "Command", "KeyValueObserving", "."]),
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
