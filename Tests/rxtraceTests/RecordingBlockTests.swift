import Foundation
import RxInstrumented
import RxTraceKit
import RxTraceTestSupport
import Testing

/// Blocks that are whole and not where they were written: left out, repeated, shuffled, or another recording's.
@Suite(.timeLimit(.generous)) struct RecordingBlockTests {
    /// Calls on one thread, in more blocks than one.
    private static func recording(
        _ name: String, options: RecordingOptions = RecordingOptions(scope: .caused), events: Int = 900
    )
        throws -> [UInt8]
    {
        let folder = try TemporaryFolder()
        let file = folder.path("\(name).rxtrace")
        try Trace.record(name, to: file, options: options) {
            let subject = PublishSubject<Int>()
            let subscription = subject.map { $0 + 1 }.filter { $0 > 0 }.subscribe(onNext: { _ in })
            for number in 0..<events { subject.onNext(number) }
            subscription.dispose()
        }
        return Array(try Data(contentsOf: URL(filePath: file)))
    }

    private static let own = Result { try recording("own") }
    private static let other = Result { try recording("other") }

    private static func blocks(_ recording: Result<[UInt8], any Error>) throws -> [FormatBlock] {
        try FormatBlock.all(in: recording.get()).blocks
    }

    /// A file of blocks as they are.
    private static func file(_ blocks: [FormatBlock]) -> [UInt8] { FormatBlock.magic + blocks.flatMap(\.bytes) }

    /// The trace of a recording, and what is wrong with that, in words.
    private func read(_ bytes: [UInt8]) throws -> (calls: [String], problem: String?) {
        let recording = try TraceRecording(
            RecordingBytes(bytes), named: "test", extent: RecordingExtent(), symbolicator: .images([]))
        var calls: [String] = []
        try recording.forEachCall { call in
            calls.append(
                "\(call.id) \(call.parent ?? 0) \(call.operation) \(call.node ?? 0) \(call.event?.value ?? "") "
                    + "\(call.start ?? 0) \(call.duration ?? 0)")
        }
        return (calls, recording.problem?.description)
    }

    @Test func aWholeRecordingHasNoProblem() throws {
        let bytes = try Self.own.get()
        #expect(try read(bytes).problem == nil)
        #expect(Self.file(try Self.blocks(Self.own)) == bytes)
        #expect(try Self.blocks(Self.own).count > 5)
    }

    @Test func aBlockThatIsLeftOutIsMissing() throws {
        let blocks = try Self.blocks(Self.own)
        let whole = try read(Self.file(blocks)).calls.count
        for index in blocks.indices {
            var left = blocks
            left.remove(at: index)
            if index == 0 {
                #expect(throws: TraceReadError.self) { try read(Self.file(left)) }
                continue
            }
            let (calls, problem) = try read(Self.file(left))
            let words = index == blocks.count - 1 ? "the end of the recording is missing" : "1 block is missing at byte"
            #expect(problem?.contains(words) == true, "block \(index): \(problem ?? "")")
            #expect(calls.count <= whole)
        }
    }

    @Test func aBlockThatComesTwiceCountsOnce() throws {
        let blocks = try Self.blocks(Self.own)
        let whole = try read(Self.file(blocks)).calls
        for index in TestLength.some(Array(blocks.indices.dropLast()), 4) {
            for place in [index + 1, blocks.count - 1] {
                var more = blocks
                more.insert(blocks[index], at: place)
                let (calls, problem) = try read(Self.file(more))
                #expect(problem?.contains("1 block is repeated at byte") == true, "block \(index): \(problem ?? "")")
                #expect(calls == whole, "block \(index)")
            }
        }
    }

    @Test func blocksInAnotherOrderAreReadInTheirOwn() throws {
        let blocks = try Self.blocks(Self.own)
        let whole = try read(Self.file(blocks)).calls
        for index in 1..<blocks.count - 2 {
            var swapped = blocks
            swapped.swapAt(index, index + 1)
            let (calls, problem) = try read(Self.file(swapped))
            #expect(problem?.contains("1 block is out of order at byte") == true, "block \(index): \(problem ?? "")")
            // Times are those of the last clock, which comes before the end.
            #expect(calls.count == whole.count, "block \(index)")
            if blocks[index].kind == 2, blocks[index + 1].kind == 2 { #expect(calls == whole, "block \(index)") }
        }
    }

    @Test func anotherRecordingsBlockIsNone() throws {
        let (blocks, others) = (try Self.blocks(Self.own), try Self.blocks(Self.other))
        let whole = try read(Self.file(blocks)).calls
        for other in TestLength.some(others, 3) {
            for place in [1, blocks.count / 2, blocks.count - 1] {
                var spliced = blocks
                spliced.insert(other, at: place)
                let (calls, problem) = try read(Self.file(spliced))
                #expect(problem?.contains("1 block is of another recording at byte") == true, "\(problem ?? "")")
                #expect(calls == whole)
            }
        }
        // In the place of one of its own.
        for place in 1..<min(blocks.count, others.count) {
            var spliced = blocks
            spliced[place] = others[place]
            #expect(try read(Self.file(spliced)).problem != nil)
        }
    }

    @Test func whatFollowsTheEndIsDamage() throws {
        let bytes = try Self.own.get()
        let whole = try read(bytes).calls
        for rest in [bytes, try Self.other.get(), [UInt8](repeating: 0, count: 4_096)] {
            let (calls, problem) = try read(bytes + rest)
            #expect(calls == whole)
            #expect(problem?.contains("\(Count.grouped(rest.count)) bytes are damaged") == true, "\(problem ?? "")")
        }
        // One that was killed, and another behind it.
        let cut = Array(bytes.dropLast(FormatBlock.headSize))
        let (calls, problem) = try read(cut + (try Self.other.get()))
        #expect(calls == whole)
        #expect(problem?.contains("of another recording") == true)
    }

    @Test func noMutantIsReadWithoutAWord() throws {
        var generator = SeededGenerator(seed: 23)
        let (blocks, others) = (try Self.blocks(Self.own), try Self.blocks(Self.other))
        let bytes = Self.file(blocks)
        for round in 0..<TestLength.times(8, long: 10_000) {
            var mutant = blocks
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 0..<mutant.count, using: &generator)
                switch Int.random(in: 0..<5, using: &generator) {
                case 0: if mutant.count > 1 { mutant.remove(at: place) }
                case 1: mutant.insert(mutant[Int.random(in: 0..<mutant.count, using: &generator)], at: place)
                case 2: mutant.swapAt(place, Int.random(in: 0..<mutant.count, using: &generator))
                case 3: mutant.insert(others[Int.random(in: 0..<others.count, using: &generator)], at: place)
                default: mutant.shuffle(using: &generator)
                }
            }
            let file = Self.file(mutant)
            guard file != bytes else { continue }
            do {
                #expect(try read(file).problem != nil, "round \(round)")
            } catch {
                #expect(error is TraceReadError)
            }
        }
    }

    /// The blocks that a recording of the last calls has dropped are not missing; those behind them are.
    @Test func droppedPartsAreNoFault() throws {
        let bytes = try Self.recording(
            "last", options: RecordingOptions(scope: .caused, last: .calls(300)), events: 20_000)
        let blocks = try FormatBlock.all(in: bytes).blocks
        let dropped = try #require(blocks.firstIndex { $0.kind == 10 })
        #expect(try read(bytes).problem == nil)
        for index in [dropped, dropped + 1] {
            var left = blocks
            left.remove(at: index)
            #expect(try read(Self.file(left)).problem?.contains("missing") == true)
        }
    }

    @Test func aGrowingRecordingTellsAsWell() throws {
        let folder = try TemporaryFolder()
        let blocks = try Self.blocks(Self.own)
        for (index, words) in [(2, "1 block is missing"), (3, "1 block is missing")] {
            var left = blocks
            left.remove(at: index)
            let path = folder.path("\(index).rxtrace")
            try Data(Self.file(left)).write(to: URL(filePath: path))
            let growing = try GrowingRecording(path: path, named: path, findsSites: false)
            while try growing.readOn(limit: 1 << 18) != nil {}
            #expect(growing.faults?.contains(words) == true)
        }
    }

    @Test func aCommandSaysWhatIsMissing() throws {
        let folder = try TemporaryFolder()
        var blocks = try Self.blocks(Self.own)
        blocks.remove(at: 3)
        let path = folder.path("lost.rxtrace")
        try Data(Self.file(blocks)).write(to: URL(filePath: path))
        let result = try BuiltCommand.run(["tree", path])
        #expect(result.status == 65 && !result.output.isEmpty)
        #expect(result.errors.contains("1 block is missing at byte"), "\(result.errors)")
    }
}
