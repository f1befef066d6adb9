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

    /// With segments of a few calls, the samples are read.
    @Test(arguments: TestLength.isLong ? [1, 7, 100, 1 << 14] : [100, 1 << 14], [2, 5])
    func aLongRecordingIsThatOfOneThread(size: Int, threads: Int) throws {
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

    @Test(arguments: TestLength.some(Samples.all.map(\.name), 3)) func aSampleIsThatOfOneThread(sample: String) throws {
        let (folder, path) = try Self.file(SampleRun.of(sample).recording)
        let expected = try Self.read(path, Self.parallel(1)).trace()
        for size in [2, 40] {
            #expect(try Self.read(path, Self.parallel(3, segmentSize: size)).trace() == expected)
        }
        withExtendedLifetime(folder) {}
    }

    /// A pass that goes ahead tells what it finds before the calls come by which it knows that.
    @Test(arguments: [7, 1 << 14], [1, 2, 3]) func whatAPassAheadFindsIsKnownBefore(size: Int, threads: Int) throws {
        struct Ends: LeadingPass {
            var count = 0

            mutating func take(_ call: Trace.Call, _ found: (Int) -> Void) {
                count += 1
                if call.id % 3 == 0 { found(call.id) }
            }

            mutating func finish(_ found: (Int) -> Void) { found(-count) }
        }
        let (folder, path) = try Self.file(RecordingIndexTests.long.get())
        let recording = try Self.read(path, Self.parallel(threads, segmentSize: size))
        #expect(recording.readsAhead == (threads > 1))
        #expect(NamedTrace.unnamed(recording).readsAhead == (threads > 1))
        var found: Set<Int> = []
        var ids: [Int] = []
        var order: [Int] = []
        try NamedTrace.unnamed(recording).forEachCall(
            behind: Ends(),
            found: {
                found.insert($0)
                order.append($0)
            },
            { call in
                ids.append(call.id)
                if call.id % 3 == 0, !found.contains(call.id) { Issue.record("\(call.id) was not told") }
                if order.last ?? 0 < 0 { Issue.record("it had ended before \(call.id)") }
            })
        #expect(ids == Array(1...recording.callCount))
        #expect(order == stride(from: 3, through: recording.callCount, by: 3) + [-recording.callCount])
        withExtendedLifetime(folder) {}
    }

    @Test(arguments: [1, 20, 900]) func aPassAheadEndsWithItsCaller(most: Int) throws {
        struct Nothing: LeadingPass {
            func take(_ call: Trace.Call, _ found: (Int) -> Void) {}
            func finish(_ found: (Int) -> Void) {}
        }
        let (folder, path) = try Self.file(RecordingIndexTests.long.get())
        let recording = try Self.read(path, Self.parallel(3, segmentSize: 20))
        var count = 0
        #expect(throws: Stop.self) {
            try recording.forEachCall(
                behind: Nothing(), found: { _ in },
                { _ in
                    count += 1
                    if count == most { throw Stop() }
                })
        }
        #expect(count == most)
        withExtendedLifetime(folder) {}
    }

    /// The passes that share their work among threads say what one says.
    @Test(arguments: TestLength.some(Samples.all.map(\.name), 2)) func viewsAreThoseOfOneThread(sample: String) throws {
        let (folder, path) = try Self.file(SampleRun.of(sample).recording)
        func text(_ write: (any TraceSource, TextOutput) throws -> Void, _ parallel: ParallelReading) throws -> String {
            var bytes: [UInt8] = []
            let output = TextOutput { bytes.append(contentsOf: $0) }
            try write(NamedTrace.naming(Self.read(path, parallel)), output)
            try output.flush()
            return String(decoding: bytes, as: UTF8.self)
        }
        let views: [(any TraceSource, TextOutput) throws -> Void] = [
            { try TreeRenderer().render($0, to: $1) },
            { try TreeRenderer(zoom: .user).render($0, to: $1) },
            { try StatisticsTable(sortedBy: .calls).render(TraceStatistics($0, by: .operator), of: $0, to: $1) },
            { try StatisticsTable(sortedBy: .calls).render(TraceStatistics($0, by: .type), of: $0, to: $1) },
            { try PageRenderer().render($0, to: $1) },
        ]
        for view in views {
            let expected = try text(view, Self.parallel(1))
            for (threads, size) in [(2, 7), (3, 60)] {
                #expect(try text(view, Self.parallel(threads, segmentSize: size)) == expected)
            }
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
        let step = TestLength.isLong ? 1_000 : 2_500
        try recording.forEachCall { call in
            guard call.id % step == 1 else { return }
            try recording.forEachCall { _ in inner += 1 }
        }
        #expect(inner == recording.callCount * ((recording.callCount + step - 1) / step))
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

    @Test(arguments: [0, 1, 2, 3, 64, 1_000], [1, 2, 3, 8]) func chunksComeBehindTheirLeader(
        count: Int, threads: Int
    ) throws {
        let led = Atomic(0)
        var taken: [Int?] = []
        try ParallelChunks<Int>(count: count, threads: threads).forEach(
            with: { { number, _ in number } },
            behind: { chunk in
                // One thread leads, chunk by chunk.
                #expect(led.add(1, ordering: .relaxed).newValue == (chunk ?? count) + 1)
                return chunk.map { $0 * 2 } ?? -1
            },
            { chunk, note in
                taken.append(chunk)
                #expect(note == chunk.map { $0 * 2 } ?? -1)
                #expect(led.load(ordering: .relaxed) > chunk ?? count)
            })
        #expect(taken == Array(0..<count) + [nil])
    }

    @Test(arguments: [0, 5, 99], [1, 2, 4]) func theFirstFailureOfALeaderOrMakerComesInOrder(
        failing: Int, threads: Int
    ) {
        for isLeaders in [true, false] {
            var taken: [Int] = []
            let error = #expect(throws: Failure.self) {
                try ParallelChunks<Int>(count: 100, threads: threads).forEach(
                    with: {
                        { number, _ in
                            if number >= failing, !isLeaders { throw Failure(number: number) }
                            return number
                        }
                    },
                    behind: { if let chunk = $0, chunk >= failing { throw Failure(number: chunk) } },
                    { chunk, _ in if let chunk { taken.append(chunk) } })
            }
            #expect(error == Failure(number: failing))
            #expect(taken == Array(0..<failing))
        }
    }

    @Test(arguments: [1, 2, 4]) func noChunkIsMadeBehindAnEarlyEndOfWhatIsLed(threads: Int) {
        let made = Atomic(0)
        let led = Atomic(0)
        #expect(throws: Failure.self) {
            try ParallelChunks<Int>(count: 1_000, threads: threads).forEach(
                with: {
                    { number, _ in
                        made.add(1, ordering: .relaxed)
                        return number
                    }
                },
                behind: { _ in _ = led.add(1, ordering: .relaxed) },
                { chunk, _ in if chunk == 10 { throw Failure(number: 10) } })
        }
        #expect((11...12 + threads).contains(made.load(ordering: .relaxed)))
        #expect((11...12 + threads).contains(led.load(ordering: .relaxed)))
    }
}
