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

    /// The folders below which a path is shown without them: this package's, and the one of the program.
    static var sourceFolders: [String] { [packageFolder, programFolder()] }

    /// The package or, without one, the repository that the current folder is in, so that a path is the same from
    /// everywhere in it; else the current folder.
    private static func programFolder() -> String {
        let current = FileManager.default.currentDirectoryPath
        for mark in ["Package.swift", ".git"] {
            var folder = current[...]
            while !folder.isEmpty, folder != "/" {
                if access("\(folder)/\(mark)", F_OK) == 0 { return "\(folder)/" }
                folder = folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)]
            }
        }
        return current == "/" ? "/" : current + "/"
    }
}
