/// A part of a block as it is made: numbers and text, in the forms of ``RecordingLayout``.
///
/// Room is made beforehand with ``reserve(_:)``, for many records at once; bytes that are added are not checked again.
/// An array checks each byte it is given, which took longer than all else that is done with a record.
struct BlockBytes: ~Copyable {
    /// No definition takes more, but for the text or the addresses in it.
    static let definitionSize = 32

    private var start: UnsafeMutableRawPointer
    private var capacity: Int
    /// Where the next byte goes.
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

    /// Makes room for so many more bytes.
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

    /// Adds a number as it stands in memory.
    @inline(__always)
    mutating func add<Number: FixedWidthInteger>(whole number: Number) {
        end.storeBytes(of: number.littleEndian, as: Number.self)
        end += MemoryLayout<Number>.size
    }

    /// Adds a number that takes the fewer bytes the smaller it is: one for each seven bits.
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

    /// Adds text, for which it makes room.
    mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            reserve(utf8.count + 10)
            add(UInt64(utf8.count))
            add(UnsafeRawBufferPointer(utf8))
        }
    }

    /// Adds the bytes of several records; the room has to be for whole records.
    mutating func add(_ words: MultiRecordPayload) {
        words.copy(to: end)
        end += words.byteCount
    }
}
