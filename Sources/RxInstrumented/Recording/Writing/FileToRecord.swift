import Foundation
import RxTraceKit

/// Opens files for recordings, without overwriting other files or recordings in use.
///
/// A new file is made, or a file with a recording is emptied. `RXTRACE_FORCE=1` allows other files, too.
enum FileToRecord {
    typealias Failure = RecordedFile.Failure

    private static var isForced: Bool { getenv("RXTRACE_FORCE").map { String(cString: $0) } == "1" }
    /// How often opening is tried if the file at the path is replaced meanwhile.
    private static let attempts = 16

    static func open(_ name: String) throws(Failure) -> (
        descriptor: OwnDescriptor, path: String, isRegular: Bool
    ) {
        let path = try target(of: name)
        for _ in 0..<attempts {
            var status = stat()
            let isThere = lstat(path, &status) == 0
            guard isThere || errno == ENOENT else { throw .last }
            if isThere { try expectAllowed(status) }
            let flags = O_RDWR | O_CLOEXEC | O_APPEND | O_NOFOLLOW
            let found = isThere ? openFile(path, flags | O_NONBLOCK) : openFile(path, flags | O_CREAT | O_EXCL)
            guard let descriptor = found else {
                if errno == (isThere ? ENOENT : EEXIST) { continue }
                throw .last
            }
            do throws(Failure) {
                guard try take(descriptor.number, at: path) else {
                    descriptor.close()
                    continue
                }
            } catch {
                descriptor.close()
                throw error
            }
            return (descriptor, path, !isThere || status.isRegular)
        }
        throw Failure(description: "it is replaced again and again")
    }

    /// Throws where a recording cannot go into a file. What is there stays as it is.
    static func expectPlace(_ name: String) throws(Failure) {
        let path = try target(of: name)
        var status = stat()
        guard lstat(path, &status) == 0 else {
            guard errno == ENOENT else { throw .last }
            let folder = (path as NSString).deletingLastPathComponent
            guard access(folder.isEmpty ? "." : folder, W_OK | X_OK) == 0 else { throw .last }
            return
        }
        try expectAllowed(status)
        // Whoever reads a pipe takes it for its end when it is closed.
        guard status.isRegular else { return }
        guard let descriptor = openFile(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) else { throw .last }
        defer { descriptor.close() }
        try lock(descriptor.number)
        if status.st_size > 0 { try expectOurs(descriptor.number, size: Int(status.st_size)) }
    }

    private static func expectAllowed(_ status: stat) throws(Failure) {
        guard status.isRegular || isForced else {
            throw Failure(description: "it is no regular file (RXTRACE_FORCE=1 allows it)")
        }
    }

    /// Two recordings in one file, of a process and its child, say, would damage each other.
    private static func lock(_ descriptor: Int32) throws(Failure) {
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
            throw Failure(description: "another process records into it", isInUse: true)
        }
    }

    /// Makes a file that will replace an open one, with the same permissions. nil, and `errno`, if that fails.
    static func replacement(_ path: String, of descriptor: Int32) -> OwnDescriptor? {
        // Remove what an earlier program left. A link is removed, not followed.
        unlink(path)
        var status = stat()
        guard let file = openFile(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_APPEND | O_NOFOLLOW) else {
            return nil
        }
        if fstat(descriptor, &status) == 0 { fchmod(file.number, status.st_mode & 0o777) }
        _ = flock(file.number, LOCK_EX | LOCK_NB)
        return file
    }

    /// Opens again a file whose descriptor the program has closed. nil, and `errno`, if another file is at the path, or
    /// if another process has written into it.
    static func again(_ path: String, in lost: OwnDescriptor, size: Int) -> OwnDescriptor? {
        guard let file = openFile(path, O_RDWR | O_CLOEXEC | O_APPEND | O_NOFOLLOW | O_NONBLOCK) else { return nil }
        var status = stat()
        guard file.isOfSameFile(as: lost), flock(file.number, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK,
            fstat(file.number, &status) == 0, Int(status.st_size) == size
        else {
            file.close()
            errno = ESTALE
            return nil
        }
        return file
    }

    /// The path that a link of this user leads to. For another file, the path itself.
    private static func target(of name: String) throws(Failure) -> String {
        var status = stat()
        guard lstat(name, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return name }
        guard status.st_uid == geteuid() || isForced else {
            throw Failure(description: "another user's link leads elsewhere (RXTRACE_FORCE=1 allows it)")
        }
        guard let path = realpath(name, nil) else { throw .last }
        defer { free(path) }
        return String(cString: path)
    }

    private static func openFile(_ path: String, _ flags: Int32) -> OwnDescriptor? {
        OwnDescriptor(taking: Foundation.open(path, flags, 0o644))
    }

    /// Locks and empties a file. Returns false if the file is not at the path any more.
    private static func take(_ descriptor: Int32, at path: String) throws(Failure) -> Bool {
        try lock(descriptor)
        var (here, there) = (stat(), stat())
        guard fstat(descriptor, &here) == 0, lstat(path, &there) == 0, here.st_ino == there.st_ino,
            here.st_dev == there.st_dev
        else { return false }
        guard here.isRegular, here.st_size > 0 else { return true }
        try expectOurs(descriptor, size: Int(here.st_size))
        guard ftruncate(descriptor, 0) == 0 else { throw .last }
        return true
    }

    private static func expectOurs(_ descriptor: Int32, size: Int) throws(Failure) {
        let head = bytes(of: descriptor, 0..<min(size, 1 << 16))
        guard RecordingHead.isRecording(head) || isForced else {
            throw Failure(description: "a file that is no recording is there (RXTRACE_FORCE=1 overwrites it)")
        }
        // An unfinished recording of this process, from before an `exec`.
        let end = bytes(of: descriptor, max(0, size - RecordingHead.endSize)..<size)
        if !RecordingHead.isEnd(end), let about = RecordingHead.about(head), ProcessLife.includes(about) {
            throw Failure(description: "this process recorded into it before", isInUse: true)
        }
    }

    private static func bytes(of descriptor: Int32, _ range: Range<Int>) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: range.count)
        let count = pread(descriptor, &bytes, bytes.count, off_t(range.lowerBound))
        return Array(bytes.prefix(max(0, count)))
    }
}

/// The file into which a process that is yet to be started is to record.
package enum PlaceOfRecording {
    /// Why the process could not record into the file at `path`; nil where it could.
    package static func lack(at path: String) -> String? {
        do throws(RecordedFile.Failure) {
            try FileToRecord.expectPlace(path)
            return nil
        } catch {
            return error.description
        }
    }
}

extension stat {
    fileprivate var isRegular: Bool { st_mode & S_IFMT == S_IFREG }
}

/// The lifetime of this process, which goes on through `exec`.
private enum ProcessLife {
    /// Whether a recording was made by this process, and not by an earlier one with the same id.
    static func includes(_ about: RecordingAbout) -> Bool {
        guard about.process == Int(getpid()) else { return false }
        guard let start = startNanoseconds else { return true }
        // The start is known to a hundredth of a second.
        return Double(about.processNanoseconds) + 2e7 >= start
    }

    /// When the process began, in nanoseconds since the system's start. nil if unknown.
    private static var startNanoseconds: Double? {
        guard let text = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
            let rest = text.split(separator: ")").last
        else { return nil }
        // The fields behind the name, which may contain spaces. The start is the 22nd field, the 20th behind the name.
        let fields = rest.split(separator: " ")
        guard fields.count > 19, let ticks = Double(fields[19]) else { return nil }
        return ticks / Double(sysconf(Int32(_SC_CLK_TCK))) * 1e9
    }
}
