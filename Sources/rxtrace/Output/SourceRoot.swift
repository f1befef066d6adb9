import Foundation

/// The folder that places in the source are relative to: the package's or, without one, the repository's that the current
/// folder is in.
enum SourceRoot {
    private static let marks = ["Package.swift", ".git"]

    /// A path as seen from the folder: as it is where it leads elsewhere.
    ///
    /// - Parameters:
    ///   - path: as the user named it, from the current folder.
    ///   - current: the current folder.
    static func relative(_ path: String, from current: String = FileManager.default.currentDirectoryPath) -> String {
        let absolute = URL(filePath: path, relativeTo: URL(filePath: current, directoryHint: .isDirectory))
            .standardizedFileURL.path(percentEncoded: false)
        let root = folder(around: current) + "/"
        return absolute.hasPrefix(root) ? String(absolute.dropFirst(root.count)) : absolute
    }

    private static func folder(around current: String) -> String {
        for mark in marks {
            var folder = current[...]
            while !folder.isEmpty, folder != "/" {
                if FileManager.default.fileExists(atPath: "\(folder)/\(mark)") { return String(folder) }
                folder = folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)]
            }
        }
        return current == "/" ? "" : current
    }
}
