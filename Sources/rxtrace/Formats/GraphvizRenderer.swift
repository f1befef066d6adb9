import Foundation
import RxTraceExploring
import RxTraceKit

/// Has Graphviz draw the graph of a trace.
struct GraphvizRenderer: TraceRenderer {
    private let graph: DOTRenderer
    private let tool: String

    /// - Throws: ``CommandFailure`` where `dot` is not installed.
    init(zoom: Zoom) throws {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let found = folders.map { "\($0)/dot" }.first(where: FileManager.default.isExecutableFile)
        guard let found else {
            throw CommandFailure(
                .unavailable, "Graphviz's dot is not installed. Install it, or leave --layout out.")
        }
        graph = DOTRenderer(zoom: zoom)
        tool = found
    }

    func render(_ source: any TraceSource, to output: TextOutput) throws {
        let folder = try TemporaryDirectory()
        let (file, drawing) = (folder.path("graph.dot"), folder.path("graph.svg"))
        var bytes: [UInt8] = []
        let text = TextOutput { bytes.append(contentsOf: $0) }
        try graph.render(source, to: text)
        try text.flush()
        do {
            try Data(bytes).write(to: URL(filePath: file))
        } catch {
            throw OutputError("'\(file)'", wayOut: "Free some space or set TMPDIR to another folder.")
        }
        guard try ChildProcess(tool, ["-Tsvg", "-o", drawing, file]).wait() == .exit(0),
            let picture = try? String(contentsOfFile: drawing, encoding: .utf8)
        else {
            throw CommandFailure(.unavailable, "'\(tool)' could not draw the graph. Leave --layout out.")
        }
        try output.write(picture)
    }
}
