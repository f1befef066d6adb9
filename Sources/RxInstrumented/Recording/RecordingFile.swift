import Foundation

/// The file of a recording.
enum RecordingFile {
    /// Why it cannot be written.
    struct Failure: Error, CustomStringConvertible {
        let description: String
        /// Somebody records into it.
        var isInUse = false
    }

    /// Opens the file to be written and read, with nothing in it.
    static func open(_ path: String) throws(Failure) -> Int32 {
        let descriptor = Foundation.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_APPEND, 0o666)
        guard descriptor >= 0 else { throw Failure(description: String(cString: strerror(errno))) }
        // Two recordings in one file would damage each other: of this process and a child, or of two at once.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
            close(descriptor)
            throw Failure(description: "another process records into it", isInUse: true)
        }
        _ = ftruncate(descriptor, 0)
        return descriptor
    }
}
