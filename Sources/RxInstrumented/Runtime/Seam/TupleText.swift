import RxTraceKit

/// Describes tuples as `String(describing:)` does, many times faster than by reflection.
enum TupleText {
    /// The first word of a tuple's metadata: `MetadataKind::Tuple` of Swift's ABI.
    private static let tupleKind: UInt = 0x301
    private static let word = MemoryLayout<UInt>.size
    /// The most bytes of a description. A longer one is made by reflection.
    private static let mostBytes = 256

    static func isTuple(_ type: Any.Type) -> Bool {
        unsafeBitCast(type, to: UnsafeRawPointer.self).load(as: UInt.self) == tupleKind
    }

    /// The description of a short tuple of numbers, Booleans and strings. nil for any other value.
    static func of<Value>(_ value: Value) -> String? { isAsKnown ? text(of: value) : nil }

    /// Whether tuples have the expected layout. Checked once, the count first, so that nothing is read beyond it. If
    /// not, reflection describes tuples.
    private static let isAsKnown: Bool = {
        let (labelled, plain) = ((first: 7, second: "x", true), (0.5, "y"))
        let metadata = unsafeBitCast(Swift.type(of: labelled) as Any.Type, to: UnsafeRawPointer.self)
        guard metadata.load(as: UInt.self) == tupleKind, metadata.load(fromByteOffset: word, as: Int.self) == 3 else {
            return false
        }
        return text(of: labelled) == String(describing: labelled) && text(of: plain) == String(describing: plain)
    }()

    private static func text<Value>(of value: Value) -> String? {
        let metadata = unsafeBitCast(Value.self as Any.Type, to: UnsafeRawPointer.self)
        guard metadata.load(as: UInt.self) == tupleKind else { return nil }
        return withUnsafeBytes(of: value) { bytes in
            guard let address = bytes.baseAddress else { return nil }
            return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: mostBytes) { room in
                var text = ShortText(room)
                return describe(address, metadata, to: &text) ? text.string : nil
            }
        }
    }

    /// Returns false if an element has another type, or if there is no room.
    private static func describe(
        _ tuple: UnsafeRawPointer, _ metadata: UnsafeRawPointer, to text: inout ShortText
    ) -> Bool {
        let count = metadata.load(fromByteOffset: word, as: Int.self)
        // All labels, each followed by a space.
        var labels = metadata.load(fromByteOffset: 2 * word, as: UnsafePointer<UInt8>?.self)
        text.write(literal: "(")
        for index in 0..<count {
            let element = metadata + (3 + 2 * index) * word
            let type = unsafeBitCast(element.load(as: UnsafeRawPointer.self), to: Any.Type.self)
            let offset = Int(element.load(fromByteOffset: word, as: UInt32.self))
            if index > 0 { text.write(literal: ", ") }
            if let start = labels { labels = write(label: start, to: &text) }
            guard write(type, at: tuple + offset, to: &text) else { return false }
        }
        text.write(literal: ")")
        return !text.isFull
    }

    private static func write(label start: UnsafePointer<UInt8>, to text: inout ShortText) -> UnsafePointer<UInt8> {
        var end = start
        while end.pointee != UInt8(ascii: " ") { end += 1 }
        if end > start {
            text.write(UnsafeBufferPointer(start: start, count: end - start))
            text.write(literal: ": ")
        }
        return end + 1
    }

    /// Returns false if the element's type is none of these.
    private static func write(_ type: Any.Type, at address: UnsafeRawPointer, to text: inout ShortText) -> Bool {
        if type == Int.self {
            text.write(address.load(as: Int.self))
        } else if type == Bool.self {
            text.write(literal: address.load(as: Bool.self) ? "true" : "false")
        } else if type == Double.self {
            text.write(address.load(as: Double.self).debugDescription)
        } else if type == String.self {
            text.write(address.assumingMemoryBound(to: String.self).pointee.debugDescription)
        } else {
            return false
        }
        return true
    }
}

/// A text in a fixed buffer, which need not be reallocated as the text grows.
private struct ShortText {
    private let room: UnsafeMutableBufferPointer<UInt8>
    private var count = 0
    /// Whether the text did not fit.
    private(set) var isFull = false

    init(_ room: UnsafeMutableBufferPointer<UInt8>) {
        self.room = room
    }

    var string: String { String(decoding: room[..<count], as: UTF8.self) }

    mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let place = place(for: bytes.count), let first = bytes.baseAddress else { return }
        place.initialize(from: first, count: bytes.count)
        count += bytes.count
    }

    mutating func write(literal text: StaticString) {
        write(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func write(_ text: String) {
        var text = text
        text.withUTF8 { write($0) }
    }

    mutating func write(_ number: Int) {
        if number < 0 { write(literal: "-") }
        if let place = place(for: Digits.most) { count += Digits.write(UInt64(number.magnitude), to: place) }
    }

    private mutating func place(for bytes: Int) -> UnsafeMutablePointer<UInt8>? {
        guard bytes <= room.count - count else {
            isFull = true
            return nil
        }
        return room.baseAddress.map { $0 + count }
    }
}
