import Foundation
import RxTraceKit
import RxTraceTestSupport
import Testing

@testable import RxInstrumented

/// A trace is told from others by its run, and may be part of another program's.
@Suite(.timeLimit(.generous)) struct JoinedTraceTests {
    fileprivate static let caller = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

    @Test func aTraceTellsItsRun() throws {
        let before = UInt64(Date().timeIntervalSince1970 * 1e9)
        let (one, other) = (Trace.record("one") { Trace.mark("here") }, Trace.record("other") {})
        let (run, next) = (try #require(one.run), try #require(other.run))
        #expect(run.identity.count == 32 && run.identity != next.identity)
        #expect(run.process == Int(ProcessInfo.processInfo.processIdentifier) && !run.host.isEmpty)
        // To a second: clocks are read one after the other.
        #expect(run.start + 1_000_000_000 > before)
        #expect(run.start < UInt64(Date().timeIntervalSince1970 * 1e9) + 1_000_000_000)
        #expect(one.canonical().run == nil)
    }

    @Test func theDocumentKeepsTheRun() throws {
        var trace = Trace.record("kept") { Trace.mark("here") }
        trace.run?.parent = Traceparent(Self.caller)
        for renderer in [JSONRenderer() as any TraceRenderer, JSONLinesRenderer()] {
            #expect(try TraceReader.read(renderer.string(from: trace), named: "kept").run == trace.run)
        }
        // It is one run's, as times are.
        #expect(!JSONRenderer(times: false).string(from: trace).contains("identity"))
        let damaged = #"{"format":"rxtrace","version":1,"scenario":"x","run":{"host":"h","parent":"no"},"calls":[]}"#
        #expect(try TraceReader.read(damaged, named: "damaged").run == nil)
    }

    // What a process has joined counts for all of its recordings, other tests' among them: these have one each.

    @Test(.exits) func aRecordingHandsOnItsOwnSpan() async {
        await #expect(processExitsWith: .success) { try JoinedPrograms.aRecordingHandsOnItsOwnSpan() }
    }

    @Test(.exits) func aTraceThatJoinedIsItsCallers() async {
        await #expect(processExitsWith: .success) { try JoinedPrograms.aTraceThatJoinedIsItsCallers() }
    }

    @Test(.exits) func aTextThatIsNoneChangesNothing() async {
        await #expect(processExitsWith: .success) { JoinedPrograms.aTextThatIsNoneChangesNothing() }
    }

    @Test(.exits) func aFileKeepsTheLastOneThatWasJoined() async {
        await #expect(processExitsWith: .success) { try JoinedPrograms.aFileKeepsTheLastOneThatWasJoined() }
    }
}

private enum JoinedPrograms {
    private static let caller = JoinedTraceTests.caller

    static func aRecordingHandsOnItsOwnSpan() throws {
        // The environment may have one.
        JoinedTrace.state.withLock { $0.parent = nil }
        #expect(Trace.traceparent == nil)
        var handedOn: String?
        let trace = Trace.record("caller") { handedOn = Trace.traceparent }
        let own = try #require(handedOn)
        #expect(own == trace.run?.traceparent.description)
        #expect(Traceparent(own)?.isSampled == true)
    }

    static func aTraceThatJoinedIsItsCallers() throws {
        let parent = try #require(Traceparent(caller))
        var handedOn: String?
        let trace = Trace.record("callee") {
            #expect(Trace.join(traceparent: caller))
            handedOn = Trace.traceparent
        }
        #expect(trace.run?.parent == parent)
        let own = try #require(handedOn.flatMap { Traceparent($0) })
        #expect(own.traceID == parent.traceID && own.spanID != parent.spanID)
        #expect(handedOn == trace.run?.traceparent.description)
        // Without a recording, it is handed on as it came; those that come are joined as well.
        #expect(Trace.traceparent == caller)
        #expect(Trace.record("next") {}.run?.parent == parent)
    }

    static func aTextThatIsNoneChangesNothing() {
        #expect(Trace.join(traceparent: caller))
        #expect(!Trace.join(traceparent: "00-0-0-0"))
        #expect(JoinedTrace.parent?.description == caller)
    }

    static func aFileKeepsTheLastOneThatWasJoined() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).rxtrace").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let last = caller.replacingOccurrences(of: "b7-01", with: "b8-00")
        try Trace.record("file", to: path) {
            Trace.join(traceparent: caller)
            Trace.mark("between")
            Trace.join(traceparent: last)
        }
        let read = try TraceRecording(contentsOf: path)
        #expect(read.problem == nil)
        #expect(read.run?.parent?.description == last)
    }
}
