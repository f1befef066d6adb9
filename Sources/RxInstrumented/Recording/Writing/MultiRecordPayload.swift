import CRxTraceBuffer

/// Text or addresses in consecutive records: the first three words of each.
struct MultiRecordPayload {
    private let first: UnsafePointer<rxtrace_record>
    let byteCount: Int

    static let wordsARecord = Int(TRACE_DETAIL_WORDS)
    private static let wordSize = MemoryLayout<UInt64>.size
    private static let bytesARecord = wordsARecord * wordSize

    /// Text, whose first record says how many bytes there are.
    init(textAt first: UnsafePointer<rxtrace_record>) {
        self.first = first
        byteCount = Int(first.pointee.depth)
    }

    /// Addresses, whose first record says how many there are.
    init(addressesAt first: UnsafePointer<rxtrace_record>) {
        self.first = first
        byteCount = Int(first.pointee.depth) * Self.wordSize
    }

    var wordCount: Int { byteCount / Self.wordSize }

    /// How many records the payload takes.
    var recordCount: Int { max(1, (byteCount + Self.bytesARecord - 1) / Self.bytesARecord) }

    /// Copies the payload to `place`, which must have room for the payload of whole records.
    func copy(to place: UnsafeMutableRawPointer) {
        for number in 0..<recordCount {
            (place + number * Self.bytesARecord).copyMemory(from: first + number, byteCount: Self.bytesARecord)
        }
    }

    /// The payload as text. A character that was cut at the end is replaced.
    var text: String {
        withUnsafeTemporaryAllocation(byteCount: recordCount * Self.bytesARecord, alignment: 8) { bytes in
            guard let base = bytes.baseAddress else { return "" }
            copy(to: base)
            return String(decoding: bytes[..<byteCount], as: UTF8.self)
        }
    }
}
