import CRxTraceBuffer
import Foundation
import RxTraceKit

/// The file for a trace document or JSON Lines of a process's recording. It is written as a whole or not at all.
struct DocumentFile {
    private let path: String

    init(_ path: String) {
        self.path = path
    }

    /// - Throws: a failure if the file at the path is not a trace, and is not to be overwritten.
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

    /// Replaces the file by the text that `render` writes, and keeps its permissions.
    func replace(_ render: (TextOutput) throws -> Void) throws {
        let other = path + ".part"
        // Remove what an earlier program left. A link is removed, not followed.
        unlink(other)
        let opened = open(other, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard let file = OwnDescriptor(taking: opened) else { throw SystemFailure() }
        var status = stat()
        if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
            fchmod(file.number, status.st_mode & 0o777)
        }
        do {
            var isOpen = true
            defer { if isOpen { file.close() } }
            let text = TextOutput { try Self.write($0, to: file) }
            try render(text)
            try text.flush()
            isOpen = false
            if !file.close() { throw SystemFailure() }
            if rename(other, path) != 0 { throw SystemFailure() }
        } catch {
            unlink(other)
            throw error
        }
    }
    private static func write(_ bytes: UnsafeRawBufferPointer, to file: OwnDescriptor) throws {
        var done = 0
        while done < bytes.count {
            guard file.isOwn else {
                throw RecordedFile.Failure(description: "the program has closed the recorder's descriptor")
            }
            let count = rxtrace_quiet_write(file.number, bytes.baseAddress.map { $0 + done }, bytes.count - done)
            if count >= 0 { done += count } else if errno != EINTR { throw SystemFailure() }
        }
    }
}
