/// The steps that a log tells of (TurnLog.h).
extension OrderLog {
    private static let headBytes = 24
    private static let stepBytes = 20
    private static let keptSteps = 1 << 14
    /// Set in a touch: of a lock that the thread had before, and only lets go of.
    private static let letsGo: UInt64 = 1 << 63

    static var bytesOfSteps: Int { headBytes + keptSteps * stepBytes }

    /// What a run uses beyond what its steps touch.
    private struct Uses: OptionSet {
        let rawValue: UInt32

        /// Threads of the pool differ in more than what they run.
        static let threads = Self(rawValue: 1)
        /// Tasks meet at what is not seen.
        static let tasks = Self(rawValue: 2)
        /// Work waited for others before a thread of the pool took it.
        static let waiting = Self(rawValue: 4)
    }

    /// What a step begins with.
    private struct Beginning: OptionSet {
        let rawValue: UInt8

        static let isBehindAll = Self(rawValue: 1)
        static let isOfWork = Self(rawValue: 2)
    }

    /// What a step touches of the pool's threads and of what libdispatch and the runtime of tasks keep, by its distance from the first.
    private enum Kept: UInt64 {
        case given, taken, tasks, dispatch
    }

    static func steps(in bytes: UnsafeRawBufferPointer, at start: Int, touchesAt touchesStart: Int) -> [OrderStep] {
        func word(_ offset: Int) -> UInt32 { bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
        func long(_ offset: Int) -> UInt64 { bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
        let areLost = word(start + 8) != 0
        let uses = Uses(rawValue: word(start + 12))
        let isTakenAtOnce = !uses.contains(.waiting)
        let pool = long(start + 16)
        // By thread, the work that it has taken.
        var work: [Int: Int] = [:]
        return (0..<min(Int(word(start)), keptSteps)).map { number in
            let start = start + headBytes + number * stepBytes
            let thread = Int(bytes.loadUnaligned(fromByteOffset: start, as: UInt16.self))
            let told = (0..<Int(word(start + 12))).map { long(touchesStart + (Int(word(start + 8)) + $0) * 8) }
            let all = told.map { $0 & ~letsGo }
            let kept = Set(all.compactMap { Kept(rawValue: $0 >> 1 &- pool) })
            let touches = all.filter { Kept(rawValue: $0 >> 1 &- pool) == nil }
            let poolUse = PoolUse(
                gives: kept.contains(.given), takes: kept.contains(.taken), usesDispatch: kept.contains(.dispatch),
                isTakenAtOnce: isTakenAtOnce, areThreadsAlike: !uses.contains(.threads))
            let beginning = Beginning(rawValue: bytes[start + 3])
            if isTakenAtOnce, beginning.contains(.isOfWork) { work[thread] = Int(UInt16.max) + 1 + number }
            let isUnknown = areLost || bytes[start + 2] != 0 || (uses.contains(.tasks) && kept.contains(.tasks))
            return OrderStep(
                thread: thread, strand: work[thread] ?? thread, turnsBefore: Int(word(start + 4)),
                wokenBy: Int(word(start + 16)) - 1, isBehindAll: beginning.contains(.isBehindAll),
                touches: isUnknown ? nil : touches.sorted(), poolUse: poolUse,
                firstTouches: all.map { $0 >> 1 }, letsGo: Set(zip(told, all).filter { $0 != $1 }.map { $1 >> 1 }))
        }
    }
}
