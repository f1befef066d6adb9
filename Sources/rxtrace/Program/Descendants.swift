import Foundation

/// The processes that a stopped program leaves behind, whatever groups they are in.
///
/// This command adopts those that lost their parent, so that they are its children. Linux only; elsewhere they go on.
enum Descendants {
    /// Ends them, and those that these leave.
    static func end() {
        while true {
            let children = children()
            if children.isEmpty { return }
            for child in children {
                kill(child, SIGKILL)
                var status: Int32 = 0
                while waitpid(child, &status, 0) < 0, errno == EINTR {}
            }
        }
    }

    /// From `/proc`: proc(5).
    private static func children() -> [pid_t] {
        let own = getpid()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { name in
            guard let identifier = pid_t(name),
                let line = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8),
                // The program's name stands in parentheses, and may hold anything; then come the state and the parent.
                let fields = line.split(separator: ")").last?.split(separator: " "), fields.count > 1,
                pid_t(fields[1]) == own
            else { return nil }
            return identifier
        }
    }
}
