import Foundation
import Synchronization

/// Lowers and restores the priority of a thread that must not take processor time from the program.
final class ThreadPriority: Sendable {
    private let thread = Atomic<UInt32>(0)

    /// Gives the calling thread the lowest priority.
    func lower() {
        #if os(Linux)
            // The link ends in the thread's kernel id, by which a single thread's priority is set.
            var path = [CChar](repeating: 0, count: 64)
            let count = readlink("/proc/thread-self", &path, path.count - 1)
            let text = String(decoding: path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
            guard let number = text.split(separator: "/").last.flatMap({ UInt32($0) }) else { return }
            thread.store(number, ordering: .relaxed)
            setpriority(__priority_which_t(PRIO_PROCESS.rawValue), number, 19)
        #endif
    }

    /// Gives the thread that called `lower()` the usual priority, if the system allows that.
    func raise() {
        #if os(Linux)
            let number = thread.load(ordering: .relaxed)
            if number > 0 { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), number, 0) }
        #endif
    }
}
