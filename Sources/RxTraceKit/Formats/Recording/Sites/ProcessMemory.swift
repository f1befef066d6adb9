import Foundation

/// How much memory the process's limits leave to it (`ulimit -v`, `ulimit -d`): who reads something large in a program's
/// process does without it where it would take the last of it, as Swift's allocations end a process that has none.
enum ProcessMemory {
    #if os(Linux)
        static func mayTake(_ bytes: UInt64) -> Bool {
            let (space, data) = (limit(RLIMIT_AS), limit(RLIMIT_DATA))
            guard space != .max || data != .max else { return true }
            guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return true }
            // In pages: all, in memory, shared, code, 0, data and stack.
            let pages = text.split(whereSeparator: \.isWhitespace).compactMap { UInt64($0) }
            guard pages.count > 5 else { return true }
            let page = UInt64(sysconf(Int32(_SC_PAGESIZE)))
            return isLeft(bytes, of: space, used: pages[0] * page) && isLeft(bytes, of: data, used: pages[5] * page)
        }

        private static func isLeft(_ bytes: UInt64, of limit: UInt64, used: UInt64) -> Bool {
            limit == .max || limit > used && limit - used >= bytes
        }

        private static func limit(_ resource: __rlimit_resource) -> UInt64 {
            var limit = rlimit()
            return getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 ? UInt64(limit.rlim_cur) : .max
        }
    #else
        static func mayTake(_ bytes: UInt64) -> Bool { true }
    #endif
}
