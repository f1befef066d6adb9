import Foundation
import RxInstrumented
import RxSwift
import RxTraceSamples
import RxTraceTestSupport
import Synchronization
import Testing

@testable import RxTraceKit

/// A recording that is read by its index tells what a whole reading tells.
@Suite(.timeLimit(.generous)) struct RecordingIndexTests {
    /// A recording in a file, and the folder of its index.
    private struct Indexed {
        let folder: TemporaryFolder
        let path: String
        let indexes: IndexFolder
        let whole: TraceRecording

        /// Reads the recording as a whole, which makes the index.
        init(_ bytes: [UInt8], segmentSize: Int, sortLimit: Int = 1 << 12) throws {
            folder = try TemporaryFolder()
            path = folder.path("recording.rxtrace")
            try Data(bytes).write(to: URL(filePath: path))
            indexes = try #require(
                IndexFolder(folder.path("indexes"), least: 0, segmentSize: segmentSize, sortLimit: sortLimit))
            whole = try TraceRecording(contentsOf: path, named: "test", meter: nil, indexes: indexes)
        }

        func byIndex() -> TraceRecording? { TraceRecording(byIndexOf: path, named: "test", in: indexes) }

        var indexFile: String {
            get throws {
                let files = try FileManager.default.contentsOfDirectory(atPath: folder.path("indexes"))
                #expect(files.count == 1)
                return folder.path("indexes/\(try #require(files.first))")
            }
        }
    }

    /// Threads, hops that lead nowhere, schedules, kept elements, sums of elements, and calls that are open when a block is
    /// written.
    static let long = Result {
        let folder = try TemporaryFolder()
        let file = folder.path("long.rxtrace")
        try Trace.record("long", to: file, options: RecordingOptions(scope: .caused)) {
            let queue = SerialDispatchQueueScheduler(qos: .default)
            let done = DispatchSemaphore(value: 0)
            let numbers = PublishSubject<Int>()
            let bag = DisposeBag()
            numbers.scan(0) { $0 &+ $1 }.subscribe().disposed(by: bag)
            Observable.zip(numbers, numbers.skip(2)) { $0 + $1 }.subscribe().disposed(by: bag)
            numbers.flatMapLatest { Observable.of($0, $0 + 1) }.traced("latest").subscribe().disposed(by: bag)
            numbers.observe(on: queue).map { $0 * 2 }
                .subscribe(onNext: { if $0 == 238 { done.signal() } }).disposed(by: bag)
            for number in 0..<120 {
                numbers.onNext(number)
                if number % 40 == 0 {
                    Observable.just(number).observe(on: queue).subscribe().dispose()
                    DispatchQueue.global().async { done.signal() }
                    done.wait()
                }
            }
            done.wait()
            queue.schedule(()) { _ in
                done.signal()
                return Disposables.create()
            }.disposed(by: bag)
            done.wait()
            Trace.mark("end")
        }
        return Array(try Data(contentsOf: URL(filePath: file)))
    }

    static func expectEqual(_ read: TraceRecording, _ whole: TraceRecording) throws {
        let (trace, expected) = (try read.trace(), try whole.trace())
        #expect(read.callCount == whole.callCount)
        #expect(trace.calls.count == expected.calls.count)
        for (call, expected) in zip(trace.calls, expected.calls) where call != expected {
            Issue.record("\(call) is not \(expected)")
            break
        }
        #expect(trace == expected)
        #expect(read.notes == whole.notes && read.drops == whole.drops && read.closures == whole.closures)
        #expect(read.problem?.description == whole.problem?.description)
        var creations: [Trace.Creation] = []
        try read.forEachCreation { creations.append($0) }
        try whole.forEachCreation { #expect($0 == creations.removeFirst()) }
        #expect(creations.isEmpty)
        let numbered = try #require(read.numbered)
        // Each is read with the segment that it is in.
        for call in TestLength.some(expected.calls, 60).reversed() {
            let position = try #require(numbered.position(of: call.id))
            let one = try numbered.call(at: position)
            if one != call { Issue.record("\(one) is not \(call)") }
        }
        #expect(numbered.position(of: 0) == nil && numbered.position(of: expected.calls.count + 1) == nil)
    }

    /// What led to some calls, and the trees of parts of the trace.
    static func expectSameAnswers(_ read: TraceRecording, _ recording: TraceRecording, step: Int) throws {
        let whole = TraceInMemory(try recording.trace())
        for id in stride(from: 1, through: recording.callCount + 1, by: step) {
            let query = try #require(EventQuery("@\(id)"))
            let (own, expected) = (try query.explain(in: read), try query.explain(in: whole))
            #expect(own?.match == expected?.match)
            #expect(own.map { "\($0.chain)" } == expected.map { "\($0.chain)" }, "@\(id)")
            var filter = TraceFilter()
            for siblings in [0, 3] {
                filter.around = .init(call: id, siblings: siblings)
                try expectSame(filter, read, whole)
            }
        }
        for one in TestLength.some(Array(whole.subscriptions), 3) {
            var filter = TraceFilter()
            filter.subscriptions = [one.id]
            try expectSame(filter, read, whole)
        }
        for thread in whole.threads {
            var filter = TraceFilter()
            filter.threads = [TracePattern("\(thread.id)")]
            try expectSame(filter, read, whole)
        }
    }

    private static func expectSame(_ filter: TraceFilter, _ read: TraceRecording, _ whole: TraceInMemory) throws {
        let own = try #require(filter.apply(to: read) as? FilteredTrace)
        let expected = try #require(filter.apply(to: whole) as? FilteredTrace)
        #expect(own.isFoundByIndex && !expected.isFoundByIndex)
        #expect(own.callCount == expected.callCount)
        #expect(own.leftOut.map { "\($0)" } == expected.leftOut.map { "\($0)" })
        let (trace, wanted) = (try own.trace(), try expected.trace())
        #expect(trace == wanted, "\(filter)")
    }

    /// Which events words mean, and what led to these.
    private static func expectSameEvents(_ read: TraceRecording, _ recording: TraceRecording) throws {
        let numbered = try #require(read.numbered)
        let whole = TraceInMemory(try recording.trace())
        let events = whole.whole.calls.compactMap(\.event?.value)
        let values = Set(events).sorted().prefix(TestLength.isLong ? 3 : 1)
        let words =
            ["last", "onNext", "onError", "onCompleted", "transform", "on*", "mark", "mark=e*", "end", "1", "nothing"]
            + values.flatMap { ["onNext=\($0)", $0 + "*"] }
        var told = 0
        for word in TestLength.some(words, 7) {
            guard let query = EventQuery(word), !query.isNumber else { continue }
            for ordinal in [nil, 2] as [Int?] {
                let (own, expected) = (
                    try query.explain(in: read, ordinal: ordinal), try query.explain(in: whole, ordinal: ordinal)
                )
                #expect(own?.match == expected?.match, "\(word) \(ordinal ?? 0)")
                #expect(own.map { "\($0.chain)" } == expected.map { "\($0.chain)" }, "\(word) \(ordinal ?? 0)")
                let byIndex = try query.find(in: numbered, ordinal: ordinal, read.closures)
                #expect(byIndex == nil || byIndex == expected?.match, "\(word) \(ordinal ?? 0)")
                if byIndex != nil { told += 1 }
            }
        }
        let hasClosures = whole.whole.calls.contains { $0.operation == .handler }
        let last = try EventQuery("last")?.find(in: numbered, ordinal: nil, read.closures)
        #expect((last != nil) == hasClosures)
        #expect(told > 0 || !hasClosures)
    }

    /// Above the limit, values are not told apart; an answer that depends on them comes of all calls.
    @Test(arguments: TestLength.isLong ? [0, 5, 30, 1 << 12] : [5, 1 << 12]) func wordsMeanTheSameEventsByTheIndex(
        limit: Int
    ) throws {
        let indexed = try Indexed(Self.long.get(), segmentSize: 50, sortLimit: limit)
        let read = try #require(indexed.byIndex())
        try Self.expectSameEvents(read, indexed.whole)
        let numbered = try #require(read.numbered)
        let query = try #require(EventQuery("transform=7"))
        let match = try query.find(in: numbered, ordinal: nil, read.closures)
        #expect((match != nil) == (limit == 1 << 12))
    }

    @Test(arguments: TestLength.some(Samples.all.map(\.name), 3), [3, 1 << 14])
    func aSampleReadByItsIndexIsThatOfTheWhole(sample: String, size: Int) throws {
        let indexed = try Indexed(SampleRun.of(sample).recording, segmentSize: size)
        let read = try #require(indexed.byIndex())
        try Self.expectEqual(read, indexed.whole)
        #expect(Array(try NamedTrace.naming(read).nodes) == Array(try NamedTrace.naming(indexed.whole).nodes))
        try Self.expectSameAnswers(read, indexed.whole, step: 29)
        if size == 3 { try Self.expectSameEvents(read, indexed.whole) }
    }

    @Test(arguments: TestLength.isLong ? [50, 1 << 9] : [50])
    func aLongRecordingReadByItsIndexIsThatOfTheWhole(size: Int) throws {
        let indexed = try Indexed(Self.long.get(), segmentSize: size)
        #expect(indexed.whole.callCount > 2_000 && indexed.whole.threads.count > 1)
        let read = try #require(indexed.byIndex())
        try Self.expectEqual(read, indexed.whole)
        try Self.expectSameAnswers(read, indexed.whole, step: 1_201)
    }

    /// Nodes are read some at once, and have the names that the source has for them, each object of a line in its turn.
    @Test func manyNodesHaveTheirNamesByTheIndex() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("many.rxtrace")
        try Trace.record("many", to: file, options: RecordingOptions(scope: .caused)) {
            for number in 0..<700 {
                let (numbers, texts) = (PublishSubject<Int>(), PublishSubject<String>())
                let results = numbers.map { $0 + 1 }.share()
                results.subscribe().dispose()
                if number % 100 == 0 { texts.onNext("\(number)") }
            }
        }
        let indexed = try Indexed(Array(try Data(contentsOf: URL(filePath: file))), segmentSize: 1 << 10)
        let read = try #require(indexed.byIndex())
        #expect(read.nodes.count > 3 * NodePages.size && read.numbered?.creations != nil)
        let (own, whole) = (try NamedTrace.naming(read).nodes, try NamedTrace.naming(indexed.whole).nodes)
        #expect(whole.count { $0.variable == "results" } == 700 && whole.count { $0.variable == "texts" } == 700)
        // As they are asked for, in any order.
        for position in whole.indices.reversed() + whole.indices where own[position] != whole[position] {
            Issue.record("\(own[position]) is not \(whole[position])")
            break
        }
    }

    /// Two commands may be at one recording: who makes the index anew leaves the old one until then.
    @Test func anIndexIsThereWhileItIsMadeAnew() throws {
        let indexed = try Indexed(Self.long.get(), segmentSize: 100)
        let isMade = Atomic(false)
        let missed = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 2) { reader in
            if reader == 0 {
                for _ in 0..<10 {
                    _ = try? TraceRecording(
                        contentsOf: indexed.path, named: "test", meter: nil, indexes: indexed.indexes)
                }
                isMade.store(true, ordering: .releasing)
            } else {
                while !isMade.load(ordering: .acquiring) {
                    if indexed.byIndex() == nil { missed.withLock { $0 += 1 } }
                }
            }
        }
        #expect(missed.withLock { $0 } == 0)
    }

    /// What was read of a file that has grown since is not the whole.
    @Test func theIndexOfAFileThatHasGrownIsMadeAnew() throws {
        let bytes = try Self.long.get()
        let blocks = try FormatBlock.all(in: bytes).blocks
        let ends = zip(blocks, FormatBlock.payloadOffsets(of: blocks)).map { $1 + $0.payload.count }
        let indexed = try Indexed(Array(bytes.prefix(ends[ends.count / 2])), segmentSize: 100)
        let part = try #require(indexed.byIndex())
        try Self.expectEqual(part, indexed.whole)
        #expect(part.problem != nil)
        try Data(bytes).write(to: URL(filePath: indexed.path))
        #expect(indexed.byIndex() == nil)
        let whole = try TraceRecording(contentsOf: indexed.path, named: "test", meter: nil, indexes: indexed.indexes)
        #expect(whole.callCount > part.callCount)
        try Self.expectEqual(try #require(indexed.byIndex()), whole)
    }

    /// Whatever a killed program leaves.
    @Test func theIndexOfACutFileIsThatOfTheRest() throws {
        let bytes = try Self.long.get()
        for count in stride(from: 4_000, to: bytes.count, by: TestLength.isLong ? 501 : 12_007) {
            let indexed = try Indexed(Array(bytes.prefix(count)), segmentSize: 300)
            guard indexed.whole.callCount > 0 else { continue }
            try Self.expectEqual(try #require(indexed.byIndex(), "cut at \(count)"), indexed.whole)
        }
    }

    /// Damage in the recording is told of by a whole reading alone: no index is made of what is left.
    @Test func aDamagedRecordingHasNoIndex() throws {
        var bytes = try Self.long.get()
        let blocks = try FormatBlock.all(in: bytes).blocks
        // A thread may have made few calls: the largest block has most of them.
        let calls = zip(blocks, FormatBlock.payloadOffsets(of: blocks)).filter { $0.0.kind == 2 }
        let (block, place) = try #require(calls.max { $0.0.payload.count < $1.0.payload.count })
        let indexed = try Indexed(bytes, segmentSize: 100)
        let read = try #require(indexed.byIndex())
        bytes[place + block.payload.count / 2] ^= 1
        try Data(bytes).write(to: URL(filePath: indexed.path))
        // The block was looked at when it was indexed, and is again when its calls are asked for.
        let again = try #require(indexed.byIndex())
        #expect(throws: RecordingIndexDamage.self) { try again.trace() }
        #expect(again.callCount == read.callCount)
        let whole = try TraceRecording(contentsOf: indexed.path, named: "test", meter: nil, indexes: indexed.indexes)
        #expect(whole.problem != nil && whole.callCount < read.callCount)
        #expect(indexed.byIndex() == nil)
    }

    /// An index that was changed is not believed, or tells that it does not fit; it never tells of other calls.
    @Test func aDamagedIndexIsNotBelieved() throws {
        let indexed = try Indexed(Self.long.get(), segmentSize: 200)
        let file = URL(filePath: try indexed.indexFile)
        let bytes = Array(try Data(contentsOf: file))
        let whole = try indexed.whole.trace()
        for place in stride(from: 0, to: bytes.count, by: TestLength.isLong ? 13 : 2_003) {
            var damaged = bytes
            damaged[place] ^= 1 << UInt8(place % 8)
            try Data(damaged).write(to: file)
            guard let read = indexed.byIndex() else { continue }
            do { #expect(try read.trace() == whole, "byte \(place)") } catch is RecordingIndexDamage {}
        }
        for count in stride(from: 0, to: bytes.count, by: TestLength.isLong ? 101 : 4_001) {
            try Data(bytes.prefix(count)).write(to: file)
            #expect(indexed.byIndex() == nil, "\(count) bytes")
        }
    }

    /// A foreign recording may have an index of any content, with good checksums.
    @Test(arguments: 0..<(TestLength.isLong ? 2_000 : 20))
    func anIndexOfAnyContentIsReadOrRefused(seed: Int) throws {
        let indexed = try Indexed(SampleRun.of("observe-on").recording, segmentSize: 9)
        let bytes = Array(try Data(contentsOf: URL(filePath: indexed.indexFile)))
        var blocks = try FormatBlock.all(in: FormatBlock.magic + bytes.dropFirst(IndexFolder.headerSize)).blocks
        #expect(blocks.last?.kind == 6)
        blocks.removeLast()
        var generator = SeededGenerator(seed: seed)
        for _ in 0...seed % 4 {
            let block = Int.random(in: 0..<blocks.count, using: &generator)
            let place = Int.random(in: 1..<blocks[block].payload.count, using: &generator)
            let number: [UInt8] = [[0xFF, 0xFF, 0xFF, 0xFF, 0x0F], [0], [0x7F], [0x81, 0x01], []][seed / 4 % 5]
            blocks[block].payload.replaceSubrange(place..<place + 1, with: number)
        }
        let recording = try RecordingBytes(path: indexed.path)
        let mark = try IndexBlocks.mark(of: recording)
        let file = try #require(IndexFile(in: indexed.indexes, mark: mark, length: recording.count))
        for block in blocks.dropLast() { _ = file.add(block.payload) }
        #expect(file.finish(table: Array(try #require(blocks.last).payload.dropFirst())))
        guard let read = indexed.byIndex() else { return }
        do {
            _ = try read.trace()
            for id in 1...read.callCount { _ = try EventQuery("@\(id)")?.explain(in: read) }
            var filter = TraceFilter()
            filter.around = .init(call: read.callCount / 2)
            _ = try filter.apply(to: read).trace()
            filter.around = nil
            filter.subscriptions = [1]
            _ = try filter.apply(to: read).trace()
        } catch is RecordingIndexDamage {}
    }

    /// The command makes an index with the first answer, and reads little for the next.
    @Test func theCommandAnswersAlikeWithAndWithout() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("texts.rxtrace")
        let text = String(repeating: "wide", count: 100)
        try Trace.record("texts", to: file, options: RecordingOptions(values: .full, scope: .caused)) {
            let texts = PublishSubject<String>()
            let subscription = texts.map { $0 + "!" }.filter { !$0.isEmpty }.subscribe()
            for number in 0..<600 { texts.onNext("\(text)\(number)") }
            subscription.dispose()
        }
        let size = try #require(FileManager.default.attributesOfItem(atPath: file)[.size] as? Int)
        try #require(size > 1 << 20)
        // With its places and an index, which needs no cache.
        let packed = folder.path("packed.rxtrace")
        try FileManager.default.copyItem(atPath: file, toPath: packed)
        #expect(try BuiltCommand.run(["pack", packed]).status == 0)
        #expect(TraceRecording(byIndexOf: packed, named: nil, in: nil) != nil)
        let asked = [
            ["why", file, "@2000"], ["why", file, "@100000"], ["tree", file, "--around", "@3000"],
            ["json", file, "--subscription", "1"], ["tree", file, "--thread", "0"], ["why", file, "onNext=*wide7!"],
            ["tree", file, "--thread", "none"], ["why", packed, "@2000"], ["tree", packed, "--around", "@3000"],
            ["json", packed, "--subscription", "1"],
        ]
        for words in TestLength.some(asked, 2) {
            let without = try BuiltCommand.run(words, environment: ["XDG_CACHE_HOME": "/dev/null"])
            let first = try BuiltCommand.run(words, environment: ["XDG_CACHE_HOME": folder.path("cache")])
            let second = try BuiltCommand.run(words, environment: ["XDG_CACHE_HOME": folder.path("cache")])
            #expect(first.output == without.output && second.output == without.output, "\(words)")
            #expect(first.errors == without.errors && second.errors == without.errors, "\(words)")
            #expect(first.status == without.status && second.status == without.status, "\(words)")
        }
        let indexes = folder.path("cache/rxtrace/indexes")
        let names = try FileManager.default.contentsOfDirectory(atPath: indexes)
        #expect(names.count == 1, "the packed one has its own")
        let name = try #require(names.first)
        let permissions = try FileManager.default.attributesOfItem(atPath: "\(indexes)/\(name)")[.posixPermissions]
        #expect(permissions as? Int == 0o600)
        // A recording that was damaged since is read as a whole, and the damage is told.
        var bytes = Array(try Data(contentsOf: URL(filePath: file)))
        bytes[bytes.count / 2] ^= 1
        try Data(bytes).write(to: URL(filePath: file))
        for words in [["why", file, "@1500"], ["tree", file, "--subscription", "1"]] {
            let without = try BuiltCommand.run(words, environment: ["XDG_CACHE_HOME": "/dev/null"])
            let with = try BuiltCommand.run(words, environment: ["XDG_CACHE_HOME": folder.path("cache")])
            #expect(without.status == 65 && with.status == 65)
            #expect(with.output == without.output && with.errors == without.errors, "\(words)")
        }
    }
}
