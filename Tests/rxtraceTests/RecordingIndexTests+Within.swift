import Foundation
import RxTraceTestSupport
import Testing

@testable import RxTraceKit

/// An index that stands in the recording itself.
extension RecordingIndexTests {
    /// A recording in a file that has its index in itself.
    private static func within(_ bytes: [UInt8], segmentSize: Int) throws -> (folder: TemporaryFolder, path: String) {
        let folder = try TemporaryFolder()
        let path = folder.path("recording.rxtrace")
        try Data(bytes).write(to: URL(filePath: path))
        try RecordingCompletion.addIndex(to: path, least: 0, segmentSize: segmentSize)
        return (folder, path)
    }

    private static func blocks(of path: String) throws -> [FormatBlock] {
        let (blocks, isWhole) = try FormatBlock.all(in: Array(Data(contentsOf: URL(filePath: path))))
        #expect(isWhole)
        return blocks
    }

    /// An index that stands in the recording tells what one in the cache does, and the recording is what it was.
    @Test(arguments: TestLength.isLong ? [3, 100, 16_384] : [100])
    func aRecordingAnswersByTheIndexInIt(size: Int) throws {
        let bytes = try Self.long.get()
        let (folder, path) = try Self.within(bytes, segmentSize: size)
        let without = try FormatBlock.all(in: bytes).blocks
        let blocks = try Self.blocks(of: path)
        let indexed = blocks.dropFirst(without.count - 1).dropLast()
        #expect(Set(indexed.map(\.kind)) == [12] && blocks.last?.kind == 6)
        #expect(blocks.prefix(without.count - 1).map(\.payload) == without.dropLast().map(\.payload))
        let first = try #require(blocks.first).number
        #expect(blocks.map(\.number) == blocks.indices.map { first + UInt64($0) })
        let plain = folder.path("plain.rxtrace")
        try Data(bytes).write(to: URL(filePath: plain))
        let whole = try TraceRecording(contentsOf: path, named: "test")
        #expect(try whole.trace() == TraceRecording(contentsOf: plain, named: "test").trace())
        let read = try #require(TraceRecording(byIndexOf: path, named: "test", in: nil))
        try Self.expectEqual(read, whole)
        try Self.expectSameAnswers(read, whole, step: TestLength.isLong ? 7 : 701)
        let before = try Data(contentsOf: URL(filePath: path))
        try RecordingCompletion.addIndex(to: path, least: 0)
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }

    /// Whoever adds other blocks takes the index out, which would tell of other places; it is made anew behind them.
    @Test func theIndexStandsBehindWhatIsAdded() throws {
        let (folder, path) = try Self.within(Self.long.get(), segmentSize: 100)
        let count = try Self.blocks(of: path).count { $0.kind == 12 }
        try RecordingCompletion(of: TraceRecording(contentsOf: path), at: path).write([.source: [[1, 65, 1, 66]]])
        #expect(try Self.blocks(of: path).suffix(3).map(\.kind).contains(12) == false)
        #expect(TraceRecording(byIndexOf: path, named: "test", in: nil) == nil)
        try RecordingCompletion.addIndex(to: path, least: 0, segmentSize: 100)
        let kinds = try Self.blocks(of: path).suffix(count + 2).map(\.kind)
        #expect(kinds == [14] + Array(repeating: 12, count: count) + [6])
        let read = try #require(TraceRecording(byIndexOf: path, named: "test", in: nil))
        #expect(read.packedSource.files == ["A": "B"])
        try Self.expectEqual(read, TraceRecording(contentsOf: path, named: "test"))
        withExtendedLifetime(folder) {}
    }

    /// Neither a cut file nor a changed index leads to other calls, and the next time it is put in anew.
    @Test func aDamagedIndexWithinIsNotBelieved() throws {
        let (folder, path) = try Self.within(Self.long.get(), segmentSize: 200)
        let bytes = Array(try Data(contentsOf: URL(filePath: path)))
        let blocks = try Self.blocks(of: path)
        let payloads = zip(blocks, FormatBlock.payloadOffsets(of: blocks))
        let start = try #require(payloads.first { $0.0.kind == 12 }).1 - RecordingLayout.headerSize
        let whole = try TraceRecording(contentsOf: path).trace()
        for place in stride(from: start, to: bytes.count, by: TestLength.isLong ? 13 : 4_507) {
            var damaged = bytes
            damaged[place] ^= 1 << UInt8(place % 8)
            try Data(damaged).write(to: URL(filePath: path))
            if let read = TraceRecording(byIndexOf: path, named: "test", in: nil) {
                do { #expect(try read.trace() == whole, "byte \(place)") } catch is RecordingIndexDamage {}
            }
            #expect(try TraceRecording(contentsOf: path).trace().calls == whole.calls, "byte \(place)")
        }
        for count in stride(from: start, to: bytes.count, by: TestLength.isLong ? 101 : 6_007) {
            try Data(bytes.prefix(count)).write(to: URL(filePath: path))
            #expect(TraceRecording(byIndexOf: path, named: "test", in: nil) == nil, "\(count) bytes")
            #expect(try TraceRecording(contentsOf: path).callCount == whole.calls.count)
        }
        var damaged = bytes
        damaged[start + RecordingLayout.headerSize + 1] ^= 1
        try Data(damaged).write(to: URL(filePath: path))
        #expect(try TraceRecording(contentsOf: path).problem?.kind == .damaged)
        try RecordingCompletion.addIndex(to: path, least: 0, segmentSize: 200)
        #expect(try Array(Data(contentsOf: URL(filePath: path))) == bytes)
        withExtendedLifetime(folder) {}
    }
}
