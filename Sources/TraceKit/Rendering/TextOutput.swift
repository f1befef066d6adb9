/// Where renderers write: collects text and hands it on in blocks, so that a rendering of any length needs little
/// memory.
public final class TextOutput {
    private static let blockSize = 1 << 16

    private var block: [UInt8] = []
    private let sink: (UnsafeRawBufferPointer) throws -> Void

    /// - Parameter sink: takes each block; what it throws stops the rendering.
    public init(_ sink: @escaping (UnsafeRawBufferPointer) throws -> Void) {
        self.sink = sink
        block.reserveCapacity(Self.blockSize + 4096)
    }

    public func write(_ text: String) throws {
        block.append(contentsOf: text.utf8)
        if block.count >= Self.blockSize { try flush() }
    }

    /// Hands on what is still held back. To be called once after the last ``write(_:)``.
    public func flush() throws {
        guard !block.isEmpty else { return }
        try block.withUnsafeBytes(sink)
        block.removeAll(keepingCapacity: true)
    }
}
