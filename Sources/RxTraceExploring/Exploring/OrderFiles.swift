import Foundation

/// The files of one run.
package struct OrderFiles {
    package let log: String
    package let output: String
    package let errors: String
    package let recording: String

    package init(folder: String) {
        log = "\(folder)/log"
        output = "\(folder)/output"
        errors = "\(folder)/errors"
        recording = "\(folder)/\(RecordingFile.name)"
    }

    /// Makes the files that a server's children write to.
    package func make() throws {
        for file in [output, errors] { try Data().write(to: URL(filePath: file)) }
    }

    /// Empties those of the last run; the server does so with what it writes to.
    package func prepare() throws {
        try Data().write(to: URL(filePath: log))
        unlink(recording)
    }

    package func text(_ path: String) -> String {
        String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    }

    /// The first line that the program wrote to standard error, without the prefix of our messages; empty for none.
    package var firstError: String {
        let line = text(errors).split(separator: "\n").first.map(String.init) ?? ""
        return line.hasPrefix("rxtrace: ") ? String(line.dropFirst(9)) : line
    }
}
