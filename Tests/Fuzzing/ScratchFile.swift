import Foundation

/// A file for readers that take nothing but files.
final class ScratchFile: Sendable {
    static let shared = ScratchFile()

    let folder: String
    var path: String { folder + "/file" }

    private init() {
        folder = FileManager.default.temporaryDirectory.path(percentEncoded: false) + "rxtrace-fuzzed-\(getpid())"
        mkdir(folder, 0o700)
        atexit { ScratchFile.shared.remove() }
    }

    func write(_ bytes: [UInt8]) {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        require(file >= 0 && Foundation.write(file, bytes, bytes.count) == bytes.count, "no scratch file")
        close(file)
    }

    private func remove() {
        unlink(path)
        rmdir(folder)
    }
}
