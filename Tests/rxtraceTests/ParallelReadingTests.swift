import Foundation
import RxTraceSamples
import RxTraceTestSupport
import Synchronization
import Testing

@testable import RxTraceKit

/// A recording that several threads read tells what one tells.
@Suite(.timeLimit(.generous)) struct ParallelReadingTests {
    private struct Stop: Error {}

    private static func parallel(_ threads: Int, segmentSize: Int = 1 << 14) -> ParallelReading {
        var parallel = ParallelReading()
        (parallel.threads, parallel.least, parallel.segmentSize) = (threads, 0, segmentSize)
        return parallel
    }

    /// A recording in a file.
    private static func file(_ bytes: [UInt8]) throws -> (folder: TemporaryFolder, path: String) {
        let folder = try TemporaryFolder()
        let path = folder.path("recording.rxtrace")
        try Data(bytes).write(to: URL(filePath: path))
        return (folder, path)
    }

    private static func read(_ path: String, _ parallel: ParallelReading) throws -> TraceRecording {
        try TraceRecording(contentsOf: path, named: "test", meter: nil, parallel: parallel)
    }

    @Test(arguments: [1, 7, 100, 1 << 14], [2, 5]) func aLongRecordingIsThatOfOneThread(size: Int, threads: Int) throws
    {
        let (folder, path) = try Self.file(RecordingIndexTests.long.get())
        let one = try Self.read(path, Self.parallel(1))
        let several = try Self.read(path, Self.parallel(threads, segmentSize: size))
        let expected = try one.trace()
        #expect(expected.calls.count > 2_000)
        #expect(try several.trace() == expected)
        // Each pass reads anew.
        #expect(try several.trace() == expected)
        try RecordingCompletion.addIndex(to: path, least: 0, segmentSize: size)
        let indexed = try #require(
            TraceRecording(byIndexOf: path, named: "test", in: nil, parallel: Self.parallel(threads)))
        #expect(try indexed.trace() == expected)
        withExtendedLifetime(folder) {}
    }

    @Test(arguments: TestLength.some(Samples.all.map(\.name), 8)) func aSampleIsThatOfOneThread(sample: String) throws {
        let (folder, path) = try Self.file(SampleRun.of(sample).recording)
        let expected = try Self.read(path, Self.parallel(1)).trace()
        for size in [2, 40] {
            #expect(try Self.read(path, Self.parallel(3, segmentSize: size)).trace() == expected)
        }
        withExtendedLifetime(folder) {}
    }

    /// What a killed program leaves is read as far as it goes.
    @Test func aCutRecordingIsThatOfOneThread() throws {
        let bytes = try RecordingIndexTests.long.get()
        for count in stride(from: 4_000, to: bytes.count, by: TestLength.isLong ? 1_001 : 20_011) {
            let (folder, path) = try Self.file(Array(bytes.prefix(count)))
            let one = try Self.read(path, Self.parallel(1))
            let several = try Self.read(path, Self.parallel(2, segmentSize: 60))
            #expect(try several.trace() == one.trace(), "cut at \(count)")
            #expect(several.problem?.description == one.problem?.description)
            withExtendedLifetime(folder) {}
        }
    }

    /// Each pass may end early, and passes may be within others.
    @Test func aPassEndsWhereItsCallerStops() throws {
        let (folder, path) = try Self.file(RecordingIndexTests.long.get())
        let recording = try Self.read(path, Self.parallel(3, segmentSize: 20))
        for most in [1, 19, 20, 21, 900] {
            var calls: [Trace.Call] = []
            #expect(throws: Stop.self) {
                try recording.forEachCall { call in
                    calls.append(call)
                    if calls.count == most { throw Stop() }
                }
            }
            #expect(calls.map(\.id) == Array(1...most))
        }
        var inner = 0
        try recording.forEachCall { call in
            guard call.id % 1_000 == 1 else { return }
            try recording.forEachCall { _ in inner += 1 }
        }
        #expect(inner == recording.callCount * ((recording.callCount + 999) / 1_000))
        withExtendedLifetime(folder) {}
    }

    /// A file that is written over between two passes is told of: no call is made of other bytes.
    @Test func aFileThatWasChangedMeanwhileIsToldOf() throws {
        var bytes = try RecordingIndexTests.long.get()
        let (folder, path) = try Self.file(bytes)
        let recording = try Self.read(path, Self.parallel(2, segmentSize: 50))
        let blocks = try FormatBlock.all(in: bytes).blocks
        for (block, place) in zip(blocks, FormatBlock.payloadOffsets(of: blocks)) where block.kind == 2 {
            for offset in 0..<block.payload.count { bytes[place + offset] = 0xFF }
        }
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.write(contentsOf: bytes)
        try file.close()
        let error = #expect(throws: TraceReadError.self) { try recording.trace() }
        #expect(error.map { "\($0)".contains("it has been changed meanwhile") } == true)
        withExtendedLifetime(folder) {}
    }
}

/// Chunks come in their order, whoever makes them.
@Suite(.timeLimit(.generous)) struct ParallelChunksTests {
    private struct Failure: Error, Equatable { var number: Int }

    @Test(arguments: [0, 1, 2, 3, 64, 1_000], [1, 2, 3, 8]) func chunksComeInOrder(count: Int, threads: Int) throws {
        let makers = Atomic(0)
        var taken: [Int] = []
        try ParallelChunks<[Int]>(count: count, threads: threads).forEach(
            with: {
                makers.add(1, ordering: .relaxed)
                return { number, used in
                    var chunk = used ?? []
                    chunk.removeAll(keepingCapacity: true)
                    chunk.append(number)
                    return chunk
                }
            },
            { taken += $0 })
        #expect(taken == Array(0..<count))
        #expect(makers.load(ordering: .relaxed) == max(1, min(threads, max(count, 1))))
    }

    @Test(arguments: [0, 5, 99], [1, 2, 4]) func theFirstFailureComesBehindTheChunksBeforeIt(
        failing: Int, threads: Int
    ) {
        var taken: [Int] = []
        let error = #expect(throws: Failure.self) {
            try ParallelChunks<Int>(count: 100, threads: threads).forEach(
                with: {
                    { number, _ in
                        if number >= failing { throw Failure(number: number) }
                        return number
                    }
                },
                { taken.append($0) })
        }
        #expect(error == Failure(number: failing))
        #expect(taken == Array(0..<failing))
    }

    @Test(arguments: [1, 2, 4]) func noChunkIsMadeBehindAnEarlyEnd(threads: Int) {
        let made = Atomic(0)
        #expect(throws: Failure.self) {
            try ParallelChunks<Int>(count: 1_000, threads: threads).forEach(
                with: {
                    { number, _ in
                        made.add(1, ordering: .relaxed)
                        return number
                    }
                },
                { if $0 == 10 { throw Failure(number: 10) } })
        }
        // All threads have ended when it returns, and no more was made than may be ahead.
        #expect((11...12 + threads).contains(made.load(ordering: .relaxed)))
    }
}
