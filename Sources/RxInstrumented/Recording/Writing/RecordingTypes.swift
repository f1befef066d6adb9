import RxTraceKit

/// The types a recording names, by the addresses of their metadata; each is written into it once.
struct RecordingTypes {
    private var numbers: [UInt: Int] = [:]
    /// The types met last, each where its address leads. Finding one in a dictionary takes as long as writing several
    /// calls, and each object is of a type.
    private var recent = [(address: UInt, number: Int)](repeating: (.max, 0), count: 1 << recentBits)
    private static let recentBits = 8

    var count: Int { numbers.count }

    /// The number of the type at `address`; its name goes to `definitions` the first time.
    @inline(__always)
    mutating func number(of address: UInt, _ definitions: inout BlockBytes) -> Int {
        let known = recent[Self.place(of: address)]
        return known.address == address ? known.number : find(address, &definitions)
    }

    @inline(never)
    private mutating func find(_ address: UInt, _ definitions: inout BlockBytes) -> Int {
        let number = numbers[address] ?? define(address, &definitions)
        recent[Self.place(of: address)] = (address, number)
        return number
    }

    private mutating func define(_ address: UInt, _ definitions: inout BlockBytes) -> Int {
        let number = numbers.count
        numbers[address] = number
        let name = TypeNames.generic(at: address)
        definitions.reserve(BlockBytes.definitionSize)
        definitions.add(whole: RecordingLayout.Definition.type.rawValue)
        definitions.add(UInt64(number))
        definitions.add(name)
        return number
    }

    private static func place(of address: UInt) -> Int {
        MultiplicativeHash.place(of: UInt64(address), bits: recentBits)
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
