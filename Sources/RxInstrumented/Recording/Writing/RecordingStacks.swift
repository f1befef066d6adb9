import TraceKit

/// The stacks of return addresses a recording holds; each is written into it once.
struct RecordingStacks {
    private var numbers: [[UInt]: Int] = [:]
    /// The stacks by their numbers.
    private(set) var all: [[UInt]] = []

    /// The number of a stack; its addresses go to `definitions` the first time.
    mutating func number(of stack: [UInt], _ definitions: inout ByteWriter) -> Int {
        if let number = numbers[stack] { return number }
        let number = all.count
        numbers[stack] = number
        all.append(stack)
        definitions.add(RecordingLayout.Definition.stack.rawValue)
        definitions.add(UInt64(number))
        definitions.add(UInt64(stack.count))
        var last: Int64 = 0
        for address in stack {
            definitions.add(Zigzag.encode(Int64(bitPattern: UInt64(address)) &- last))
            last = Int64(bitPattern: UInt64(address))
        }
        return number
    }
}
