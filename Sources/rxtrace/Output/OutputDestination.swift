import Foundation
import RxTraceKit

/// Where a rendering goes: standard output, or the file of `--output`.
struct OutputDestination {
    private let file: ReplacedFile?
    private let standardOutput: DescriptorWriter

    /// - Parameter path: the file; nil or `-` for standard output.
    /// - Throws: ``OutputError`` where the file cannot be written, before anything is replayed.
    init(path: String?, standardOutput: DescriptorWriter) throws {
        self.standardOutput = standardOutput
        file = try path.flatMap { $0 == "-" ? nil : $0 }.map { try ReplacedFile(path: $0) }
    }

    /// The descriptor to ask for a terminal; nil for a file.
    var terminalDescriptor: Int32? { file == nil ? standardOutput.descriptor : nil }

    /// Writes all that `body` renders. A file keeps its old content if that fails.
    func write(_ body: (TextOutput) throws -> Void) throws {
        guard let file else {
            // Where both go to the same terminal, the first rows take the progress's place.
            let isTerminal = isatty(standardOutput.descriptor) == 1
            return try Self.write(to: standardOutput, before: { if isTerminal { Progress.shared.end() } }, body)
        }
        try file.replace { try Self.write(to: $0, body) }
    }

    private static func write(
        to writer: DescriptorWriter, before: @escaping () -> Void = {}, _ body: (TextOutput) throws -> Void
    ) throws {
        let output = TextOutput {
            before()
            try writer.write($0)
        }
        try body(output)
        try output.flush()
    }
}
