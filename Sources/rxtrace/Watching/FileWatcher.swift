import Foundation

/// Tells when files change: Swift files, a folder of them, or a trace. A file that is replaced by another of its name, as
/// editors do, is followed.
final class FileWatcher {
    /// Has something to read when there may be a change; -1 where the files are to be looked at from time to time.
    let descriptor: Int32
    private let paths: [String]
    private var known: [String: FileStamp] = [:]
    private var folders: Set<String> = []

    /// - Parameter paths: files, and folders of Swift files.
    init(_ paths: [String]) {
        self.paths = paths
        #if os(Linux)
            descriptor = inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC))
        #else
            descriptor = -1
        #endif
        known = stamps()
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Whether any file came, went or changed since the last time.
    func hasChanged() -> Bool {
        if descriptor >= 0 { while !EventLoop.bytes(descriptor).isEmpty {} }
        let now = stamps()
        defer { known = now }
        return now != known
    }

    private func stamps() -> [String: FileStamp] {
        var stamps: [String: FileStamp] = [:]
        for path in paths {
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
                listen(to: path)
                let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
                // What is hidden is no part of a program, and there is much of it where something is built.
                for name in names where !name.split(separator: "/").contains(where: { $0.hasPrefix(".") }) {
                    let file = "\(path)/\(name)"
                    if name.hasSuffix(".swift") { stamps[file] = FileStamp(file) }
                    var isInner: ObjCBool = false
                    if FileManager.default.fileExists(atPath: file, isDirectory: &isInner), isInner.boolValue {
                        listen(to: file)
                    }
                }
            } else {
                // The folder rather than the file: another may take its place.
                let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
                listen(to: folder)
                stamps[path] = FileStamp(path)
            }
        }
        return stamps
    }

    private func listen(to folder: String) {
        #if os(Linux)
            guard descriptor >= 0, folders.insert(folder).inserted else { return }
            let changes = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE | IN_MODIFY
            _ = inotify_add_watch(descriptor, folder, UInt32(changes))
        #endif
    }
}
