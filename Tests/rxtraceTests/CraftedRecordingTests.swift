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
            let bytes = RecordingBytes(FormatBlock.magic + blocks.flatMap(\.bytes))
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
            blocks[index].payload.replaceSubrange(16..., with: [UInt8](repeating: 0xFF, count: 48))
        }
        #expect(try read(blocks) == nil)
    }

    @Test func theRestOfADamagedBlockIsThere() throws {
        // The last call's bytes say that it has a value of eight bytes, which are not there.
        let count = try #require(try read(try changed { $0.payload.removeLast(3) }))
        #expect(count > 0)
    }

    @Test func changedBytesNeverEndTheReader() throws {
        var generator = SeededGenerator(seed: 15)
        let blocks = try Self.blocks.get()
        for _ in 0..<TestLength.times(300, long: 30_000) {
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
