import Foundation
import RxTraceKit

/// Opens files for recordings: never another program's, nor one that is still wanted.
///
/// A file is made anew, or one that holds a recording is written anew where it stands. `RXTRACE_FORCE=1` allows other
/// files, too.
enum FileToRecord {
    typealias Failure = RecordedFile.Failure

    private static var isForced: Bool { getenv("RXTRACE_FORCE").map { String(cString: $0) } == "1" }
    /// How often it is tried again, where the file at the path becomes another one meanwhile.
    private static let attempts = 16

    static func open(_ name: String) throws(Failure) -> (
        descriptor: OwnDescriptor, path: String, isRegular: Bool
    ) {
        let path = try target(of: name)
        for _ in 0..<attempts {
            var status = stat()
            let isThere = lstat(path, &status) == 0
            guard isThere || errno == ENOENT else { throw .last }
            guard !isThere || status.isRegular || isForced else {
                throw Failure(description: "it is no regular file (RXTRACE_FORCE=1 allows it)")
            }
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

    /// Makes a file that takes the place of an open one later on, with the rights of that; nil where it cannot.
    static func replacement(_ path: String, of descriptor: Int32) -> OwnDescriptor? {
        // One that an earlier program left; a link is removed, not followed.
        unlink(path)
        var status = stat()
        guard let file = openFile(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_APPEND | O_NOFOLLOW) else {
            return nil
        }
        if fstat(descriptor, &status) == 0 { fchmod(file.number, status.st_mode & 0o777) }
        _ = flock(file.number, LOCK_EX | LOCK_NB)
        return file
    }

    /// Opens a file once more whose descriptor the program has closed; nil, and `errno`, where another one is at its path,
    /// or somebody else has written into it.
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

    /// Where the links at a path lead that are this user's own.
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

    /// Locks and empties a file. Returns false where it is not at the path any more.
    private static func take(_ descriptor: Int32, at path: String) throws(Failure) -> Bool {
        // Two recordings in one file would damage each other: of this process and a child, or of two at once.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
            throw Failure(description: "another process records into it", isInUse: true)
        }
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
        // The process's own, from before it became another program by exec, without an end.
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

extension stat {
    fileprivate var isRegular: Bool { st_mode & S_IFMT == S_IFREG }
}

/// The life of this process, which goes on through `exec`.
private enum ProcessLife {
    /// Whether a recording was made in it, rather than in an earlier process of the same number.
    static func includes(_ about: RecordingAbout) -> Bool {
        guard about.process == Int(getpid()) else { return false }
        guard let start = startNanoseconds else { return true }
        // The system's clock ticks tell the start to a hundredth of a second.
        return Double(about.processNanoseconds) + 2e7 >= start
    }

    /// When it began, in nanoseconds since the system did; nil where the system does not tell.
    private static var startNanoseconds: Double? {
        guard let text = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
            let rest = text.split(separator: ")").last
        else { return nil }
        // The name before may hold spaces; this is the 22nd field, the 20th behind it.
        let fields = rest.split(separator: " ")
        guard fields.count > 19, let ticks = Double(fields[19]) else { return nil }
        return ticks / Double(sysconf(Int32(_SC_CLK_TCK))) * 1e9
    }
}
