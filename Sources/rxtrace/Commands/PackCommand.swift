import Foundation
import RxTraceExploring
import RxTraceKit

extension OptionDefinition {
    static let withSource = OptionDefinition(
        name: "with-source", summary: "put the source itself in as well, for readers who do not have it")
}

extension CommandDefinition {
    static let pack = CommandDefinition(
        name: "pack", summary: "put places and names into recordings, to be read where the program is not",
        operand: Operand(
            placeholder: "FILE", summary: "recordings that programs made, such as \(RecordingFile.name)",
            isNeeded: true,
            words: { [] }, allowsAfter: { _, _ in true }),
        options: [.withSource],
        examples: [
            Example(line: "rxtrace pack out/app.rxtrace", purpose: "where the program is; then take it anywhere"),
            Example(
                line: "rxtrace pack out/app.rxtrace --with-source", purpose: "with the files of source it speaks of"),
        ],
        run: { try PackCommand($0).run() })
}

/// Puts into recordings what is looked up in the program and its source: `rxtrace record` does so by itself.
struct PackCommand {
    private let arguments: ParsedArguments

    init(_ arguments: ParsedArguments) {
        self.arguments = arguments
    }

    func run() throws {
        guard !arguments.operands.isEmpty else {
            throw CommandFailure.usage(
                "`rxtrace pack` needs the FILE of a recording, as in `rxtrace pack \(RecordingFile.name)`.")
        }
        for path in arguments.operands {
            let file = TerminalText.escaped(path)
            guard FileManager.default.fileExists(atPath: path) else {
                throw CommandFailure(.noInput, "there is no file '\(file)'. Check its path.")
            }
            guard RecordedInput.isRecording(path) else {
                throw CommandFailure(
                    .wrongData,
                    "'\(file)' is no recording that can be read. Name a file that ends in "
                        + ".\(RecordingFile.fileExtension): trace documents have their places in them.")
            }
            let pack = try Self.pack(path, withSource: arguments.has(.withSource))
            StandardError.write("rxtrace: \(Self.words(pack, path))\n")
            guard pack.places < pack.stacks else { continue }
            let lacking = Count.of(pack.stacks - pack.places, "place")
            PendingFailure.set(
                CommandFailure(
                    .finding,
                    "\(file) lacks \(lacking): the program is not as it was. Pack it on the machine "
                        + "that recorded it, or record it again."))
        }
    }

    /// Puts in what there is, and tells which source there is not.
    ///
    /// - Throws: `TraceReadError`, and ``CommandFailure`` where the file cannot be replaced.
    @discardableResult
    static func pack(_ path: String, withSource: Bool) throws -> RecordingPack {
        let pack: RecordingPack
        do {
            pack = try RecordingPack(of: path, withSource: withSource)
        } catch let failure as RecordingCompletion.Failure {
            let status = if case .isWritten = failure { ExitStatus.unavailable } else { ExitStatus.outputFailed }
            throw CommandFailure(status, "'\(TerminalText.escaped(path))' is left as it was: \(failure)")
        }
        PendingFailure.set(pack.problem.flatMap { CommandFailure($0) })
        if !pack.missingFiles.isEmpty {
            let files = pack.missingFiles.map { TerminalText.escaped($0) }.joined(separator: ", ")
            StandardError.write(
                "rxtrace: \(files): not put in, for \(pack.missingFiles.count == 1 ? "it is" : "they are") not here, or "
                    + "changed since the recording.\n")
        }
        return pack
    }

    private static func words(_ pack: RecordingPack, _ path: String) -> String {
        let parts = [
            pack.places == pack.stacks ? Count.of(pack.places, "place") : "\(pack.places) of \(pack.stacks) places",
            Count.of(pack.names, "name"),
            pack.files.isEmpty ? nil : Count.of(pack.files.count, "file") + " of source",
        ].compactMap { $0 }
        return parts.dropLast().joined(separator: ", ") + " and \(parts[parts.count - 1]) are in "
            + TerminalText.escaped(path)
    }
}
