import Foundation

/// Folders of the user's own, whose content can be trusted as the user put it there.
package enum PrivateFolder {
    /// Makes the folder at `path` where it is not there yet, for the user alone.
    ///
    /// - Returns: whether it can be trusted: a folder and no link, the user's, and nobody else may write there.
    package static func prepare(_ path: String) -> Bool {
        try? FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return isPrivate(path, kind: S_IFDIR)
    }

    /// Whether a file or folder is the user's, no link, and nobody else may write it.
    ///
    /// - Parameter kind: `S_IFREG` or `S_IFDIR`.
    package static func isPrivate(_ path: String, kind: mode_t) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == kind && status.st_uid == geteuid()
            && status.st_mode & 0o022 == 0
    }
}
