import RxTraceKit

/// Descriptions of tuples, as `String(describing:)` gives them by reflection, which takes many times as long.
enum TupleText {
    /// What the metadata of a tuple's type begins with: `MetadataKind::Tuple` of Swift's ABI.
    private static let tupleKind: UInt = 0x301
    private static let word = MemoryLayout<UInt>.size
    /// A longer description is written by reflection.
    private static let mostBytes = 256

    static func isTuple(_ type: Any.Type) -> Bool {
        unsafeBitCast(type, to: UnsafeRawPointer.self).load(as: UInt.self) == tupleKind
    }

    /// The description of a short tuple of numbers, truth values and strings; nil for any other value.
    static func of<Value>(_ value: Value) -> String? { isAsKnown ? text(of: value) : nil }

    /// Whether tuples are laid out as they are taken to be: where they are not, reflection describes them. Looked at once,
    /// with the count before what that count tells of.
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

    /// - Returns: whether the tuple is of elements whose descriptions are the library's to say, and there is room.
    private static func describe(
        _ tuple: UnsafeRawPointer, _ metadata: UnsafeRawPointer, to text: inout ShortText
    ) -> Bool {
        let count = metadata.load(fromByteOffset: word, as: Int.self)
        // Each label with a space behind it.
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

    /// - Returns: where the next label begins.
    private static func write(label start: UnsafePointer<UInt8>, to text: inout ShortText) -> UnsafePointer<UInt8> {
        var end = start
        while end.pointee != UInt8(ascii: " ") { end += 1 }
        if end > start {
            text.write(UnsafeBufferPointer(start: start, count: end - start))
            text.write(literal: ": ")
        }
        return end + 1
    }

    /// - Returns: whether the element is of a type whose description is the library's to say.
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

/// A text that is written to memory that is there: one that grows piece by piece is moved several times.
private struct ShortText {
    private let room: UnsafeMutableBufferPointer<UInt8>
    private var count = 0
    /// Whether there was no room for all of it.
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
