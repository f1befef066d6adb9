import Foundation
import RxTraceKit
import RxTraceTestSupport
import Testing

/// Recordings that nobody recorded: blocks whose checksums are right and whose contents are not.
@Suite struct CraftedRecordingTests {
    private static let blocks = Result { try FormatBlock.all(in: try SampleRun.of("observe-on").recording).blocks }

    /// Reads a recording as commands do. An error is one that says so in words.
    private func read(_ blocks: [FormatBlock]) throws -> Int? {
        do {
            let bytes = RecordingBytes(FormatBlock.file(blocks))
            let recording = try TraceRecording(
                bytes, named: "test", extent: RecordingExtent(), symbolicator: .images([]))
            _ = recording.drops.total
            _ = JSONRenderer().string(from: try recording.trace())
            _ = TreeRenderer().string(from: try recording.trace().canonical())
            _ = try TraceStatistics(recording, by: .site)
            if let problem = recording.problem { #expect(!problem.description.contains("Damage()")) }
            return recording.problem == nil ? nil : recording.callCount
        } catch {
            #expect(error is TraceReadError)
            #expect(!"\(error)".contains("Damage()"))
            return 0
        }
    }

    /// The blocks, with the first of calls changed.
    private func changed(_ change: (inout FormatBlock) -> Void) throws -> [FormatBlock] {
        var blocks = try Self.blocks.get()
        let index = try #require(blocks.firstIndex { $0.kind == 2 && $0.payload.count > 200 })
        change(&blocks[index])
        return blocks
    }

    /// The numbers of a block of calls: their offsets and sizes.
    @Test(arguments: [(0, 4), (4, 4), (8, 8), (16, 8), (24, 8), (32, 8)], [0xFF, 0x7F] as [UInt8])
    func greatNumbersAreDamage(number: (offset: Int, size: Int), highest: UInt8) throws {
        _ = try read(
            try changed { block in
                for place in 0..<number.size { block.payload[number.offset + place] = 0xFF }
                block.payload[number.offset + number.size - 1] = highest
            })
    }

    @Test func aGreatNumberOfAThreadTakesNoRoom() throws {
        #expect(try read(try changed { $0.thread = 0xFFFF_FFFF }) == nil)
    }

    @Test(arguments: [1, 2] as [UInt8])
    func greatNumbersOfDefinitionsAreDamage(kind: UInt8) throws {
        let definition: [UInt8] = [kind, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 0]
        let calls = [UInt8(definition.count)] + [UInt8](repeating: 0, count: 39) + definition
        let blocks = try Self.blocks.get()
        #expect(try read([blocks[0], FormatBlock(kind: 2, thread: 9, payload: calls)] + blocks.dropFirst()) != nil)
    }

    @Test func theSumOfDropsMayBeTooGreat() throws {
        var blocks = try Self.blocks.get()
        for index in blocks.indices where blocks[index].kind == 3 {
            let counts = [UInt8](repeating: 0xFF, count: blocks[index].payload.count - 16)
            blocks[index].payload.replaceSubrange(16..., with: counts)
        }
        #expect(try read(blocks) == nil)
    }

    /// The recorded numbers of nodes may lie far apart, and come in any order.
    @Test func nodesAreFoundWhateverTheirNumbers() throws {
        var generator = SeededGenerator(seed: 4)
        var numbers = (0..<3_000).map { _ in UInt64.random(in: 1...200_000, using: &generator) }
        numbers += 1...500
        // A definition each: its kind, number, role, behaviors, type and owner; then a call on it.
        let definitions = numbers.flatMap { [3] + Self.varint($0) + [0, 0, 0, 0] as [UInt8] }
        let calls = numbers.flatMap { number in
            [0, 0, 2, 0] as [UInt8] + withUnsafeBytes(of: UInt32(number).littleEndian) { Array($0) }
        }
        var head = [UInt8](repeating: 0, count: 40)
        for (offset, count) in [(0, definitions.count), (4, numbers.count)] {
            withUnsafeBytes(of: UInt32(count).littleEndian) { head.replaceSubrange(offset..<offset + 4, with: $0) }
        }
        let block = FormatBlock(kind: 2, thread: 0, payload: head + definitions + calls)
        let blocks = try [#require(Self.blocks.get().first), block, #require(Self.blocks.get().last)]
        let recording = try TraceRecording(
            RecordingBytes(FormatBlock.file(blocks)), named: "test", extent: RecordingExtent(),
            symbolicator: .images([]))
        var found = 0
        try recording.forEachCall { found += $0.node == nil ? 0 : 1 }
        #expect(recording.callCount == numbers.count && found == numbers.count)
        #expect(recording.nodes.count == Set(numbers).count)
    }

    /// In a recording of the last calls, a thread of a program that runs for months has made more calls than 32 bits count.
    @Test func callsBeyondFourThousandMillionAreKnown() throws {
        let first: UInt64 = 1 << 33 + 5
        let definitions =
            [5] + Self.varint(first) + [77]  // the first call took so many ticks
            + [6] + Self.varint(first) + [9]  // and has this value
            + [8] + Self.varint(first) + Self.varint(1 << 20)  // something was kept of it
        // An `on` that was open, and a `forwardOn` that hands on what was kept of it.
        let calls: [UInt8] = [0xC5, 0b101, 0x02, 1, 0, 0, 0] + [0x06, 1, 0x20, 3] + [0x0F, 4] + Self.varint(1 << 20)
        let head =
            FormatBlock.number(UInt64(definitions.count), 4) + FormatBlock.number(2, 4) + FormatBlock.number(first, 8)
            + [0, 0, 0].flatMap { FormatBlock.number($0, 8) }
        let block = FormatBlock(kind: 2, thread: 0, payload: head + definitions + calls)
        let blocks = try [#require(Self.blocks.get().first), block, #require(Self.blocks.get().last)]
        let recording = try TraceRecording(
            RecordingBytes(FormatBlock.file(blocks)), named: "test", extent: RecordingExtent(),
            symbolicator: .images([]))
        #expect(recording.problem == nil)
        var read: [Trace.Call] = []
        try recording.forEachCall { read.append($0) }
        try #require(read.map(\.operation) == [.on, .forwardOn])
        #expect(read[0].duration == 77 && read[0].event?.value == "9")
        #expect(read[1].origin == read[0].id)
    }

    private static func varint(_ number: UInt64) -> [UInt8] {
        number < 0x80 ? [UInt8(number)] : [UInt8(number & 0x7F) | 0x80] + varint(number >> 7)
    }

    @Test func theRestOfADamagedBlockIsThere() throws {
        // The last byte of the last call, or of what is attached to it, is gone.
        let count = try #require(try read(try changed { $0.payload.removeLast() }))
        #expect(count > 0)
    }

    @Test func changedBytesNeverEndTheReader() throws {
        var generator = SeededGenerator(seed: 15)
        let blocks = try Self.blocks.get()
        for _ in 0..<TestLength.times(100, long: 30_000) {
            var changed = blocks
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let block = Int.random(in: 0..<changed.count, using: &generator)
                guard !changed[block].payload.isEmpty else { continue }
                let place = Int.random(in: 0..<changed[block].payload.count, using: &generator)
                let value = [0, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &generator)]
                changed[block].payload[place] = value.randomElement(using: &generator) ?? 0
            }
            _ = try read(changed)
        }
    }
}
