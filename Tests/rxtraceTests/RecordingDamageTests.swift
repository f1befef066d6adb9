import Foundation
import RxInstrumented
import RxTraceKit
import RxTraceTestSupport
import Testing

/// The rest of a recording whose bytes are not all there, or not all right.
@Suite(.timeLimit(.generous)) struct RecordingDamageTests {
    /// A recording of the command's own replay of a sample: two threads, values, places, names.
    private static let recording = Result { try SampleRun.of("observe-on").recording }

    /// The calls that can be read of a recording, thread by thread, and whether it is said that some are missing.
    private struct Opened {
        var calls: [Int: [String]] = [:]
        var isWhole = false

        init(_ bytes: [UInt8]) throws {
            let recording = try TraceRecording(
                RecordingBytes(bytes), named: "test", extent: RecordingExtent(), symbolicator: .images([]))
            isWhole = recording.problem == nil
            var count = 0
            try recording.forEachCall { call in
                calls[call.thread, default: []].append("\(call.operation) \(call.event?.value ?? "")")
                count += 1
            }
            #expect(count == recording.callCount)
        }

        var count: Int { calls.values.reduce(0) { $0 + $1.count } }
    }

    @Test func theWholeOpens() throws {
        let bytes = try Self.recording.get()
        let opened = try Opened(bytes)
        #expect(opened.isWhole)
        #expect(opened.calls.count == 2)
        #expect(opened.count > 70)
        #expect(opened.calls.values.joined().contains("on B"))
    }

    @Test func everyCutOpensOrSaysWhyNot() throws {
        let bytes = try Self.recording.get()
        let whole = try Opened(bytes)
        var last = 0
        for count in stride(from: 0, to: bytes.count, by: TestLength.isLong ? 1 : 111) {
            do {
                let opened = try Opened(Array(bytes.prefix(count)))
                #expect(!opened.isWhole, "cut at \(count)")
                #expect(opened.count >= last, "cut at \(count)")
                last = opened.count
                // Which thread's calls come first in the file, and so which number it has, depends on when they were
                // written.
                for calls in opened.calls.values {
                    #expect(whole.calls.values.contains { $0.starts(with: calls) }, "cut at \(count)")
                }
            } catch {
                let error = try #require(error as? TraceReadError)
                #expect(error.description.hasPrefix("test"))
                #expect(last == 0, "cut at \(count)")
            }
        }
        #expect(last == whole.count)
    }

    @Test func everyFlippedBitIsFoundOut() throws {
        let bytes = try Self.recording.get()
        let whole = try Opened(bytes)
        for place in stride(from: 0, to: bytes.count, by: max(1, bytes.count / TestLength.times(250, long: 3_000))) {
            var damaged = bytes
            damaged[place] ^= 1 << UInt8(place % 8)
            do {
                let opened = try Opened(damaged)
                #expect(!opened.isWhole, "byte \(place)")
                #expect(opened.count <= whole.count, "byte \(place)")
            } catch {
                #expect(error is TraceReadError, "byte \(place)")
            }
        }
    }

    @Test func whatFollowsADamagedBlockIsStillThere() throws {
        let bytes = try Self.recording.get()
        let whole = try Opened(bytes)
        // Of a recording with a second recording's blocks behind a damaged stretch, the first's calls are all there.
        let opened = try Opened(bytes + Array(repeating: 0xA5, count: 1_000))
        #expect(!opened.isWhole)
        #expect(opened.calls == whole.calls)
    }

    /// Calls in calls, on one thread, in more blocks than one; some of them go on for many blocks.
    private static func recordNested(to file: String) throws {
        try Trace.record("nested", to: file) {
            let outer = PublishSubject<Int>()
            let inner = PublishSubject<Int>()
            _ = inner.map { $0 + 1 }.filter { $0 > 0 }.subscribe()
            _ = outer.subscribe(onNext: { number in
                for step in 0..<number { inner.onNext(step) }
            })
            for number in [1, 3_000, 2, 5, 3_000, 7] { outer.onNext(number) }
        }
    }

    /// The parents of calls; of a call, its start and its operation tell which one it is.
    private func parents(_ bytes: [UInt8]) throws -> [String: String?] {
        let recording = try TraceRecording(
            RecordingBytes(bytes), named: "test", extent: RecordingExtent(), symbolicator: .images([]))
        var names: [Int: String] = [:]
        var parents: [String: String?] = [:]
        try recording.forEachCall { call in
            let name = "\(call.operation) \(call.start ?? 0)"
            names[call.id] = name
            parents[name] = .some(call.parent.flatMap { names[$0] })
        }
        return parents
    }

    @Test(.exits) func aLostBlockGivesNoCallAFalseParent() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path("nested.rxtrace")
        // A file has the calls of all threads, those of other tests as well; names by start would not tell them apart.
        await #expect(processExitsWith: .success) { [file = file as String] in try Self.recordNested(to: file) }
        let bytes = Array(try Data(contentsOf: URL(filePath: file)))
        let whole = try parents(bytes)
        let blocks = try FormatBlock.all(in: bytes).blocks
        let places = zip(blocks, FormatBlock.payloadOffsets(of: blocks))
            .filter { $0.0.kind == RecordingLayout.BlockKind.calls.rawValue }.map(\.1)
        #expect(places.count > 5)
        for place in TestLength.some(places, 3) {
            var damaged = bytes
            damaged[place] ^= 1
            let kept = try parents(damaged).filter { $0.value != nil }
            #expect(kept.allSatisfy { whole[$0.key] == $0.value }, "the block at \(place)")
            #expect(kept.count > whole.count / 2, "the block at \(place)")
        }
    }

    @Test(arguments: [
        ("empty", [], "is empty"), ("foreign", Array("no trace at all".utf8), "not an rxtrace trace"),
    ])
    func whatIsNoRecordingIsNamed(name: String, bytes: [UInt8], message: String) throws {
        let folder = try TemporaryFolder()
        let file = folder.path("\(name).rxtrace")
        try Data(bytes).write(to: URL(filePath: file))
        let result = try BuiltCommand.run(["tree", file])
        #expect(result.status == 65)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("\(name).rxtrace") && result.errors.contains(message), "\(result.errors)")
    }

    @Test func anotherVersionIsNamed() throws {
        var bytes = try Self.recording.get()
        bytes[7] += 1
        #expect { try Opened(bytes) } throws: { error in
            (error as? TraceReadError)?.kind == .unsupportedVersion(Int(bytes[7]))
        }
    }

    @Test(arguments: ["tree", "json", "jsonl", "dot", "stats", "leaks", "lint", "why"])
    func aCommandShowsWhatThereIs(command: String) throws {
        let folder = try TemporaryFolder()
        let file = folder.path("cut.rxtrace")
        let bytes = try Self.recording.get()
        try Data(bytes.dropLast(30)).write(to: URL(filePath: file))
        let result = try BuiltCommand.run([command, file])
        #expect(result.status == 65)
        #expect(!result.output.isEmpty)
        #expect(result.errors.hasPrefix("rxtrace: ") && result.errors.contains("the end of the recording is missing"))
        #expect(result.errors.split(separator: "\n").count == 1)
    }

    @Test func aRecordingComesThroughAPipe() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("whole.rxtrace")
        try Data(try Self.recording.get()).write(to: URL(filePath: file))
        let command = try #require(BuiltCommand.path)
        let words = ["-c", "cat '\(file)' | '\(command)' tree --zoom user -"]
        let piped = try BuiltCommand.run(words, command: "/bin/sh")
        let direct = try BuiltCommand.run(["tree", "--zoom", "user", file])
        #expect(piped.status == 0)
        #expect(piped.output == direct.output)
        #expect(piped.output.contains("handler onNext AnonymousObserver next(B)"))
    }
}
