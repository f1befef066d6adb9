import Foundation

/// The process that made a recording, which may still write it.
struct RecordingWriter {
    private let process: Int
    private let host: String

    init(_ about: RecordingAbout) {
        process = about.process
        host = about.run.host
    }

    /// Whether the process runs on this machine and has the file at `path` open. Where the system does not tell which
    /// files it has open, that it runs is enough.
    func holds(_ path: String) -> Bool {
        guard host == RecordedRun.thisHost, let process = pid_t(exactly: process), process > 0,
            kill(process, 0) == 0 || errno == EPERM
        else { return false }
        let folder = "/proc/\(process)/fd"
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return true }
        var wanted = stat()
        guard stat(path, &wanted) == 0 else { return false }
        return names.contains { name in
            var found = stat()
            return stat("\(folder)/\(name)", &found) == 0 && found.st_ino == wanted.st_ino
                && found.st_dev == wanted.st_dev
        }
    }
}
