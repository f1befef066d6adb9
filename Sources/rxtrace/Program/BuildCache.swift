import Foundation
import RxTraceExploring
import RxTraceKit

/// The programs that were built, each in a folder named by the key of all it was made from.
///
/// It lies in `$XDG_CACHE_HOME/rxtrace`, or `~/.cache/rxtrace`. Several commands may use it at once: a folder appears
/// complete or not at all. A program is taken from it only where it and its folders are the user's own, nobody else may
/// write them, and it is as it was built.
struct BuildCache {
    /// How many bytes the programs may have together; those not used for the longest time go first.
    private static let limit = 512 << 20
    /// A build that was used within these seconds stays: somebody may be about to run it.
    private static let recent: TimeInterval = 60

    private let folder: String
    private let limit: Int

    /// The user's cache; nil where none can be kept.
    init?(environment: [String: String] = ProcessInfo.processInfo.environment, limit: Int = Self.limit) {
        guard let folder = PrivateFolder.cachePath(environment) else { return nil }
        self.folder = folder
        self.limit = limit
        guard PrivateFolder.prepare(folder), access(folder, R_OK | W_OK | X_OK) == 0 else { return nil }
    }

    /// The folder in which programs keep what they made once.
    private static func caches(_ environment: [String: String]) -> String? {
        PrivateFolder.cachePath(environment).map { ($0 as NSString).deletingLastPathComponent }
    }

    /// Whether anybody named a place to keep something in, for the compiler at least.
    static func isPlaced(environment: [String: String] = ProcessInfo.processInfo.environment) -> Bool {
        caches(environment) != nil || environment["CLANG_MODULE_CACHE_PATH"]?.isEmpty == false
    }

    /// Why nothing can be kept; nil where there is room, or nobody named a place. The compiler keeps modules there, too.
    static func lack(environment: [String: String] = ProcessInfo.processInfo.environment) -> BuildRoom? {
        guard let caches = caches(environment) else { return nil }
        return BuildRoom(lackingIn: "\(caches)/rxtrace") ?? BuildRoom(lackingIn: "\(caches)/clang/ModuleCache")
    }

    /// A program of the cache. It stays there as long as this object lives.
    final class Program {
        let path: String
        private let use: UsedFolder

        fileprivate init(path: String, _ use: UsedFolder) {
            self.path = path
            self.use = use
        }
    }

    /// The executable built for `key`; nil where there is none to be trusted.
    func executable(_ key: String, named name: String) -> Program? {
        let build = "\(folder)/\(key)"
        let path = "\(build)/\(name)"
        guard let use = UsedFolder(build) else { return nil }
        guard PrivateFolder.isPrivate(build, kind: S_IFDIR), PrivateFolder.isPrivate(path, kind: S_IFREG),
            let sum = Self.checksum(of: path),
            sum == (try? String(contentsOfFile: build + "/\(Self.sumName)", encoding: .utf8))
        else {
            // Another one takes its place.
            try? FileManager.default.removeItem(atPath: build)
            return nil
        }
        utimes(build, nil)
        return Program(path: path, use)
    }

    /// A folder to build in, on the same disk.
    func workFolder() throws -> TemporaryDirectory { try TemporaryDirectory(in: folder, named: "building") }

    /// Keeps the build of the program `name` in `work` under `key`. If another command was faster, its program stays.
    func store(_ work: TemporaryDirectory, _ key: String, named name: String) {
        chmod(work.path(name), 0o700)
        guard let sum = Self.checksum(of: work.path(name)),
            (try? Data(sum.utf8).write(to: URL(filePath: work.path(Self.sumName)))) != nil
        else { return }
        chmod(work.path(Self.sumName), 0o600)
        _ = work.move(to: "\(folder)/\(key)")
        prune()
    }

    private static let sumName = ".checksum"

    /// Tells a program that is cut off or damaged from the one that was built.
    private static func checksum(of path: String) -> String? {
        guard let data = try? Data(contentsOf: URL(filePath: path), options: .alwaysMapped) else { return nil }
        var sum = RecordingChecksum()
        data.withUnsafeBytes { sum.add($0) }
        return String(sum.value, radix: 16)
    }

    private func prune() {
        struct Entry {
            var path: String
            var used: Date
            var size: Int
        }
        // Places in the source have a limit of their own.
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0 != "sites" }
        let entries = names.map { name in
            let path = "\(folder)/\(name)"
            let files = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).map { "\(path)/\($0)" }
            return Entry(
                path: path, used: attributes(path)[.modificationDate] as? Date ?? .distantPast,
                size: files.reduce(0) { $0 + (attributes($1)[.size] as? Int ?? 0) })
        }
        var total = entries.reduce(0) { $0 + $1.size }
        for entry in entries.sorted(by: { $0.used < $1.used }) where total > limit {
            guard entry.used.timeIntervalSinceNow < -Self.recent else { return }
            if UsedFolder.removeUnused(entry.path) { total -= entry.size }
        }
    }

    private func attributes(_ path: String) -> [FileAttributeKey: Any] {
        (try? FileManager.default.attributesOfItem(atPath: path)) ?? [:]
    }
}
