import Foundation
import RxTraceKit

/// Has Graphviz draw the graph of a trace.
struct GraphvizRenderer: TraceRenderer {
    private let graph: DOTRenderer
    private let tool: String

    /// nil where `dot` is not installed.
    init?(zoom: Zoom) {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let found = folders.map { "\($0)/dot" }.first(where: FileManager.default.isExecutableFile)
        guard let found else { return nil }
        graph = DOTRenderer(zoom: zoom)
        tool = found
    }

    func render(_ trace: Trace, to output: TextOutput) throws {
        let folder = try TemporaryDirectory()
        let (source, drawing) = (folder.path("graph.dot"), folder.path("graph.svg"))
        try Data(graph.string(from: trace).utf8).write(to: URL(filePath: source))
        let process = Process()
        process.executableURL = URL(filePath: tool)
        process.arguments = ["-Tsvg", "-o", drawing, source]
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw CommandFailure(.unavailable, "`dot` could not draw the graph. Use --layout own.")
        }
        try output.write(try String(contentsOfFile: drawing, encoding: .utf8))
    }
}
