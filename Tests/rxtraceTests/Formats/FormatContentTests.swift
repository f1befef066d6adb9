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
        var subscriptions = 0

        init() {}

        init(_ trace: Trace) {
            calls = trace.calls.count
            events = trace.calls.count { $0.event != nil }
            causes = trace.calls.count { $0.cause != nil }
            origins = trace.calls.count { $0.origin != nil }
            marks = trace.calls.count { $0.operation == .mark }
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
        found.subscriptions = file.events("b", "subscription").count
        #expect(found == Contents(trace))
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
