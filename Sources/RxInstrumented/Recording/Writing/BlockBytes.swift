/// A growing buffer for a part of a block: numbers and text in the encodings of ``RecordingLayout``.
///
/// Unsafe: callers make room with ``reserve(_:)``, for many records at once, and `add` does not check again. An array
/// checks each added byte, which took longer than everything else about a record.
struct BlockBytes: ~Copyable {
    /// The most bytes of a definition, without its text or addresses.
    static let definitionSize = 32

    private var start: UnsafeMutableRawPointer
    private var capacity: Int
    var end: UnsafeMutableRawPointer

    init(capacity: Int) {
        start = .allocate(byteCount: capacity, alignment: 16)
        end = start
        self.capacity = capacity
    }

    deinit {
        start.deallocate()
    }

    var count: Int { end - start }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

    mutating func removeAll() { end = start }

    mutating func reserve(_ more: Int) {
        let used = count
        guard used + more > capacity else { return }
        capacity = (used + more) * 2
        let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
        larger.copyMemory(from: start, byteCount: used)
        start.deallocate()
        start = larger
        end = start + used
    }

    /// Adds a number in little-endian order.
    @inline(__always)
    mutating func add<Number: FixedWidthInteger>(whole number: Number) {
        end.storeBytes(of: number.littleEndian, as: Number.self)
        end += MemoryLayout<Number>.size
    }

    /// Adds a number as LEB128: one byte per seven bits.
    @inline(__always)
    mutating func add(_ number: UInt64) {
        var rest = number
        while rest > 0x7F {
            add(whole: UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        add(whole: UInt8(truncatingIfNeeded: rest))
    }

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        guard let first = bytes.baseAddress else { return }
        end.copyMemory(from: first, byteCount: bytes.count)
        end += bytes.count
    }

    /// Adds a text with its length. Makes room itself.
    mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            reserve(utf8.count + 10)
            add(UInt64(utf8.count))
            add(UnsafeRawBufferPointer(utf8))
        }
    }

    /// Adds the payload of several records. There must be room for whole records.
    mutating func add(_ words: MultiRecordPayload) {
        words.copy(to: end)
        end += words.byteCount
    }
}
