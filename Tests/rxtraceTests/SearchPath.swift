import Foundation

/// The tools of the machine, which tests that need them are skipped without.
enum SearchPath {
    /// The path of the tool; nil where it is not installed.
    static func find(_ name: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first(where: FileManager.default.isExecutableFile)
    }
}
