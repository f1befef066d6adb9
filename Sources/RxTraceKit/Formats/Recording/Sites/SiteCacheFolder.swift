import Foundation

/// Where the frames that were looked up once are kept: a file per build, in the user's own cache.
///
/// It lies beside the programs that `rxtrace run` builds: in `$XDG_CACHE_HOME/rxtrace`, or `~/.cache/rxtrace`. Only the
/// user's own files are read or written, and nobody else may write there.
package struct SiteCacheFolder: Sendable {
    /// How many bytes all files may have together; those not used for the longest time go first.
    private static let limit = 64 << 20

    let path: String
    private let limit: Int

    /// The user's; nil where none can be kept.
    package static let ofUser: SiteCacheFolder? = {
        let environment = ProcessInfo.processInfo.environment
        let caches = environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        guard let parent = caches ?? environment["HOME"].map({ "\($0)/.cache" }) else { return nil }
        return SiteCacheFolder("\(parent)/rxtrace/sites")
    }()

    /// - Parameter path: absolute; made where it is not there yet.
    package init?(_ path: String, limit: Int = Self.limit) {
        self.path = path
        self.limit = limit
        guard PrivateFolder.prepare(path) else { return nil }
    }

    /// The file of a build; nil for a word that cannot be the number of one.
    func file(of build: String) -> SiteCacheFile? {
        guard (8...128).contains(build.utf8.count), build.allSatisfy(\.isHexDigit) else { return nil }
        return SiteCacheFile("\(path)/\(build)", in: self)
    }

    /// Removes the files used least lately, as far as there is too much. One that is in use lasts until its user closes
    /// it.
    func prune() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        var total = 0
        var files: [(path: String, size: Int, used: Int)] = []
        for file in names.map({ "\(path)/\($0)" }) {
            var status = stat()
            guard lstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            total += Int(status.st_size)
            #if canImport(Darwin)
                files.append((file, Int(status.st_size), status.st_mtimespec.tv_sec))
            #else
                files.append((file, Int(status.st_size), status.st_mtim.tv_sec))
            #endif
        }
        for file in files.sorted(by: { $0.used < $1.used }) where total > limit {
            unlink(file.path)
            total -= file.size
        }
    }
}
