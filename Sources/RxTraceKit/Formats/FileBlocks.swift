import Foundation

/// The bytes of a file, block by block.
final class FileBlocks {
    private static let blockSize = 1 << 16

    private let descriptor: Int32
    private let isOwner: Bool
    private let meter: ReadingMeter?

    /// - Parameter meter: is told how much was read.
    init(path: String, meter: ReadingMeter? = nil) throws {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        isOwner = true
        self.meter = meter
        guard descriptor >= 0 else { throw SystemFailure() }
        var status = stat()
        meter?.begin(total: fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0)
    }

    /// Reads from a file that stays open when this object goes.
    init(fileDescriptor: Int32) {
        descriptor = fileDescriptor
        isOwner = false
        meter = nil
    }

    deinit {
        if isOwner, descriptor >= 0 { close(descriptor) }
    }

    /// The next bytes; nil at the end.
    func next() throws -> [UInt8]? {
        let block = try [UInt8](unsafeUninitializedCapacity: Self.blockSize) { buffer, count in
            while true {
                let read = read(descriptor, buffer.baseAddress, buffer.count)
                if read >= 0 {
                    count = read
                    return
                }
                // A signal, such as that of a resized terminal, is no reason to stop.
                guard errno == EINTR else { throw SystemFailure() }
            }
        }
        meter?.add(block.count)
        return block.isEmpty ? nil : block
    }
}
