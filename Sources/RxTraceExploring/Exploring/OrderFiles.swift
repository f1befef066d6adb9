import Foundation
import RxTraceKit

/// The files of one run.
package struct OrderFiles {
    package let log: String
    package let output: String
    package let errors: String
    package let recording: String
    /// What the process that serves the orders says itself.
    package let messages: String

    package init(folder: String) {
        log = "\(folder)/log"
        output = "\(folder)/output"
        errors = "\(folder)/errors"
        messages = "\(folder)/messages"
        recording = "\(folder)/\(RecordingFile.name)"
    }

    /// Makes an empty file, for writing. It is another one than before, which others may still write to.
    package static func made(_ path: String) throws -> FileHandle {
        unlink(path)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw OutputError("'\(path)'", wayOut: "Free some space or set TMPDIR to another folder.")
        }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    package func text(_ path: String) -> String {
        String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    }

    /// The first line that the program wrote to standard error, without the prefix of our messages; empty for none.
    package var firstError: String { firstLine(of: errors) }

    /// As ``firstError``, of what the process that serves the orders says.
    package var firstMessage: String { firstLine(of: messages) }

    private func firstLine(of file: String) -> String {
        let line = text(file).split(separator: "\n").first.map(String.init) ?? ""
        return line.hasPrefix("rxtrace: ") ? String(line.dropFirst(9)) : line
    }
}
