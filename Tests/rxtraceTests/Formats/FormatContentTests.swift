import Foundation
import RxTraceKit
import RxTraceSamples
import RxTraceTestSupport
import Testing

@testable import rxtrace

/// Each format has all that it says it has, of every sample: nothing is lost without a word.
struct FormatContentTests {
    /// What there is to be found in a trace.
    private struct Contents: Equatable {
        var calls = 0
        var events = 0
        var causes = 0
        var origins = 0
        var parts = 0
        var hops = 0
        var marks = 0
        var subscriptions = 0

        init() {}

        init(_ trace: Trace) {
            calls = trace.calls.count
            events = trace.calls.count { $0.event != nil }
            causes = trace.calls.count { $0.cause != nil }
            origins = trace.calls.count { $0.origin != nil }
            parts = trace.calls.reduce(0) { $0 + $1.parts.count }
            hops = trace.calls.count { $0.operation == .hop }
            marks = trace.calls.count { $0.operation == .mark }
            subscriptions = trace.subscriptions.count
        }
    }

    private static let traces = Samples.some.map(\.name) + ["all of them"]

    /// A sample's trace, or one that has something of everything there is to be found.
    private func trace(_ name: String) throws -> Trace {
        guard name == "all of them" else { return try TraceReader.read(SampleRun.of(name).document, named: name) }
        var calls: [Trace.Call] = []
        func call(
            _ operation: Trace.Operation, below parent: Int? = nil, cause: Int? = nil, origin: Int? = nil,
            parts: [Int] = [], thread: Int = 0, label: String? = nil, event: Trace.Event? = nil
        ) {
            calls.append(
                Trace.Call(
                    id: calls.count + 1, parent: parent, cause: cause, origin: origin, parts: parts,
                    operation: operation, node: operation == .mark || operation == .hop ? nil : 1, thread: thread,
                    label: label, subscription: 1, event: event, start: UInt64(calls.count) * 100, duration: 10))
        }
        call(.subscribe)
        call(.on, event: Trace.Event(.next, value: "a"))
        call(.on, event: Trace.Event(.next, value: "b"))
        call(.hop, label: "DispatchQueue.async")
        call(.mark, label: "halfway")
        call(.invoke, cause: 4, thread: 1)
        call(.forwardOn, below: 6, origin: 3, parts: [2, 3], thread: 1, event: Trace.Event(.next, value: "a b"))
        call(.forwardOn, below: 6, thread: 1, event: Trace.Event(.error, value: "too late"))
        call(.forwardOn, below: 6, thread: 1, event: Trace.Event(.completed))
        return Trace(
            scenario: name, threads: [Trace.Thread(id: 0, name: "main"), Trace.Thread(id: 1, name: "worker")],
            nodes: [Trace.Node(id: 1, type: "ZipSink2_", role: .sink)],
            subscriptions: [Trace.Subscription(id: 1, node: 1, ended: "completed")], calls: calls)
    }

    /// The formats that a test here or in ``PictureContentTests`` or ``OTLPContentTests`` counts, beside the tree, of
    /// which each line is compared elsewhere. A format that is new needs such a test.
    @Test func everyFormatIsCounted() {
        let counted: Set = [
            "tree", "json", "jsonl", "csv", "chrome", "perfetto", "folded", "dot", "svg", "mermaid", "marble", "otlp",
        ]
        #expect(FormatTable.formats.map(\.name).filter { !counted.contains($0) } == [])
    }

    @Test(arguments: traces, ["json", "jsonl"])
    func aDocumentHasAll(name: String, format: String) throws {
        let trace = try trace(name)
        let renderer: any TraceRenderer = format == "json" ? JSONRenderer() : JSONLinesRenderer()
        let read = try TraceReader.read(renderer.string(from: trace), named: name)
        #expect(Contents(read) == Contents(trace))
        #expect(read.calls == trace.calls)
    }

    /// Each call is a line without folding, and its marks and hops are named; an element that was kept is told by `why`.
    @Test(arguments: traces)
    func aTreeHasAll(name: String) throws {
        let trace = try trace(name)
        let lines = TreeRenderer(folds: false).string(from: trace).split(separator: "\n").dropFirst().dropLast()
        #expect(lines.count == trace.calls.count)
        #expect(lines.count { $0.contains(#/[─↳] mark "/#) } == Contents(trace).marks)
        #expect(lines.count { $0.contains(#/[─↳] hop /#) } == Contents(trace).hops)
    }

    @Test(arguments: traces)
    func aChromeTimelineHasAll(sample: String) throws {
        let trace = try trace(sample)
        let file = try ChromeFile(ChromeRenderer().string(from: trace))
        #expect(file.faults == [])
        var found = Contents()
        found.calls = file.events("X").count
        found.events = file.events("X").count { $0.arguments["event"] != nil }
        found.causes = file.events("f", "cause").count
        found.origins = file.events("f", "origin").count
        found.parts = file.events("X").reduce(0) { $0 + (($1.arguments["parts"] as? [Int])?.count ?? 0) }
        found.hops = file.events("X", "hop").count
        found.marks = file.events("i", "mark").count
        found.subscriptions = file.events("b", "subscription").count
        #expect(found == Contents(trace))
    }

    @Test(arguments: traces)
    func aPerfettoTraceHasAll(sample: String) throws {
        let trace = try trace(sample)
        let file = try PerfettoFile(PerfettoFile.bytes(of: TraceInMemory(trace)))
        #expect(file.faults == [])
        let slices = file.slices().map(\.event)
        var found = Contents()
        found.calls = slices.count
        let kinds = Trace.Event.Kind.allCases.map(\.name)
        found.events = slices.count { slice in kinds.contains { slice.annotations[$0] != nil } }
        // A flow that leads to a cause has an odd number.
        found.causes = slices.reduce(0) { $0 + $1.ends.count { !$0.isMultiple(of: 2) } }
        found.origins = slices.reduce(0) { $0 + $1.ends.count { $0.isMultiple(of: 2) } }
        found.parts = slices.reduce(0) { sum, slice in
            if case .numbers(let parts) = slice.annotations["parts"] { sum + parts.count } else { sum }
        }
        found.hops = slices.count { $0.categories == ["hop"] }
        found.marks = file.instants.count
        found.subscriptions = file.slices(ofThreads: false).count
        #expect(found == Contents(trace))
    }

    @Test(arguments: traces, OTLPRenderer.Spans.allCases)
    func spansHaveAll(sample: String, spans: OTLPRenderer.Spans) throws {
        let trace = try trace(sample)
        let file = try OTLPFile(OTLPRenderer(spans: spans).string(from: trace))
        #expect(file.faults == [])
        var found = Contents()
        found.calls = Int(file.program?.attributes["rxtrace.calls"] ?? "") ?? 0
        if spans == .calls { #expect(file.spans.count - 1 == trace.calls.count) }
        found.events = file.events.count { ["next", "error", "completed"].contains($0.name) }
        found.causes = file.events.count { $0.attributes["rxtrace.cause"] != nil }
        found.origins = file.events.count { $0.attributes["rxtrace.origin"] != nil }
        found.parts = file.events.reduce(0) { count, event in
            count + (event.attributes["rxtrace.parts"]?.split(separator: ",").count ?? 0)
        }
        found.marks = file.events.count { $0.name == "mark" }
        found.hops = file.events.count { $0.name == "hop" }
        found.subscriptions = file.spans.count { $0.attributes["rxtrace.ended"] != nil }
        #expect(found == Contents(trace))
        let values = trace.calls.compactMap { $0.event?.value }
        #expect(file.events.compactMap { $0.attributes["rxtrace.value"] }.sorted() == values.sorted())
        // Each cause leads from another span, by a link, or lies in the span itself.
        let links = file.spans.flatMap(\.links).count { $0.attributes["rxtrace.link"] != "subscribed by" }
        let homes = file.spans.flatMap { span in span.events.map { ($0.attributes["rxtrace.call"] ?? "", span.id) } }
        let home = Dictionary(uniqueKeysWithValues: homes)
        var others = 0
        for event in file.events {
            let sources =
                [event.attributes["rxtrace.cause"], event.attributes["rxtrace.origin"]].compactMap { $0 }
                + (event.attributes["rxtrace.parts"] ?? "").split(separator: ",").map(String.init)
                .filter { $0 != event.attributes["rxtrace.origin"] }
            for source in sources where home[source] != home[event.attributes["rxtrace.call"] ?? ""] { others += 1 }
        }
        #expect(links == others)
    }

    @Test(arguments: traces)
    func foldedStacksCountAllCalls(sample: String) throws {
        let trace = try trace(sample)
        func sum(_ measure: FoldedRenderer.Measure) -> Int {
            FoldedRenderer(measure: measure).string(from: trace).split(separator: "\n")
                .reduce(0) { $0 + (Int($1.split(separator: " ").last ?? "") ?? -1) }
        }
        #expect(sum(.calls) == trace.calls.count)
        var starts = Dictionary(uniqueKeysWithValues: trace.calls.map { ($0.id, Int($0.start ?? 0)) })
        var waited = 0
        for call in trace.calls {
            if let cause = call.cause, let asked = starts.removeValue(forKey: cause) {
                waited += Int(call.start ?? 0) - asked
            }
        }
        #expect(sum(.waiting) == waited)
    }

    @Test(arguments: traces)
    func aTableHasAllEvents(sample: String) throws {
        let trace = try trace(sample)
        let table = try CSVTable(CSVRenderer().string(from: trace))
        let events = trace.calls.filter { $0.event != nil }
        #expect(table.column("id") == events.map { String($0.id) })
        #expect(table.column("value") == events.map { $0.event?.value ?? "" })
        #expect(table.column("parts") == events.map { $0.parts.map(String.init).joined(separator: " ") })
        #expect(table.column("kind") == events.map { $0.event?.kind.name ?? "" })
        #expect(table.column("origin") == events.map { $0.origin.map(String.init) ?? "" })
    }
}
