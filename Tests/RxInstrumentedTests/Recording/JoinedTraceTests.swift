import Foundation
import RxTraceKit
import Testing

@testable import RxInstrumented

/// A trace is told from others by its run, and may be part of another program's.
@Suite(.serialized) struct JoinedTraceTests {
    private static let caller = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

    /// Leaves the process as it was.
    private func apart<Result>(_ body: () throws -> Result) rethrows -> Result {
        let before = JoinedTrace.parent
        defer { JoinedTrace.state.withLock { $0.parent = before } }
        return try body()
    }

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

    @Test func aRecordingHandsOnItsOwnSpan() {
        apart {
            JoinedTrace.state.withLock { $0.parent = nil }
            #expect(Trace.traceparent == nil)
            var handedOn: String?
            let trace = Trace.record("caller") { handedOn = Trace.traceparent }
            #expect(handedOn == trace.run?.traceparent.description)
            #expect(handedOn.flatMap { Traceparent($0) }?.isSampled == true)
        }
    }

    @Test func aTraceThatJoinedIsItsCallers() throws {
        try apart {
            let parent = try #require(Traceparent(Self.caller))
            var handedOn: String?
            let trace = Trace.record("callee") {
                #expect(Trace.join(traceparent: Self.caller))
                handedOn = Trace.traceparent
            }
            #expect(trace.run?.parent == parent)
            let own = try #require(handedOn.flatMap { Traceparent($0) })
            #expect(own.traceID == parent.traceID && own.spanID != parent.spanID)
            #expect(handedOn == trace.run?.traceparent.description)
            // Without a recording, it is handed on as it came; those that come are joined as well.
            #expect(Trace.traceparent == Self.caller)
            #expect(Trace.record("next") {}.run?.parent == parent)
        }
    }

    @Test func aTextThatIsNoneChangesNothing() {
        apart {
            #expect(Trace.join(traceparent: Self.caller))
            #expect(!Trace.join(traceparent: "00-0-0-0"))
            #expect(JoinedTrace.parent?.description == Self.caller)
        }
    }

    @Test func aFileKeepsTheLastOneThatWasJoined() throws {
        try apart {
            let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).rxtrace").path
            defer { try? FileManager.default.removeItem(atPath: path) }
            let last = Self.caller.replacingOccurrences(of: "b7-01", with: "b8-00")
            try Trace.record("file", to: path) {
                Trace.join(traceparent: Self.caller)
                Trace.mark("between")
                Trace.join(traceparent: last)
            }
            let read = try TraceRecording(contentsOf: path)
            #expect(read.problem == nil)
            #expect(read.run?.parent?.description == last)
        }
    }
}
