import Foundation
import RxInstrumented
import RxSwift
import RxTraceTestSupport
import Testing

@testable import RxTraceKit

/// Places, names and source that are put into a recording, and blocks added to one in general.
@Suite(.timeLimit(.generous)) struct PackTests {
    /// A recording in a file of its own.
    private struct Recorded {
        let folder: TemporaryFolder
        var file: String { folder.path("search.rxtrace") }

        /// What a process of its own recorded: a file has the calls of all threads, those of other tests as well.
        private static let alone = Task(executorPreference: ExitTests.executor) {
            let folder = try TemporaryFolder()
            let file = folder.path("search.rxtrace")
            await #expect(processExitsWith: .success) { [file = file as String] in try Recorded.record(to: file) }
            return try Data(contentsOf: URL(filePath: file))
        }

        init() async throws {
            folder = try TemporaryFolder()
            try await Self.alone.value.write(to: URL(filePath: file))
        }

        /// Of this process, with what other tests do meanwhile.
        init(withOtherTests: Void) throws {
            folder = try TemporaryFolder()
            try Self.record(to: file)
        }

        private static func record(to file: String) throws {
            try Trace.record("search", to: file) {
                let query = PublishSubject<Int>()
                let results = query.map { $0 * 2 }
                _ = results.subscribe(onNext: { _ in })
                query.onNext(1)
            }
        }

        var blocks: [FormatBlock] {
            get throws { try FormatBlock.all(in: Array(try Data(contentsOf: URL(filePath: file)))).blocks }
        }

        func write(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(filePath: file)) }

        /// Takes out what leads to the program: what is known of places then is what the recording tells itself.
        func forgetProgram() throws {
            try write(
                FormatBlock.file(
                    try blocks.map { $0.kind == 8 ? FormatBlock(kind: 8, thread: 0, payload: []) : $0 }))
        }

        /// What `rxtrace json` prints where neither the source nor a cache is.
        func document() throws -> BuiltCommand.Result {
            try BuiltCommand.run(
                ["json", file, "--no-times"], environment: ["XDG_CACHE_HOME": folder.path("none")],
                currentFolder: folder.path(""))
        }

        func completion() throws -> RecordingCompletion {
            try RecordingCompletion(of: TraceRecording(contentsOf: file), at: file)
        }
    }

    @Test func aPackedRecordingNeedsNeitherTheProgramNorItsSource() async throws {
        let recorded = try await Recorded()
        let unpacked = try recorded.document()
        let pack = try RecordingPack(of: recorded.file, withSource: true)
        #expect(pack.places == pack.stacks && pack.stacks >= 4 && pack.names == 2)
        #expect(pack.files == ["Tests/rxtraceTests/PackTests.swift"] && pack.missingFiles.isEmpty)
        try recorded.forgetProgram()
        let packed = try recorded.document()
        #expect(packed.status == 0 && packed.errors.isEmpty)
        let trace = try TraceReader.read(packed.output, named: "packed")
        #expect(trace.nodes.compactMap(\.variable) == ["query", "results"])
        let site = trace.calls.first { $0.operation == .on }?.site
        #expect(site?.file == "Tests/rxtraceTests/PackTests.swift", "\(packed.output)")
        // The names aside, it is as it was where the program is.
        let names = #/ "variable": "[a-z]+",?/#
        #expect(packed.output.replacing(names, with: "") == unpacked.output)
        let source = try TraceRecording(contentsOf: recorded.file).packedSource
        #expect(source.files["Tests/rxtraceTests/PackTests.swift"]?.contains("let query = Publish") == true)
    }

    @Test func theBlocksAreAsThePageSays() async throws {
        let recorded = try await Recorded()
        try RecordingPack(of: recorded.file, withSource: true)
        let (blocks, isWhole) = try FormatBlock.all(in: Array(Data(contentsOf: URL(filePath: recorded.file))))
        #expect(isWhole && blocks.suffix(3).map(\.kind) == [13, 14, 6])
        var places = FormatPlaces()
        var reader = FormatBytes(try #require(blocks.first { $0.kind == 13 }).payload)
        try places.read(&reader)
        #expect(reader.isAtEnd)
        #expect(places.names.values.filter { !$0.isEmpty }.sorted { $0[0] < $1[0] } == [["query"], ["results"]])
        #expect(Set(places.places.values.compactMap(\.function)).isSuperset(of: ["map", "subscribe"]))
        var files = FormatBytes(try #require(blocks.first { $0.kind == 14 }).payload)
        #expect(try files.text() == "Tests/rxtraceTests/PackTests.swift")
        #expect(try files.text() == String(contentsOfFile: #filePath, encoding: .utf8) && files.isAtEnd)
    }

    @Test func packingAgainLosesNothing() async throws {
        let recorded = try await Recorded()
        try RecordingPack(of: recorded.file, withSource: true)
        try recorded.forgetProgram()
        let before = try Data(contentsOf: URL(filePath: recorded.file))
        let again = try RecordingPack(of: recorded.file, withSource: false)
        #expect(again.places == again.stacks && again.names == 2 && again.files.count == 1)
        #expect(try Data(contentsOf: URL(filePath: recorded.file)) == before)
    }

    @Test func additionsStandBeforeTheEndAndKeepThoseOfOthers() async throws {
        let recorded = try await Recorded()
        let before = try recorded.blocks
        let unknown = FormatBlock(kind: 15, thread: 0, payload: [1, 2, 3])
        try recorded.write(FormatBlock.file(before.dropLast() + [unknown] + before.suffix(1)))
        try recorded.completion().write([.source: [[4], [5, 6]]])
        try recorded.completion().write([.source: [[7]], .places: []])
        let (blocks, isWhole) = try FormatBlock.all(in: Array(Data(contentsOf: URL(filePath: recorded.file))))
        #expect(isWhole)
        #expect(blocks.dropLast(3).map(\.payload) == before.dropLast().map(\.payload))
        #expect(blocks.suffix(3).map(\.kind) == [14, 15, 6])
        #expect(blocks.suffix(3).map(\.payload) == [[7], [1, 2, 3], []])
    }

    @Test func aRecordingWithoutAnEndStaysOne() async throws {
        let recorded = try await Recorded()
        // As a killed process of another machine leaves it, in the middle of a block.
        var blocks = try recorded.blocks
        let about = String(decoding: blocks[0].payload, as: UTF8.self)
        blocks[0].payload = Array(about.replacing(#/"host":"[^"]*"/#, with: #""host":"another""#).utf8)
        let longest = try #require(blocks.max { $0.payload.count < $1.payload.count })
        try recorded.write(FormatBlock.file(blocks.dropLast()) + longest.bytes.prefix(70))
        let calls = try TraceRecording(contentsOf: recorded.file).callCount
        try RecordingPack(of: recorded.file, withSource: false)
        let after = try FormatBlock.all(in: Array(Data(contentsOf: URL(filePath: recorded.file))))
        #expect(after.blocks.map(\.kind) == blocks.dropLast().map(\.kind) + [13])
        #expect(after.blocks.map(\.number) == (0..<UInt64(blocks.count)).map { $0 })
        let recording = try TraceRecording(contentsOf: recorded.file)
        #expect(recording.callCount == calls && recording.problem?.kind == .truncated)
    }

    @Test func whatSomebodyStillWritesIsLeftAlone() throws {
        let recorded = try Recorded(withOtherTests: ())
        try recorded.write(FormatBlock.file(try recorded.blocks.dropLast()))
        let bytes = try Data(contentsOf: URL(filePath: recorded.file))
        // This process made it, and has it open: to read, as it happens.
        #expect(throws: RecordingCompletion.Failure.isWritten(by: Int(getpid()))) {
            try RecordingPack(of: recorded.file, withSource: false)
        }
        #expect(try Data(contentsOf: URL(filePath: recorded.file)) == bytes)
    }

    @Test func aFileThatChangedMeanwhileIsLeftAlone() async throws {
        let recorded = try await Recorded()
        let completion = try recorded.completion()
        let other = Data("another".utf8)
        try other.write(to: URL(filePath: recorded.file), options: .atomic)
        #expect(throws: RecordingCompletion.Failure.isReplaced) { try completion.write([.source: [[1]]]) }
        #expect(try Data(contentsOf: URL(filePath: recorded.file)) == other)
        #expect(try FileManager.default.contentsOfDirectory(atPath: recorded.folder.path("")) == ["search.rxtrace"])
    }

    @Test func sourceThatWasChangedSinceIsNotPutIn() async throws {
        let recorded = try await Recorded()
        var blocks = try recorded.blocks
        let about = String(decoding: blocks[0].payload, as: UTF8.self)
        // The clock of the machine says that it was recorded long ago.
        blocks[0].payload = Array(about.replacing(#/"clockStart":[0-9]+/#, with: #""clockStart":1"#).utf8)
        try recorded.write(FormatBlock.file(blocks))
        let pack = try RecordingPack(of: recorded.file, withSource: true)
        #expect(pack.files.isEmpty && pack.missingFiles == ["Tests/rxtraceTests/PackTests.swift"] && pack.names == 0)
        #expect(pack.places == pack.stacks)
    }

    @Test func additionsThatAreDamagedAreMadeAgain() async throws {
        let recorded = try await Recorded()
        try RecordingPack(of: recorded.file, withSource: true)
        let whole = Array(try Data(contentsOf: URL(filePath: recorded.file)))
        let blocks = try recorded.blocks
        for (block, place) in zip(blocks, FormatBlock.payloadOffsets(of: blocks)) where [13, 14].contains(block.kind) {
            var damaged = whole
            damaged[place + block.payload.count / 2] ^= 1
            try recorded.write(damaged)
            #expect(try TraceRecording(contentsOf: recorded.file).problem?.kind == .damaged)
            try RecordingPack(of: recorded.file, withSource: true)
            let again = try TraceRecording(contentsOf: recorded.file)
            #expect(again.problem == nil && again.packedSource.files.count == 1, "block \(block.kind)")
        }
    }

    /// What no writer of these blocks writes.
    @Test(
        arguments: [
            (13, [0xFF, 0xFF, 0xFF, 0xFF, 0x0F]), (13, [1, 200, 65]), (13, [0, 1, 0, 1, 0, 0, 0]),
            (13, [0, 1, 0, 2, 9, 0]),
            (13, [0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F]), (13, [1, 1, 65, 0, 1, 0, 9, 1, 1]), (13, []), (14, [5, 65]),
            (14, [1, 65, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F]),
        ] as [(UInt64, [UInt8])])
    func additionsThatCannotBeAreDamage(kind: UInt64, payload: [UInt8]) async throws {
        let recorded = try await Recorded()
        let calls = try TraceRecording(contentsOf: recorded.file).callCount
        var blocks = try recorded.blocks
        blocks.insert(FormatBlock(kind: kind, thread: 0, payload: payload), at: blocks.count - 1)
        try recorded.write(FormatBlock.file(blocks))
        let recording = try TraceRecording(contentsOf: recorded.file)
        #expect(recording.callCount == calls && recording.problem?.kind == .damaged)
        let shown = try BuiltCommand.run(["tree", recorded.file])
        #expect(shown.status == 65 && shown.output.contains("PackTests.swift"))
        #expect(shown.errors.split(separator: "\n").count == 1, "\(shown.errors)")
    }

    @Test func whatIsToldOfNoStackIsPassedOver() async throws {
        let recorded = try await Recorded()
        var blocks = try recorded.blocks
        // Two stacks that the recording does not have, at a line of a file named by a terminal's commands.
        var payload: [UInt8] = [1, 5, 27, 91, 50, 74, 65]
        payload += [2, 0x80, 0x80, 4, 1, 0, 1, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 1, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 0]
        blocks.insert(FormatBlock(kind: 13, thread: 0, payload: payload), at: blocks.count - 1)
        try recorded.write(FormatBlock.file(blocks))
        let recording = try TraceRecording(contentsOf: recorded.file)
        #expect(recording.problem == nil)
        let pack = try RecordingPack(of: recorded.file, withSource: false)
        #expect(pack.places == pack.stacks)
    }

    @Test func manyPlacesTakeSeveralBlocks() throws {
        var places = RecordedPlaces()
        for stack in 0..<150_000 {
            let site = Trace.Site(file: "File\(stack % 7).swift", line: stack)
            places.places[stack] = RecordedPlace(call: RecordedPlace.UserCall(site: site, function: "map"))
        }
        let blocks = places.encoded
        #expect(blocks.count == 3)
        var again = RecordedPlaces()
        for block in blocks { try block.withUnsafeBytes { try again.add($0) } }
        #expect(again == places)
    }

    @Test func theSourceIsTheProgramsWhereverItIsPacked() async throws {
        let recorded = try await Recorded()
        // Another file of that name lies where the command runs.
        let other = recorded.folder.path("Tests/rxtraceTests")
        try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
        let file = URL(filePath: other + "/PackTests.swift")
        try Data("let other = 1\n".utf8).write(to: file)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: file.path)
        let packed = try BuiltCommand.run(
            ["pack", recorded.file, "--with-source"], currentFolder: recorded.folder.path(""))
        #expect(packed.status == 0, "\(packed.errors)")
        let source = try TraceRecording(contentsOf: recorded.file).packedSource
        #expect(source.files["Tests/rxtraceTests/PackTests.swift"]?.contains("let query = Publish") == true)
        // Who has no source reads it beside the lines' figures, and in the page.
        try FileManager.default.removeItem(at: file)
        let shown = try BuiltCommand.run(["annotate", recorded.file], currentFolder: recorded.folder.path(""))
        #expect(shown.status == 0 && shown.output.contains("let query = PublishSubject<Int>()"))
        for inputs in [[recorded.file], [recorded.file, recorded.file]] {
            let page = try BuiltCommand.run(["html"] + inputs, currentFolder: recorded.folder.path(""))
            #expect(page.status == 0 && page.output.contains("let results = query.map"))
        }
    }

    @Test func theCommandPacksAndSaysWhatIsIn() async throws {
        let recorded = try await Recorded()
        let packed = try BuiltCommand.run(["pack", recorded.file, "--with-source"])
        #expect(packed.status == 0 && packed.output.isEmpty)
        #expect(packed.errors.contains("2 names and 1 file of source are in "))
        for (words, status, text) in [
            (["pack"], Int32(64), "needs the FILE"), (["pack", #filePath], 65, "no recording"),
            (["pack", recorded.folder.path("none.rxtrace")], 66, "none.rxtrace"),
        ] {
            let result = try BuiltCommand.run(words)
            #expect(result.status == status && result.errors.contains(text), "\(words): \(result.errors)")
        }
    }
}
