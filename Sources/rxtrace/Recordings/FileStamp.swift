import Foundation

/// Which file is at a path, and how it was last written. A file with another stamp is another one, or was written since.
struct FileStamp: Equatable {
    private let device: UInt64
    private let inode: UInt64
    private let size: Int64
    private let seconds: Int
    private let nanoseconds: Int

    /// nil where there is no file.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        seconds = Int(time.tv_sec)
        nanoseconds = Int(time.tv_nsec)
    }

    /// Whether there is a file at `path` that was made or written since there was one of the stamp `before`, or none.
    static func isWritten(_ path: String, since before: FileStamp?) -> Bool {
        FileStamp(path).map { $0 != before } ?? false
    }
}
