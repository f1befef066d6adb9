import Foundation
import TraceKit

/// Tells the library's own source files from the user's, and shortens paths.
enum SourcePaths {
    /// The folder of the package this was built in, such as `/home/me/rxtrace/`.
    private static let packageFolder: String = {
        let components = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        return components.dropLast(4).joined(separator: "/") + "/"
    }()

    private static let ownFolders: [String] = {
        let modules = ["RxInstrumented", "RxSwift", "ReactiveObjC", "TraceKit", "CTraceBuffer"]
        let folders = modules.map { "Sources/\($0)/" }
        // Some paths of an optimised build are relative to where it was built, this package's folder.
        return folders + folders.map { packageFolder + $0 }
    }()

    static func isOurs(_ path: String) -> Bool {
        ownFolders.contains { path.hasPrefix($0) }
    }

    /// A place, its path relative to this package's folder or to the current one where it lies below.
    static func site(path: String, line: Int) -> Trace.Site {
        for folder in [packageFolder, FileManager.default.currentDirectoryPath + "/"] where path.hasPrefix(folder) {
            return Trace.Site(file: String(path.dropFirst(folder.count)), line: line)
        }
        return Trace.Site(file: path, line: line)
    }
}
