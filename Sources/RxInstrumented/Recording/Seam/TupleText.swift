/// Descriptions of tuples, as `String(describing:)` gives them by reflection in ten times the time.
enum TupleText {
    /// What the metadata of a tuple's type begins with: `MetadataKind::Tuple` of Swift's ABI.
    private static let tupleKind: UInt = 0x301
    private static let word = MemoryLayout<UInt>.size

    /// The description of a tuple of numbers, truth values and strings; nil for any other value.
    static func of<Value>(_ value: Value) -> String? {
        let metadata = unsafeBitCast(Value.self as Any.Type, to: UnsafeRawPointer.self)
        guard metadata.load(as: UInt.self) == tupleKind else { return nil }
        let count = metadata.load(fromByteOffset: word, as: Int.self)
        // Each label with a space behind it.
        var labels = metadata.load(fromByteOffset: 2 * word, as: UnsafePointer<UInt8>?.self)
        return withUnsafeBytes(of: value) { bytes in
            var text = "("
            for index in 0..<count {
                let element = metadata + (3 + 2 * index) * word
                let type = unsafeBitCast(element.load(as: UnsafeRawPointer.self), to: Any.Type.self)
                let offset = Int(element.load(fromByteOffset: word, as: UInt32.self))
                guard let address = bytes.baseAddress else { return nil }
                if index > 0 { text += ", " }
                if let start = labels { labels = append(label: start, to: &text) }
                guard append(type, at: address + offset, to: &text) else { return nil }
            }
            return text + ")"
        }
    }

    /// - Returns: where the next label begins.
    private static func append(label start: UnsafePointer<UInt8>, to text: inout String) -> UnsafePointer<UInt8> {
        var end = start
        while end.pointee != UInt8(ascii: " ") { end += 1 }
        if end > start {
            text += String(decoding: UnsafeBufferPointer(start: start, count: end - start), as: UTF8.self)
            text += ": "
        }
        return end + 1
    }

    /// - Returns: whether the element is of a type whose description is the library's to say.
    private static func append(_ type: Any.Type, at address: UnsafeRawPointer, to text: inout String) -> Bool {
        if type == Int.self {
            text += address.load(as: Int.self).description
        } else if type == Bool.self {
            text += address.load(as: Bool.self) ? "true" : "false"
        } else if type == Double.self {
            text += address.load(as: Double.self).debugDescription
        } else if type == String.self {
            text += address.assumingMemoryBound(to: String.self).pointee.debugDescription
        } else {
            return false
        }
        return true
    }
}
