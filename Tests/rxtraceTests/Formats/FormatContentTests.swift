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
        var marks = 0
        var hops = 0
        var subscriptions = 0

        init() {}

        init(_ trace: Trace) {
            calls = trace.calls.count
            events = trace.calls.count { $0.event != nil }
            causes = trace.calls.count { $0.cause != nil }
            origins = trace.calls.count { $0.origin != nil }
            marks = trace.calls.count { $0.operation == .mark }
            hops = trace.calls.count { $0.operation == .hop }
            subscriptions = trace.subscriptions.count
        }
    }

    private func trace(_ sample: String) throws -> Trace {
        try TraceReader.read(SampleRun.of(sample).document, named: sample)
    }

    @Test(arguments: Samples.all.map(\.name))
    func aChromeTimelineHasAll(sample: String) throws {
        let trace = try trace(sample)
        let file = try ChromeFile(ChromeRenderer().string(from: trace))
        #expect(file.faults == [])
        var found = Contents()
        found.calls = file.events("X").count
        found.events = file.events("X").count { $0.arguments["event"] != nil }
        found.causes = file.events("f", "cause").count
        found.origins = file.events("f", "origin").count
        found.marks = file.events("i", "mark").count
        found.hops = file.events("X", "hop").count
        found.subscriptions = file.events("b", "subscription").count
        #expect(found == Contents(trace))
    }

    @Test(arguments: Samples.all.map(\.name), OTLPRenderer.Spans.allCases)
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

    @Test(arguments: Samples.all.map(\.name))
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

    @Test(arguments: Samples.all.map(\.name))
    func aTableHasAllEvents(sample: String) throws {
        let trace = try trace(sample)
        let table = try CSVTable(CSVRenderer().string(from: trace))
        let events = trace.calls.filter { $0.event != nil }
        #expect(table.column("id") == events.map { String($0.id) })
        #expect(table.column("value") == events.map { $0.event?.value ?? "" })
        #expect(table.column("origin") == events.map { $0.origin.map(String.init) ?? "" })
    }
}
