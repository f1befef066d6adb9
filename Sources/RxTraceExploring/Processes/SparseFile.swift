import Foundation

/// A file of which most is a hole: what is in it is read, the rest is zeros.
///
/// It is not mapped: where a file system has no room left, a look at a hole of it would end this process.
final class SparseFile {
    // SEEK_DATA and SEEK_HOLE of lseek(2) on Linux, which Swift's module leaves out.
    private static let (data, hole): (Int32, Int32) = (3, 4)

    let bytes: UnsafeRawBufferPointer

    /// Reads it; nil where it cannot be read.
    init?(contentsOf path: String) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        let size = Int(lseek(file, 0, SEEK_END))
        guard size > 0, let memory = calloc(1, size) else { return nil }
        bytes = UnsafeRawBufferPointer(start: memory, count: size)
        var place = 0
        while true {
            place = Int(lseek(file, off_t(place), Self.data))
            guard place >= 0, place < size else { return }
            let end = min(size, Int(lseek(file, off_t(place), Self.hole)))
            while place < end {
                let count = pread(file, memory + place, end - place, off_t(place))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return nil }
                place += count
            }
        }
    }

    deinit { free(UnsafeMutableRawPointer(mutating: bytes.baseAddress)) }
}
