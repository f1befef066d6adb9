import CRxTraceBuffer

/// The types of the parts of a struct, an enum or a tuple, from the compiler's reflection metadata (Swift's ABI,
/// TypeMetadata.rst), if the program is compiled with that.
struct PartTypes {
    private(set) var types: [Any.Type] = []
    /// Whether a part is an `unowned` or `unowned(unsafe)` reference.
    private(set) var hasUncounted = false

    private static let word = MemoryLayout<UInt>.size
    private static let (structKind, enumKind, tupleKind): (UInt, UInt, UInt) = (0x200, 0x201, 0x301)
    /// Whether known types are read as expected. Tried once; if not, the layout is another one, and no type is read.
    private static let isAsExpected: Bool = {
        guard let pair = PartTypes(reading: Probe<Int8>.self), let choice = PartTypes(reading: ProbeCase<UInt8>.self),
            let tuple = PartTypes(reading: (Int, String).self), let bad = PartTypes(reading: ProbeUncounted.self)
        else { return false }
        return pair.types.map(ObjectIdentifier.init) == [Int8.self, [String].self].map(ObjectIdentifier.init)
            && choice.types.map(ObjectIdentifier.init)
                == [UInt8.self, ProbeCase<UInt8>.self].map(ObjectIdentifier.init)
            && tuple.types.map(ObjectIdentifier.init) == [Int.self, String.self].map(ObjectIdentifier.init)
            && bad.hasUncounted && !pair.hasUncounted
    }()

    /// nil for any other type, and if there is no metadata.
    init?(of type: Any.Type) {
        #if os(Linux)
            guard Self.isAsExpected else { return nil }
            self.init(reading: type)
        #else
            return nil
        #endif
    }

    private init?(reading type: Any.Type) {
        let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
        switch metadata.load(as: UInt.self) {
        case Self.tupleKind:
            for index in 0..<metadata.load(fromByteOffset: Self.word, as: Int.self) {
                let part = metadata.load(fromByteOffset: (3 + 2 * index) * Self.word, as: UnsafeRawPointer.self)
                types.append(unsafeBitCast(part, to: Any.Type.self))
            }
        case Self.structKind: guard readParts(metadata, isEnum: false) else { return nil }
        case Self.enumKind: guard readParts(metadata, isEnum: true) else { return nil }
        default: return nil
        }
    }

    /// Returns false if the type of a part cannot be read.
    private mutating func readParts(_ metadata: UnsafeRawPointer, isEnum: Bool) -> Bool {
        let type = metadata.load(fromByteOffset: Self.word, as: UnsafeRawPointer.self)
        guard let fields = Self.target(type + 16) else { return false }
        let count = fields.load(fromByteOffset: 12, as: UInt32.self)
        // The number of a struct's fields, or of an enum's cases: those with a payload plus those without.
        let first = type.load(fromByteOffset: 20, as: UInt32.self)
        let named = isEnum ? first & 0xFF_FFFF + type.load(fromByteOffset: 24, as: UInt32.self) : first
        guard count == named, fields.load(fromByteOffset: 10, as: UInt16.self) == 12 else { return false }
        for index in 0..<Int(count) {
            let field = fields + 16 + index * 12
            guard let name = Self.target(field + 4) else {
                // A case without a payload.
                if isEnum { continue }
                return false
            }
            let length = Self.length(ofName: name)
            if Self.isUncounted(name, length) {
                hasUncounted = true
                continue
            }
            guard
                let part = _getTypeByMangledNameInContext(
                    name.assumingMemoryBound(to: UInt8.self), UInt(length), genericContext: type,
                    genericArguments: metadata + 2 * Self.word)
            else { return false }
            types.append(part)
        }
        return true
    }

    /// The target of a relative pointer. nil for a null pointer.
    private static func target(_ address: UnsafeRawPointer) -> UnsafeRawPointer? {
        let offset = address.load(as: Int32.self)
        return offset == 0 ? nil : address + Int(offset)
    }

    /// The length of a mangled name, which may contain symbolic references of four or eight bytes.
    private static func length(ofName name: UnsafeRawPointer) -> Int {
        var count = 0
        while true {
            switch name.load(fromByteOffset: count, as: UInt8.self) {
            case 0: return count
            case 0x01...0x17: count += 5
            case 0x18...0x1F: count += 9
            default: count += 1
            }
        }
    }

    private static func isUncounted(_ name: UnsafeRawPointer, _ length: Int) -> Bool {
        guard length > 2, name.load(fromByteOffset: length - 2, as: UInt8.self) == UInt8(ascii: "X") else {
            return false
        }
        return [UInt8(ascii: "o"), UInt8(ascii: "u")].contains(name.load(fromByteOffset: length - 1, as: UInt8.self))
    }
}

private struct Probe<First> {
    var first: First
    var second: [String]
}

private enum ProbeCase<Payload> {
    case none
    case some(Payload)
    indirect case nested(ProbeCase)
}

private struct ProbeUncounted {
    unowned var object: AnyObject
}
