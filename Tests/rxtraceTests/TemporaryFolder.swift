import Foundation
import Testing

/// A folder that goes when its test ends.
final class TemporaryFolder {
    private let url = FileManager.default.temporaryDirectory.appending(path: "rxtrace-test-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// Makes a program that the shell runs, and answers its path.
    ///
    /// Another process writes it: a file that this one has open to write cannot be run for as long as a child that another
    /// test starts meanwhile has it open, too.
    func program(_ name: String, _ script: String) throws -> String {
        let file = path(name)
        let made = try BuiltCommand.run(
            ["-c", #"mkdir -p "${1%/*}" && cat > "$1" && chmod 700 "$1""#, "sh", file], command: "/bin/sh",
            input: "#!/bin/sh\n\(script)\n")
        try #require(made.status == 0, "\(made.errors)")
        return file
    }

    func path(_ name: String) -> String {
        (name.isEmpty ? url : url.appending(path: name)).path(percentEncoded: false)
    }
}
