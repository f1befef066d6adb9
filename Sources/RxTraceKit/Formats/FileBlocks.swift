import Foundation

/// The bytes of a file, block by block.
final class FileBlocks {
    private static let blockSize = 1 << 16

    private let descriptor: Int32
    private let isOwner: Bool

    init(path: String) throws {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        isOwner = true
        guard descriptor >= 0 else { throw SystemFailure() }
    }

    /// Reads from a file that stays open when this object goes.
    init(fileDescriptor: Int32) {
        descriptor = fileDescriptor
        isOwner = false
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
        return block.isEmpty ? nil : block
    }
}
