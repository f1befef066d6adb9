import Foundation

/// A descriptor of the recorder's in a process whose program may close any, and open files of its own by that number.
///
/// It lies high: a file that the program opens takes the lowest free number, recorded or not. What lies there is the
/// recorder's only where it is the same file, by device and inode, and has the mark that the system keeps for whoever
/// opened it: the program may have opened the same file, too. Ask ``isOwn`` before each use that changes anything.
package struct OwnDescriptor: Sendable {
    package let number: Int32
    private let device: UInt64
    private let inode: UInt64
    private let mark: Int32

    /// Takes over an open descriptor, which gets another number; one below 0 is none.
    ///
    /// - Returns: nil where the system has no room, which `errno` tells; the descriptor is closed then.
    package init?(taking descriptor: Int32) {
        guard descriptor >= 0 else { return nil }
        let number = Self.high(descriptor)
        let code = errno
        Foundation.close(descriptor)
        errno = code
        self.init(number)
    }

    private init?(_ number: Int32) {
        var status = stat()
        guard number >= 0, fstat(number, &status) == 0 else { return nil }
        self.number = number
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(truncatingIfNeeded: status.st_ino)
        mark = Self.makeMark(number)
    }

    /// Another one of the same open file; nil where the system has no room.
    package func duplicate() -> OwnDescriptor? { isOwn ? OwnDescriptor(Self.high(number)) : nil }

    /// Whether it is still what was opened.
    package var isOwn: Bool {
        var status = stat()
        return fstat(number, &status) == 0 && UInt64(truncatingIfNeeded: status.st_dev) == device
            && UInt64(truncatingIfNeeded: status.st_ino) == inode && Self.mark(of: number) == mark
    }

    /// Whether another one leads to the same file.
    package func isOfSameFile(as other: OwnDescriptor) -> Bool { device == other.device && inode == other.inode }

    /// Closes it, where it still is what was opened. Returns false, and `errno`, where that did not work.
    @discardableResult
    package func close() -> Bool { !isOwn || Foundation.close(number) == 0 }

    /// A copy of a descriptor near the end of the numbers that every process may have; none of the standard streams.
    private static func high(_ descriptor: Int32) -> Int32 {
        let count = max(0, min(sysconf(Int32(_SC_OPEN_MAX)), 1 << 10))
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, Int32(count - count / 16))
        return copy >= 0 ? copy : fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    }

    #if os(Linux)
        // F_SETSIG and F_GETSIG of fcntl(2), which Swift's module leaves out: which signal tells that there is something to
        // read or to write, for who asks for signals. Nobody asks for any here.
        private static let (setSignal, getSignal, signal): (Int32, Int32, Int32) = (10, 11, 62)

        private static func makeMark(_ number: Int32) -> Int32 {
            _ = fcntl(number, setSignal, signal)
            // A system that knows no such mark says the same each time.
            return mark(of: number)
        }

        private static func mark(of number: Int32) -> Int32 { fcntl(number, getSignal) }
    #else
        private static func makeMark(_ number: Int32) -> Int32 { 0 }

        private static func mark(of number: Int32) -> Int32 { 0 }
    #endif
}
