import Foundation
import RxTraceExploring
import RxTraceKit

/// Has Graphviz draw the graph of a trace; where that fails, it is drawn without, unless Graphviz was asked for.
struct GraphvizRenderer: TraceRenderer {
    private let graph: DOTRenderer
    private let tool: String
    private let isAskedFor: Bool

    /// nil where `dot` is not installed.
    init?(zoom: Zoom, isAskedFor: Bool) {
        self.isAskedFor = isAskedFor
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let found = folders.map { "\($0)/dot" }.first(where: FileManager.default.isExecutableFile)
        guard let found else { return nil }
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
            guard !isAskedFor else {
                throw CommandFailure(.unavailable, "'\(tool)' could not draw the graph. Use --layout own.")
            }
            StandardError.write("rxtrace: '\(tool)' could not draw the graph; it is drawn as by --layout own.\n")
            return try SVGGraphRenderer(zoom: graph.zoom).render(source, to: output)
        }
        try output.write(picture)
    }
}
