import Foundation
import RxTraceKit
import Testing

@testable import rxtrace

/// A recording that is read while it grows tells what the whole one tells.
struct GrowingRecordingTests {
    /// The recording of a sample, made by a process of its own.
    private func recording(_ sample: String, in folder: TemporaryFolder) throws -> String {
        let file = folder.path("\(sample).rxtrace")
        let result = try BuiltCommand.run(["record", sample, "-o", file])
        try #require(result.status == 0, "\(result.errors)")
        return file
    }

    private func isTold(_ call: Trace.Call) -> Bool { call.operation != .hop && call.operation != .invoke }

    private func text(_ call: Trace.Call, _ type: String?) -> String {
        let event = call.event.map { "\($0.kind.name)(\($0.value ?? ""))" } ?? ""
        return "\(call.operation.name) \(type ?? "") \(call.label ?? "") \(event) \(call.site?.description ?? "")"
    }

    @Test(arguments: [
        "create-subscribe", "leak", "flat-map-latest", "observe-on", "share-replay", "rac-command", "retry",
    ])
    func aRecordingReadInStepsIsThatOfTheWhole(sample: String) throws {
        let folder = try TemporaryFolder()
        let path = try recording(sample, in: folder)
        let whole = try TraceRecording(contentsOf: path)
        var expected: [String] = []
        try whole.forEachCall {
            if isTold($0) { expected.append(text($0, $0.node.flatMap { whole.nodes[id: $0]?.type })) }
        }
        let live = whole.subscriptions.filter { $0.ended == nil }.count

        let growing = try GrowingRecording(path: path, named: path)
        var told: [String] = []
        var ended: Set<Int> = []
        // A block at a time, where one thread tells of all objects before it uses them.
        while let part = try growing.readOn(limit: whole.threads.count == 1 ? 1 : 1 << 20) {
            for call in part.calls where isTold(call) {
                told.append(text(call, call.node.flatMap { growing.node($0)?.type }))
            }
            ended.formUnion(part.ended)
        }
        #expect(growing.hasEnd)
        #expect(growing.scenario == sample)
        // The blocks of several threads come one after the other.
        #expect(told.sorted() == expected.sorted())
        let subscriptions = (1...).prefix { growing.subscription($0) != nil }
        #expect(subscriptions.count == whole.subscriptions.count)
        #expect(subscriptions.count - ended.count == live)
        #expect(
            Set(subscriptions.compactMap { growing.subscription($0)?.site })
                == Set(whole.subscriptions.compactMap(\.site)))
    }

    /// Whatever is there of the file, what was read before is not read again, and what is cut is waited for.
    @Test func aFileThatGrowsByAnyBytesIsReadOn() throws {
        let folder = try TemporaryFolder()
        let path = try recording("map-filter", in: folder)
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let grown = folder.path("grown.rxtrace")
        try Data().write(to: URL(filePath: grown))
        let growing = try GrowingRecording(path: grown, named: grown)
        let file = try FileHandle(forWritingTo: URL(filePath: grown))
        var calls: [Int] = []
        for start in stride(from: 0, to: bytes.count, by: 7) {
            #expect(!growing.hasEnd)
            try file.write(contentsOf: bytes[start..<min(start + 7, bytes.count)])
            while let part = try growing.readOn(limit: 1 << 20) { calls += part.calls.map(\.id) }
        }
        #expect(growing.hasEnd)
        #expect(growing.damagedBytes == 0)
        let count = try TraceRecording(contentsOf: path).callCount
        #expect(calls == Array(1...count))
        #expect(growing.bytesRead == bytes.count)
        #expect(!growing.isReplaced)
    }

    @Test func anotherFileInItsPlaceIsNoticed() throws {
        let folder = try TemporaryFolder()
        let path = try recording("map-filter", in: folder)
        let growing = try GrowingRecording(path: path, named: path)
        while try growing.readOn(limit: 1 << 20) != nil {}
        #expect(!growing.isReplaced)
        try FileManager.default.removeItem(atPath: path)
        // Nothing there is nothing new.
        #expect(!growing.isReplaced)
        try Data([1]).write(to: URL(filePath: path))
        #expect(growing.isReplaced)
    }

    @Test func whatIsNoRecordingIsRefused() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("text.rxtrace")
        try Data("this is no recording".utf8).write(to: URL(filePath: path))
        let growing = try GrowingRecording(path: path, named: "text")
        #expect(throws: TraceReadError.self) { try growing.readOn(limit: 1) }
        #expect(throws: TraceReadError.self) { try GrowingRecording(path: folder.path("nothing"), named: "nothing") }
    }
}
