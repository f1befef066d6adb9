import TraceKit

/// The types a recording names, by the addresses of their metadata; each is written into it once.
struct RecordingTypes {
    private var numbers: [UInt: Int] = [:]

    /// The number of the type at `address`; its name goes to `definitions` the first time.
    mutating func number(of address: UInt, _ definitions: inout ByteWriter) -> Int {
        if let number = numbers[address] { return number }
        let number = numbers.count
        numbers[address] = number
        definitions.add(RecordingLayout.Definition.type.rawValue)
        definitions.add(UInt64(number))
        definitions.add(TypeNames.generic(at: address))
        return number
    }
}

/// The names of types by the addresses records hold; each is worked out once in the life of the process.
enum TypeNames {
    private static let generics = Lock<[UInt: String]>([:])

    static func generic(at address: UInt) -> String {
        generics.withLock { generics in
            if let name = generics[address] { return name }
            guard let pointer = UnsafeRawPointer(bitPattern: address) else { return "-" }
            let name = TypeName.generic(of: unsafeBitCast(pointer, to: Any.Type.self))
            generics[address] = name
            return name
        }
    }
}
