import RxTraceKit

/// The stacks of return addresses a recording holds; each is written into it once.
struct RecordingStacks {
    private var numbers: [[UInt]: Int] = [:]
    /// The stacks by their numbers.
    private(set) var all: [[UInt]] = []
    /// The numbers of the stacks met last, each where its addresses lead, -1 for none. To find a stack in a dictionary it
    /// would have to be an array first, and hashing that takes longer than writing ten calls.
    private var recent = [Int](repeating: -1, count: 1 << recentBits)
    private static let recentBits = 10

    /// The number of a stack; its addresses go to `definitions` the first time.
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
