/// Memory for a block, with room behind it that may be read: a reader that takes numbers from it need not look where it
/// ends.
struct AlignedBytes: ~Copyable {
    private static let margin = 64

    private var memory: UnsafeMutableRawBufferPointer

    init(capacity: Int) {
        memory = .allocate(byteCount: capacity + Self.margin, alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: 0)
    }

    deinit {
        memory.deallocate()
    }

    /// Makes room for `count` bytes; the bytes there were are overwritten.
    mutating func reserve(_ count: Int) {
        guard memory.count < count + Self.margin else { return }
        memory.deallocate()
        memory = .allocate(byteCount: count + count / 2 + Self.margin, alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: 0)
    }

    func space(count: Int) -> UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(rebasing: memory[..<count])
    }

    func bytes(count: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: memory[..<count])
    }
}
