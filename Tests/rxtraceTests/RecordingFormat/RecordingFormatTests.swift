import Foundation
import RxInstrumented
import RxSwift
import RxTraceSamples
import RxTraceTestSupport
import Testing

/// docs/recording-format.md tells all a reader needs: one made from it alone finds what `rxtrace json` prints.
@Suite(.timeLimit(.generous)) struct RecordingFormatTests {
    /// Without what other tests do meanwhile.
    private static let alone = RecordingOptions(scope: .caused)

    /// The output of `rxtrace json` for a recording.
    private static func document(_ recording: [UInt8], status: Int32 = 0) throws -> FormatDocument {
        let folder = try TemporaryFolder()
        let file = folder.path("sample.rxtrace")
        try Data(recording).write(to: URL(filePath: file))
        let result = try BuiltCommand.run(["json", file])
        try #require(result.status == status, "\(result.errors)")
        return try JSONDecoder().decode(FormatDocument.self, from: Data(result.output.utf8))
    }

    private static func expectEqual(_ read: FormatDocument, _ printed: FormatDocument) {
        #expect(read.scenario == printed.scenario)
        #expect(read.run != nil && read.run == printed.run)
        #expect(read.dropped == printed.dropped && read.droppedBy == printed.droppedBy)
        #expect(read.notes == printed.notes)
        #expect(read.threads == printed.threads)
        #expect(read.closures == printed.closures)
        #expect(read.nodes.count == printed.nodes.count)
        for (node, expected) in zip(read.nodes, printed.nodes) { #expect(node == expected) }
        #expect(read.calls.count == printed.calls.count)
        for (call, expected) in zip(read.calls, printed.calls) { #expect(call == expected) }
        #expect(read.subscriptions.count == printed.subscriptions.count)
        for (one, expected) in zip(read.subscriptions, printed.subscriptions) { #expect(one == expected) }
    }

    @Test(arguments: TestLength.some(Samples.all.map(\.name), 5))
    func thePageIsEnoughToReadASample(sample: String) throws {
        let bytes = try SampleRun.of(sample).recording
        let recording = try FormatRecording(bytes)
        #expect(recording.isWhole)
        #expect(recording.calls.count > 5)
        Self.expectEqual(FormatDocument(recording), try Self.document(bytes))
    }

    @Test(arguments: ["observe-on", "rac-scheduler-background"])
    func thePageIsEnoughForSeveralThreads(sample: String) throws {
        let bytes = try SampleRun.of(sample).recording
        let read = FormatDocument(try FormatRecording(bytes))
        #expect(read.threads.count > 1)
        #expect(read.calls.contains { $0.cause != nil && $0.thread > 0 })
        Self.expectEqual(read, try Self.document(bytes))
    }

    /// Calls that are open when their block is written, and values of every kind.
    @Test func thePageIsEnoughForALongRecording() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("long.rxtrace")
        try Trace.record("long", to: file, options: Self.alone) {
            let queue = SerialDispatchQueueScheduler(qos: .default)
            let done = DispatchSemaphore(value: 0)
            _ = Observable.from(1...600).map { $0 * 1_000_003 }.observe(on: queue)
                .subscribe(onNext: { _ in }, onDisposed: { done.signal() })
            done.wait()
            _ = Observable.of(0.5, -0.0, 1e300, .infinity).map { $0 == 0.5 }.subscribe()
            _ = Observable.of(UInt.max, 1).concat(Observable.error(RxError.noElements)).subscribe(onError: { _ in })
            Trace.mark("texts") {
                _ = Observable.of("", "ß", String(repeating: "é", count: 300)).traced("letters").subscribe()
            }
            Observable<Int>.never().take(until: Observable<Int>.never()).subscribe().traced("waiting").dispose()
            Trace.mark("")
        }
        let bytes = Array(try Data(contentsOf: URL(filePath: file)))
        let recording = try FormatRecording(bytes)
        #expect(!recording.definitions.durations.isEmpty && !recording.definitions.values.isEmpty)
        #expect(recording.calls.count > 6_000)
        let read = FormatDocument(recording)
        let values = Set(read.calls.compactMap { $0.event?.value })
        #expect(Set(read.calls.filter { $0.operation == "mark" }.compactMap(\.label)) == ["texts", ""])
        #expect(read.nodes.contains { $0.name == "letters" })
        #expect(read.subscriptions.contains { $0.name == "waiting" && $0.ended == "disposed" })
        #expect(values.isSuperset(of: ["-0.0", "1e+300", "inf", "true", "false", String(UInt.max), "", "ß"]))
        Self.expectEqual(read, try Self.document(bytes))
    }

    /// Observers that are no objects: the subscribe does not say which they are.
    @Test func thePageIsEnoughForClosuresThatObserve() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("closures.rxtrace")
        try Trace.record("closures", to: file, options: Self.alone) {
            let (numbers, ended) = (PublishSubject<Int>(), PublishSubject<Int>())
            let shared = numbers.share()
            ended.onCompleted()
            _ = numbers.map { $0 + 1 }.subscribe(AnyObserver { _ in })
            _ = numbers.subscribe(AnyObserver { _ in _ = Observable.just(1).subscribe(AnyObserver { _ in }) })
            _ = shared.subscribe(AnyObserver { _ in })
            _ = shared.subscribe(AnyObserver { _ in })
            _ = ended.subscribe(AnyObserver { _ in })
            _ = Observable.of(1).share(replay: 1).subscribe(AnyObserver { _ in })
            numbers.onNext(1)
            numbers.onCompleted()
        }
        let bytes = Array(try Data(contentsOf: URL(filePath: file)))
        let read = FormatDocument(try FormatRecording(bytes))
        #expect(read.subscriptions.allSatisfy { $0.ended != nil })
        Self.expectEqual(read, try Self.document(bytes))
    }

    /// The calls around its first ones are gone, and of the objects they speak of there are but numbers.
    @Test func thePageIsEnoughForTheLastPartOfARecording() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("last.rxtrace")
        try Trace.record("last", to: file, options: RecordingOptions(scope: .caused, last: .calls(1_000))) {
            let subject = PublishSubject<Int>()
            let subscription = subject.flatMap { Observable.of($0, -$0) }.subscribe(onNext: { _ in })
            for number in 0..<20_000 { subject.onNext(number) }
            subscription.dispose()
        }
        let bytes = Array(try Data(contentsOf: URL(filePath: file)))
        let read = FormatDocument(try FormatRecording(bytes))
        #expect(read.droppedBy?["last"] ?? 0 > 0)
        #expect(!read.calls.isEmpty)
        Self.expectEqual(read, try Self.document(bytes))
    }

    /// The objects used in it were made before.
    @Test func thePageIsEnoughForARecordingThatBeganLate() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("late.rxtrace")
        let subject = PublishSubject<Int>()
        let doubled = subject.map { $0 * 2 }.traced("doubled")
        let queue = SerialDispatchQueueScheduler(internalSerialQueueName: "early")
        let bag = DisposeBag()
        subject.subscribe(onNext: { _ in }).disposed(by: bag)
        try Trace.record("late", to: file, options: Self.alone) {
            let done = DispatchSemaphore(value: 0)
            doubled.observe(on: queue).subscribe(onNext: { _ in done.signal() }).disposed(by: bag)
            subject.onNext(1)
            done.wait()
        }
        let bytes = Array(try Data(contentsOf: URL(filePath: file)))
        let read = FormatDocument(try FormatRecording(bytes))
        let early = Set(read.nodes.filter { $0.early == true }.map(\.type))
        #expect(early.isSuperset(of: ["PublishSubject", "Map", "AnonymousObserver", "DisposeBag"]))
        #expect(read.nodes.contains { $0.type == "AnonymousObserver" && $0.early == nil })
        #expect(read.nodes.contains { $0.name == "early" && $0.role == "scheduler" && $0.early == nil })
        Self.expectEqual(read, try Self.document(bytes))
    }

    /// One block of calls in the middle is lost: calls behind it have the parents they are known to have.
    @Test func thePageIsEnoughForADamagedRecording() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("damaged.rxtrace")
        try Trace.record("damaged", to: file, options: Self.alone) {
            let outer = PublishSubject<Int>()
            _ = outer.flatMap { Observable.range(start: 1, count: $0) }.subscribe()
            for number in [1, 900, 2, 900] { outer.onNext(number) }
        }
        let bytes = Array(try Data(contentsOf: URL(filePath: file)))
        let blocks = try FormatBlock.all(in: bytes).blocks
        let whole = FormatDocument(try FormatRecording(bytes))
        let places = zip(blocks, FormatBlock.payloadOffsets(of: blocks)).filter { $0.0.kind == 2 }.map(\.1)
        #expect(places.count > 2)
        for place in TestLength.some(places, 2) {
            var damaged = bytes
            damaged[place] ^= 4
            let read = FormatDocument(try FormatRecording(damaged))
            #expect(read.calls.count <= whole.calls.count)
            Self.expectEqual(read, try Self.document(damaged, status: 65))
        }
    }

    /// The bytes that a section of the page shows, at the beginning of indented lines.
    private static func bytesShown(under title: String) throws -> [UInt8] {
        let page = GoldenFile.folder.deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("docs/recording-format.md")
        let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
        let start = try #require(lines.firstIndex { $0.hasPrefix("#") && $0.hasSuffix(" \(title)") })
        let section = lines[(start + 1)...].prefix { !$0.hasPrefix("#") }
        return section.filter { $0.hasPrefix("    ") && !$0.hasPrefix("     ") }.flatMap { line in
            line.split(separator: " ").prefix { $0.count == 2 }.map { UInt8($0, radix: 16) ?? 0 }
        }
    }

    @Test func theBlocksOnThePageAreWhole() throws {
        let (blocks, _) = try FormatBlock.all(in: FormatBlock.magic + Self.bytesShown(under: "The checksums"))
        #expect(blocks.map(\.kind) == [3, 6])
        #expect(blocks.map(\.number) == [4, 5])
    }

    @Test func theCallsOnThePageAreWhatItSays() throws {
        let calls = try Self.bytesShown(under: "An example")
        let firstStart: UInt64 = 88_995_568_997_701
        let payload =
            FormatBlock.number(0, 4) + FormatBlock.number(3, 4)
            + [0, firstStart, firstStart, 0].flatMap { FormatBlock.number($0, 8) } + calls
        let block = FormatBlock(kind: 2, thread: 0, payload: payload)
        let read = try FormatCall.all(in: block, FormatDefinitions())
        #expect(read.map(\.operation) == [0, 1, 1])
        #expect(read.map(\.depth) == [0, 0, 1])
        #expect(read.map(\.detail) == [0, 3, 1])
        #expect(read.map(\.node) == [1, 1, 1])
        #expect(read.map { $0.start - firstStart } == [0, 156_130, 156_130 + 457_756])
        #expect(read.map(\.duration) == [390, 962_624, 499_798])
        #expect(read.map(\.value) == [0, 2 | 7 << 32, 2 | 6 << 32])
        #expect(read.map(\.stack) == [0, 1, nil])
    }

    @Test func whatIsNewInAVersionIsPassedOver() throws {
        let bytes = try SampleRun.of("timer").recording
        var blocks = try FormatBlock.all(in: bytes).blocks
        blocks.insert(FormatBlock(kind: 200, thread: 7, payload: Array("new".utf8)), at: blocks.count - 1)
        for index in blocks.indices {
            switch blocks[index].kind {
            case 1: blocks[index].payload.replaceSubrange(0..<1, with: Array(#"{"new":[1],"#.utf8))
            case 3: blocks[index].payload += [1, 2, 3, 4, 5, 6, 7, 8]
            default: break
            }
        }
        let changed = FormatBlock.file(blocks)
        #expect(changed.count > bytes.count)
        let expected = try Self.document(bytes)
        Self.expectEqual(try Self.document(changed), expected)
        Self.expectEqual(FormatDocument(try FormatRecording(changed)), expected)
    }

    @Test func callsOfAnUnknownOperationAreLeftOut() throws {
        let bytes = try SampleRun.of("create-subscribe").recording
        var blocks = try FormatBlock.all(in: bytes).blocks
        let about = String(decoding: blocks[0].payload, as: UTF8.self)
        blocks[0].payload = Array(about.replacingOccurrences(of: #""forwardOn""#, with: #""unheardOf""#).utf8)
        let changed = FormatBlock.file(blocks)
        let (all, known) = (try Self.document(bytes), try Self.document(changed))
        let kept = all.calls.filter { $0.operation != "forwardOn" }
        #expect(kept.count < all.calls.count)
        #expect(known.calls.map(\.operation) == kept.map(\.operation))
        // A call made in one hangs below the call around it.
        let places = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($1.id, $0 + 1) })
        let parents = kept.map { call in
            var parent = call.parent
            while let id = parent, places[id] == nil { parent = all.calls[id - 1].parent }
            return parent.flatMap { places[$0] }
        }
        #expect(known.calls.map(\.parent) == parents)
        Self.expectEqual(FormatDocument(try FormatRecording(changed)), known)
    }

    @Test func aDamagedBlockIsPassedOver() throws {
        var bytes = try SampleRun.of("observe-on").recording
        let blocks = try FormatBlock.all(in: bytes).blocks
        let clock = try #require(blocks.firstIndex { $0.kind == 3 })
        bytes[FormatBlock.payloadOffsets(of: blocks)[clock] + 6] ^= 4
        let (left, isWhole) = try FormatBlock.all(in: bytes)
        #expect(!isWhole)
        #expect(left.count == blocks.count - 1)
        #expect(left.map(\.number) == (blocks[..<clock] + blocks[(clock + 1)...]).map(\.number))
    }
}
