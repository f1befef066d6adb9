import RxTraceKit

/// The numbers of a recording's stacks of return addresses. Each stack is defined once.
struct RecordingStacks {
    private var numbers: [[UInt]: Int] = [:]
    /// All stacks, indexed by number.
    private(set) var all: [[UInt]] = []
    /// A cache of numbers by a hash of the addresses, -1 for none. The dictionary needs an array as its key, and
    /// hashing that takes longer than writing ten calls.
    private var recent = [Int](repeating: -1, count: 1 << recentBits)
    private static let recentBits = 10

    /// The number of a stack. Adds a new stack's addresses to `definitions`.
    mutating func number(of stack: MultiRecordPayload, _ definitions: inout BlockBytes) -> Int {
        let room = stack.recordCount * MultiRecordPayload.wordsARecord
        return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: room) { words in
            guard let base = words.baseAddress else { return 0 }
            stack.copy(to: base)
            return number(of: UnsafeBufferPointer(rebasing: words[..<stack.wordCount]), &definitions)
        }
    }

    private mutating func number(of stack: UnsafeBufferPointer<UInt64>, _ definitions: inout BlockBytes) -> Int {
        let place = Self.place(of: stack)
        let known = recent[place]
        if known >= 0, all[known].elementsEqual(stack, by: { UInt64($0) == $1 }) { return known }
        let addresses = stack.map { UInt(truncatingIfNeeded: $0) }
        let number = numbers[addresses] ?? define(addresses, &definitions)
        recent[place] = number
        return number
    }

    private mutating func define(_ stack: [UInt], _ definitions: inout BlockBytes) -> Int {
        let number = all.count
        numbers[stack] = number
        all.append(stack)
        definitions.reserve(BlockBytes.definitionSize + stack.count * 10)
        definitions.add(whole: RecordingLayout.Definition.stack.rawValue)
        definitions.add(UInt64(number))
        definitions.add(UInt64(stack.count))
        var last: Int64 = 0
        for address in stack {
            definitions.add(Zigzag.encode(Int64(bitPattern: UInt64(address)) &- last))
            last = Int64(bitPattern: UInt64(address))
        }
        return number
    }

    private static func place(of stack: UnsafeBufferPointer<UInt64>) -> Int {
        var sum = UInt64(stack.count)
        for address in stack { sum = MultiplicativeHash.mixed(sum &<< 5 | sum &>> 59) ^ address }
        return MultiplicativeHash.place(of: sum, bits: recentBits)
    }
}

/// Multiplicative hashing for small tables.
enum MultiplicativeHash {
    /// A product whose upper bits depend on all bits of the number. The factor is 2⁶⁴ divided by the golden ratio.
    @inline(__always)
    static func mixed(_ number: UInt64) -> UInt64 { number &* 0x9E37_79B9_7F4A_7C15 }

    /// The index of a number in a table with 2^`bits` places.
    @inline(__always)
    static func place(of number: UInt64, bits: Int) -> Int {
        Int(truncatingIfNeeded: mixed(number) &>> UInt64(64 - bits))
    }
}

/// The numbers of a recording's types, by the addresses of their metadata. Each type is defined once.
struct RecordingTypes {
    private var numbers: [UInt: Int] = [:]
    /// A cache by a hash of the address. A look-up in the dictionary takes as long as writing several calls, and each
    /// object needs one.
    private var recent = [(address: UInt, number: Int)](repeating: (.max, 0), count: 1 << recentBits)
    private static let recentBits = 8

    var count: Int { numbers.count }

    /// The number of the type at `address`. Adds a new type's name to `definitions`.
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

/// The names of types by the addresses of their metadata. Each name is computed once per process.
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
