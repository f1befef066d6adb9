import Foundation
import RxInstrumented
import RxTraceKit
import RxTraceTestSupport
import Testing

@testable import rxtrace

/// What an operation is stands in one row: with that row alone it is recorded, read, shown and counted.
struct AddedOperationTests {
    private final class Channel: RecordedObject {
        override var recordedRole: Trace.Role { .subject }
    }

    private final class Receiver: RecordedObject {
        override var recordedRole: Trace.Role { .observer }
    }

    @Test func theFormatsPageNamesThem() throws {
        let page = GoldenFile.folder.deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("docs/recording-format.md")
        let text = try String(contentsOf: page, encoding: .utf8).split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
        #expect(text.contains(Trace.Operation.allCases.map { "`\($0.name)`" }.joined(separator: ", ") + "."))
    }

    /// Of the twentieth operation, which hands events on, and of the nineteenth, which does not.
    private static let (publishing, delivering) = (18 as UInt8, 19 as UInt8)

    @Test(.exits, .timeLimit(.generous)) func aRowIsAllThatAnOperationTakes() async {
        await #expect(processExitsWith: .success) {
            OperationRow.added = [
                OperationRow(name: "release", meaning: .disposal),
                OperationRow(name: "publish", meaning: .subscription),
                OperationRow(name: "deliver", meaning: .event, edge: .event),
            ]
            let publish = try #require(Trace.Operation(rawValue: Self.publishing))
            let deliver = try #require(Trace.Operation(name: "deliver"))
            #expect(Trace.Operation.allCases.count == 20 && deliver.rawValue == Self.delivering)
            let folder = try TemporaryFolder()
            let (channel, receiver) = (Channel(), Receiver())
            try Trace.record("added", to: folder.path("added.rxtrace")) {
                for number in 1...3 {
                    recorded(publish, channel) { recorded(deliver, receiver, Event.next(number)) {} }
                }
            }
            let recording = try TraceRecording(contentsOf: folder.path("added.rxtrace")).trace()
            #expect(recording.calls.map(\.operation) == [publish, deliver, publish, deliver, publish, deliver])
            #expect(recording.calls.compactMap { $0.event?.value } == ["1", "2", "3"])
            for format in FormatTable.formats {
                let text = try format.renderer(ParsedArguments(), .plain).string(from: recording)
                switch format.name {
                case "json", "jsonl":
                    let read = try TraceReader.read(text, named: format.name)
                    #expect(read.calls == recording.calls)
                // Of events alone; marbles show those that reached an observer by `on`.
                case "csv": #expect(text.count(where: \.isNewline) == 4 && text.contains("deliver"))
                case "marble": break
                // An edge, and a message, has the events that go along it.
                case "dot", "svg":
                    #expect(text.contains("publish") && (1...3).allSatisfy { text.contains("next \($0)") })
                case "mermaid": #expect(text.contains("publish") && text.contains("next 3"))
                case "otlp":
                    let calls = OTLPRenderer(spans: .calls).string(from: recording)
                    #expect(calls.contains("publish") && calls.contains("deliver"))
                default: #expect(text.contains("publish") && text.contains("deliver"), "\(format.name): \(text)")
                }
            }
            let statistics = try TraceStatistics(TraceInMemory(recording), by: .operator)
            #expect(statistics.callCount == 6 && statistics.rows.reduce(0) { $0 + $1.totals.calls } == 6)
            let page = PageRenderer().string(from: recording)
            #expect(page.contains("{\"name\":\"deliver\",\n\"meaning\":\"event\""))
        }
    }
}
