/// The calls of one block, decoded.
struct RecordedCalls: ~Copyable {
    private(set) var calls: [RecordedCall] = []
    private(set) var attachments: [RecordedAttachment] = []
    /// The tickets of attachments.
    private(set) var origins: [UInt64] = []
    /// Whether a part of the block is not of the form it should be; the calls before that are there.
    private(set) var isDamaged = false
    /// Which of its thread's calls the first one is.
    private var firstCall = 0
    private var payload = AlignedBytes(capacity: 1 << 16)

    /// - Throws: `SystemFailure`.
    mutating func read(_ block: RecordingBlocks.Calls, of blocks: RecordingBlocks) throws {
        try blocks.readPayload(block, into: &payload)
        calls.removeAll(keepingCapacity: true)
        attachments.removeAll(keepingCapacity: true)
        origins.removeAll(keepingCapacity: true)
        // A call takes three bytes at least, whatever the block says.
        calls.reserveCapacity(min(block.count, block.payload / 3))
        isDamaged = false
        firstCall = block.firstCall
        do throws(ByteReader.Damage) {
            try decode(payload.bytes(count: block.payload), block)
        } catch {
            isDamaged = true
        }
        let thread = blocks.tables.threads[block.thread]
        var keeper = thread.kept.index(from: block.firstCall)
        while keeper < thread.kept.count, case let index = thread.kept[keeper] - block.firstCall,
            calls.indices.contains(index)
        {
            calls[index].keeper = Int32(truncatingIfNeeded: keeper)
            keeper += 1
        }
        guard !thread.durations.isEmpty || !thread.values.isEmpty else { return }
        for index in calls.indices where calls[index].duration == RecordedCall.open {
            let number = block.firstCall + index
            if let duration = thread.durations[number] { calls[index].duration = duration }
            if let value = thread.values[number] { calls[index].value = value }
        }
    }

    /// Keeps what is attached to calls alone.
    mutating func forgetCalls() { calls = [] }

    /// The records before these calls are missing.
    mutating func followLoss() {
        guard !calls.isEmpty else { return }
        calls[0].followsLoss = true
    }

    /// Which of its thread's calls one is that has not returned: no other starts with it at its depth.
    func number(of call: RecordedCall) -> Int? {
        calls.firstIndex { $0.start == call.start && $0.depth == call.depth && $0.node == call.node }.map {
            firstCall + $0
        }
    }

    func text(_ range: Range<Int>) -> String {
        String(decoding: UnsafeRawBufferPointer(rebasing: payload.space(count: range.upperBound)[range]), as: UTF8.self)
    }

    // The bytes end in a margin that may be read: each call takes at most 32 bytes, and its place is checked before it.
    private mutating func decode(
        _ bytes: UnsafeRawBufferPointer, _ block: RecordingBlocks.Calls
    ) throws(ByteReader.Damage) {
        guard let base = bytes.baseAddress else { return }
        var place = base + RecordingLayout.callsHeaderSize + block.definitions
        let end = base + bytes.count
        var call = RecordedCall()
        call.start = block.firstStart
        call.depth = block.firstDepth - 1
        var lastValue: UInt64 = 0
        while place < end {
            let head = place.byte
            var operation = head & 0x0F
            guard operation != RecordingLayout.attachment else {
                try attach(bytes, from: &place, base: base)
                continue
            }
            call.detail = (place + 1).byte
            let form = (place + 2).byte
            place += 3
            if operation == RecordingLayout.otherOperation {
                operation = UInt8(truncatingIfNeeded: place.take(UInt8.self))
            }
            call.operation = operation
            let pops = form >> 5
            call.depth += 1 - (pops == 7 ? Int32(place.take(UInt16.self)) : Int32(pops))
            switch head >> 4 & 3 {
            case 0: break
            case 1: call.start &+= place.take(UInt8.self)
            case 2: call.start &+= place.take(UInt16.self)
            default: call.start &+= place.take(UInt64.self)
            }
            switch head >> 6 {
            case 0: call.duration = place.take(UInt8.self)
            case 1: call.duration = place.take(UInt16.self)
            case 2: call.duration = place.take(UInt32.self)
            default: call.duration = RecordedCall.open
            }
            switch form & 3 {
            case 0: break
            case 1: call.node = call.node &+ UInt32(bitPattern: Int32(Int8(truncatingIfNeeded: place.take(UInt8.self))))
            case 2: call.node = UInt32(truncatingIfNeeded: place.take(UInt32.self))
            default: throw ByteReader.Damage()
            }
            switch form >> 2 & 7 {
            case 0: call.value = 0
            case 1: call.value = lastValue
            case 2: call.value = Self.zigzag(place.take(UInt8.self))
            case 3: call.value = Self.zigzag(place.take(UInt16.self))
            case 4: call.value = Self.zigzag(place.take(UInt32.self))
            default: call.value = Self.zigzag(place.take(UInt64.self))
            }
            if form >> 2 & 7 != 0 { lastValue = call.value }
            guard call.depth >= 0, call.depth <= RecordingLayout.deepest, call.start <= RecordingLayout.latestStart,
                place <= end
            else { throw ByteReader.Damage() }
            calls.append(call)
        }
    }

    private static func zigzag(_ number: UInt64) -> UInt64 {
        UInt64(bitPattern: Zigzag.decode(number))
    }

    private mutating func attach(
        _ bytes: UnsafeRawBufferPointer, from place: inout UnsafeRawPointer, base: UnsafeRawPointer
    ) throws(ByteReader.Damage) {
        var reader = ByteReader(UnsafeRawBufferPointer(rebasing: bytes[(place - base + 1)...]))
        guard let kind = RecordingLayout.Attachment(rawValue: try reader.byte()), let last = calls.indices.last else {
            throw ByteReader.Damage()
        }
        if calls[last].attachment < 0 {
            calls[last].attachment = Int32(attachments.count)
            attachments.append(RecordedAttachment())
        }
        let index = attachments.count - 1
        switch kind {
        case .text:
            let count = try reader.count()
            let first = place - base + 1 + reader.offset
            guard first + count <= bytes.count else { throw ByteReader.Damage() }
            attachments[index].text = first..<first + count
            place = base + first + count
            return
        case .type: attachments[index].type = Int32(truncatingIfNeeded: try reader.count())
        case .stack: attachments[index].stack = Int32(truncatingIfNeeded: try reader.count())
        case .origin:
            let first = attachments[index].origins.isEmpty ? origins.count : attachments[index].origins.lowerBound
            origins.append(try reader.number())
            attachments[index].origins = first..<origins.count
        }
        place += 1 + reader.offset
    }
}

extension UnsafeRawPointer {
    fileprivate var byte: UInt8 { load(as: UInt8.self) }

    /// The number that stands here; the pointer goes on behind it.
    @inline(__always)
    fileprivate mutating func take<Number: FixedWidthInteger & UnsignedInteger>(_ type: Number.Type) -> UInt64 {
        defer { self += MemoryLayout<Number>.size }
        return UInt64(loadUnaligned(as: Number.self))
    }
}
