import Foundation
import RxTraceKit

/// Why nothing can be built or kept in a folder, though it is the user's: the disk is full, or may not be written.
struct BuildRoom {
    /// What a program and what the compiler keeps of the modules may take, in bytes.
    private static let needed: UInt64 = 64 << 20
    private static let probe = 1 << 16

    let folder: String
    let failure: SystemFailure

    /// nil where there is room.
    ///
    /// - Parameter folder: one that need not be there yet: then that is asked which it would be made in.
    init?(lackingIn folder: String) {
        var place = URL(filePath: folder)
        while place.pathComponents.count > 1, !FileManager.default.fileExists(atPath: place.path(percentEncoded: false))
        {
            place.deleteLastPathComponent()
        }
        guard let failure = Self.failure(in: place.path(percentEncoded: false)) else { return nil }
        self.folder = folder
        self.failure = failure
    }

    private static func failure(in folder: String) -> SystemFailure? {
        var space = statvfs()
        // A file system that counts no files has none of them in all.
        if statvfs(folder, &space) == 0,
            UInt64(space.f_bavail) * UInt64(space.f_frsize) < needed || space.f_files > 0 && space.f_favail == 0
        {
            return SystemFailure(code: ENOSPC)
        }
        var template = Array("\(folder)/rxtrace-room.XXXXXX".utf8CString)
        let file = mkstemp(&template)
        guard file >= 0 else { return SystemFailure() }
        defer {
            close(file)
            unlink(template)
        }
        let bytes = [UInt8](repeating: 0, count: probe)
        return write(file, bytes, bytes.count) == bytes.count ? nil : SystemFailure()
    }
}
