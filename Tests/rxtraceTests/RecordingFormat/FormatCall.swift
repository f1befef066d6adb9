/// A call as a block holds it.
struct FormatCall {
    var thread: UInt64
    /// Among its thread's calls.
    var number: UInt64
    var operation: Int
    var detail: UInt64
    var depth: Int
    /// Ticks.
    var start: UInt64
    var duration: UInt64?
    var node: UInt64
    var value: UInt64
    var text: String?
    var type: UInt64?
    var stack: UInt64?
    /// A ticket.
    var origins: [UInt64] = []

    /// The calls of a block.
    static func all(in block: FormatBlock, _ definitions: FormatDefinitions) throws -> [FormatCall] {
        var reader = FormatBytes(block.payload)
        let size = try reader.number(4)
        let count = try reader.number(4)
        let firstNumber = try reader.number(8)
        let firstStart = try reader.number(8)
        _ = try reader.number(8)
        var last = FormatCall(
            thread: block.thread, number: 0, operation: 0, detail: 0, depth: Int(try reader.number(8)) - 1,
            start: firstStart,
            node: 0, value: 0)
        _ = try reader.bytes(size)
        var lastValue: UInt64 = 0
        var calls: [FormatCall] = []
        while !reader.isAtEnd {
            let head = try reader.number(1)
            if head & 15 == 15 {
                guard !calls.isEmpty else { throw FormatBytes.Damage() }
                try calls[calls.count - 1].attach(&reader)
                continue
            }
            var call = last
            call.operation = Int(head & 15)
            call.detail = try reader.number(1)
            let form = try reader.number(1)
            if call.operation == 14 { call.operation = Int(try reader.number(1)) }
            call.depth = last.depth + 1 - Int(form >> 5 == 7 ? try reader.number(2) : form >> 5)
            call.start += try reader.number([0, 1, 2, 8][Int(head >> 4 & 3)])
            call.duration = head >> 6 == 3 ? nil : try reader.number([1, 2, 4][Int(head >> 6)])
            switch form & 3 {
            case 0: break
            case 1: call.node = UInt64(Int64(call.node) + Int64(Int8(truncatingIfNeeded: try reader.number(1))))
            case 2: call.node = try reader.number(4)
            default: throw FormatBytes.Damage()
            }
            switch form >> 2 & 7 {
            case 0: call.value = 0
            case 1: call.value = lastValue
            case let kept:
                guard kept < 6 else { throw FormatBytes.Damage() }
                lastValue = UInt64(bitPattern: FormatBytes.zigzag(try reader.number(1 << (Int(kept) - 2))))
                call.value = lastValue
            }
            last = call
            call.number = firstNumber + UInt64(calls.count)
            if call.duration == nil {
                let number = FormatDefinitions.ThreadCall(thread: block.thread, number: call.number)
                call.duration = definitions.durations[number]
                call.value = definitions.values[number] ?? call.value
            }
            calls.append(call)
        }
        guard calls.count == count else { throw FormatBytes.Damage() }
        return calls
    }

    private mutating func attach(_ reader: inout FormatBytes) throws {
        switch try reader.number(1) {
        case 1: text = try reader.text()
        case 2: type = try reader.varint()
        case 3: stack = try reader.varint()
        case 4: origins.append(try reader.varint())
        default: throw FormatBytes.Damage()
        }
    }
}
