import CRxTraceBuffer
import RxTraceKit

/// Encodes a thread's records as the calls of one block, as ``RecordingLayout`` describes.
///
/// A call takes at most 32 bytes. ``reserve(records:)`` makes room for calls and their attachments.
struct CallEncoder: ~Copyable {
    private var encoded = BlockBytes(capacity: 1 << 17)
    private(set) var count = 0
    private(set) var firstStart: UInt64 = 0
    private(set) var lastStart: UInt64 = 0
    private(set) var firstDepth = 0
    private var lastDepth: UInt16 = 0
    private var lastNode: UInt32 = 0
    private var lastValue: UInt64 = 0

    var bytes: UnsafeRawBufferPointer { encoded.bytes }

    mutating func begin() {
        count = 0
        encoded.removeAll()
        lastNode = 0
        lastValue = 0
    }

    /// Makes room for the calls and attachments of `records` records.
    mutating func reserve(records: Int) {
        encoded.reserve(records * 40 + 64)
    }

    /// Adds a call. Its thread may be changing the duration and the value, so the caller passes what it has read.
    @inline(__always)
    mutating func add(_ record: UnsafePointer<rxtrace_record>, detail: UInt8, duration: UInt64, value: UInt64) {
        let place = encoded.end
        let start = record.pointee.start
        let depth = record.pointee.depth
        if count == 0 {
            firstStart = start
            firstDepth = Int(depth)
            lastStart = start
            lastDepth = depth &- 1
        }
        count &+= 1
        var next = place + 3
        var head = record.pointee.operation
        if head >= RecordingLayout.otherOperation {
            Self.store(head, &next)
            head = RecordingLayout.otherOperation
        }

        let pops = UInt16(truncatingIfNeeded: max(0, Int(lastDepth) + 1 - Int(depth)))
        var form: UInt8
        if count == 1 || pops < 7 {
            form = count == 1 ? 0 : UInt8(truncatingIfNeeded: pops) << 5
        } else {
            form = 7 << 5
            Self.store(pops, &next)
        }
        lastDepth = depth

        let step = start &- lastStart
        if step == 0 || start < lastStart {
            // Time does not go back, even if the processors' clocks differ.
        } else if step <= 0xFFFF {
            head |= (1 + Self.store(upTo32Bits: step, &next)) << 4
        } else {
            head |= 3 << 4
            Self.store(step, &next)
        }
        lastStart = max(start, lastStart)

        if duration <= 0xFFFF_FFFF {
            head |= Self.store(upTo32Bits: duration, &next) << 6
        } else {
            head |= 3 << 6
        }

        let node = record.pointee.node
        let distance = Int64(node) - Int64(lastNode)
        if distance == 0 {
        } else if distance >= -128, distance <= 127 {
            form |= 1
            Self.store(Int8(truncatingIfNeeded: distance), &next)
        } else {
            form |= 2
            Self.store(node, &next)
        }
        lastNode = node

        if value == 0 {
        } else if value == lastValue {
            form |= 1 << 2
        } else {
            let number = Zigzag.encode(Int64(bitPattern: value))
            if number <= 0xFFFF_FFFF {
                form |= (2 + Self.store(upTo32Bits: number, &next)) << 2
            } else {
                form |= 5 << 2
                Self.store(number, &next)
            }
            lastValue = value
        }

        place.storeBytes(of: head, as: UInt8.self)
        (place + 1).storeBytes(of: detail, as: UInt8.self)
        (place + 2).storeBytes(of: form, as: UInt8.self)
        encoded.end = next
    }

    @inline(__always)
    private static func store<Number: FixedWidthInteger>(_ number: Number, _ next: inout UnsafeMutableRawPointer) {
        next.storeBytes(of: number, as: Number.self)
        next += MemoryLayout<Number>.size
    }

    /// Stores a number below 2³² in one, two or four bytes, and returns 0, 1 or 2.
    @inline(__always)
    private static func store(upTo32Bits number: UInt64, _ next: inout UnsafeMutableRawPointer) -> UInt8 {
        if number <= 0xFF {
            store(UInt8(truncatingIfNeeded: number), &next)
            return 0
        }
        if number <= 0xFFFF {
            store(UInt16(truncatingIfNeeded: number), &next)
            return 1
        }
        store(UInt32(truncatingIfNeeded: number), &next)
        return 2
    }

    /// Attaches a number to the last call.
    mutating func attach(_ kind: RecordingLayout.Attachment, _ number: UInt64) {
        encoded.add(whole: RecordingLayout.attachment)
        encoded.add(whole: kind.rawValue)
        encoded.add(number)
    }

    /// Attaches the ticket of the call that handed in the element that the last call hands on.
    mutating func attach(origin ticket: UInt64) {
        attach(.origin, ticket)
    }

    mutating func attach(text: MultiRecordPayload) {
        attach(.text, UInt64(text.byteCount))
        encoded.add(text)
    }
}
