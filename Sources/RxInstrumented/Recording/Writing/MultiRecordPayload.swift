import CRxTraceBuffer

/// Text or addresses that stand in several records one behind the other: three words in each, from its start.
struct MultiRecordPayload {
    private let first: UnsafePointer<rxtrace_record>
    let byteCount: Int

    static let wordsARecord = Int(TRACE_DETAIL_WORDS)
    private static let wordSize = MemoryLayout<UInt64>.size
    private static let bytesARecord = wordsARecord * wordSize

    /// Text; the first of its records says how many bytes it has.
    init(textAt first: UnsafePointer<rxtrace_record>) {
        self.first = first
        byteCount = Int(first.pointee.depth)
    }

    /// Addresses; the first of their records says how many there are.
    init(addressesAt first: UnsafePointer<rxtrace_record>) {
        self.first = first
        byteCount = Int(first.pointee.depth) * Self.wordSize
    }

    var wordCount: Int { byteCount / Self.wordSize }

    /// How many records these are.
    var recordCount: Int { max(1, (byteCount + Self.bytesARecord - 1) / Self.bytesARecord) }

    /// Puts them together at `place`, which is to have room for as many bytes as whole records hold.
    func copy(to place: UnsafeMutableRawPointer) {
        for number in 0..<recordCount {
            (place + number * Self.bytesARecord).copyMemory(from: first + number, byteCount: Self.bytesARecord)
        }
    }

    /// The words as text, of which the end may be missing.
    var text: String {
        withUnsafeTemporaryAllocation(byteCount: recordCount * Self.bytesARecord, alignment: 8) { bytes in
            guard let base = bytes.baseAddress else { return "" }
            copy(to: base)
            return String(decoding: bytes[..<byteCount], as: UTF8.self)
        }
    }
}
