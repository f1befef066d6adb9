import Foundation

/// A folder of a cache that is in use: as long as this object lives, no command takes it away.
///
/// The system lets go of it when the process ends, however that comes.
final class UsedFolder {
    private let descriptor: Int32

    /// nil where there is no such folder, or it is being taken away.
    init?(_ path: String) {
        guard let descriptor = Self.open(path, LOCK_SH) else { return nil }
        self.descriptor = descriptor
        var (held, named) = (stat(), stat())
        // Another command may have taken it away just before.
        guard fstat(descriptor, &held) == 0, stat(path, &named) == 0, held.st_ino == named.st_ino else { return nil }
    }

    deinit { close(descriptor) }

    /// Removes a folder that nobody uses. Returns whether it did.
    static func removeUnused(_ path: String) -> Bool {
        guard let descriptor = open(path, LOCK_EX) else { return false }
        defer { close(descriptor) }
        return (try? FileManager.default.removeItem(atPath: path)) != nil
    }

    private static func open(_ path: String, _ lock: Int32) -> Int32? {
        let descriptor = Foundation.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        // Some file systems have no locks; there, what was used of late stays.
        if flock(descriptor, lock | LOCK_NB) == 0 || errno != EWOULDBLOCK { return descriptor }
        close(descriptor)
        return nil
    }
}
