import Foundation
import RxTraceKit

/// The trace document, or JSON Lines, that is made of a process's recording: there as a whole or not at all.
struct DocumentFile {
    private let path: String

    init(_ path: String) {
        self.path = path
    }

    /// - Throws: where another program's file is at the path.
    func expectOurs() throws(RecordedFile.Failure) {
        guard getenv("RXTRACE_FORCE").map({ String(cString: $0) }) != "1" else { return }
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFLNK else { return }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw RecordedFile.Failure(description: "it is no regular file (RXTRACE_FORCE=1 allows it)")
        }
        guard status.st_size > 0 else { return }
        let start = FileHandle(forReadingAtPath: path).flatMap { try? $0.read(upToCount: 200) } ?? Data()
        let text = String(decoding: start, as: UTF8.self).filter { !$0.isWhitespace }
        guard text.hasPrefix(#"{"format":"rxtrace""#) else {
            throw RecordedFile.Failure(
                description: "a file that is no trace is there (RXTRACE_FORCE=1 overwrites it)")
        }
    }

    /// Puts the text that `render` writes in place of the file, whose rights it keeps.
    func replace(_ render: (TextOutput) throws -> Void) throws {
        let other = path + ".part"
        // One that an earlier program left; a link is removed, not followed.
        unlink(other)
        let descriptor = open(other, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0 else { throw SystemFailure() }
        var status = stat()
        if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG { fchmod(descriptor, status.st_mode & 0o777) }
        do {
            guard let output = fdopen(descriptor, "w") else {
                defer { close(descriptor) }
                throw SystemFailure()
            }
            var isOpen = true
            defer { if isOpen { fclose(output) } }
            let text = TextOutput { bytes in
                if fwrite(bytes.baseAddress, 1, bytes.count, output) != bytes.count { throw SystemFailure() }
            }
            try render(text)
            try text.flush()
            isOpen = false
            if fclose(output) != 0 { throw SystemFailure() }
            if rename(other, path) != 0 { throw SystemFailure() }
        } catch {
            unlink(other)
            throw error
        }
    }
}
