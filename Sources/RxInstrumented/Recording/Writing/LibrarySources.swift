import Foundation
import RxTraceKit

/// Where the library's own source files are, which tells the user's from them.
enum LibrarySources {
    /// The folder of the package this was built in, such as `/home/me/rxtrace/`.
    private static let packageFolder: String = {
        let components = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        return components.dropLast(5).joined(separator: "/") + "/"
    }()

    static let libraryFolders: [String] = {
        let folders = LibraryModules.all.map { "Sources/\($0)/" }
        // Some paths of an optimised build are relative to where it was built, this package's folder.
        return folders + folders.map { packageFolder + $0 }
    }()

    /// The folders below which a path is shown without them.
    static var sourceFolders: [String] { [packageFolder, FileManager.default.currentDirectoryPath + "/"] }
}
