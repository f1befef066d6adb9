import Foundation
import RxTraceKit
import RxTraceTestSupport
import Testing

@testable import rxtrace

/// The traces of several processes are one, by `TRACEPARENT`.
struct JoinedProcessTests {
    @Test func aProcessJoinsTheTraceOfItsEnvironment() throws {
        let folder = try TemporaryFolder()
        func spans(_ name: String, traceparent: String?) throws -> OTLPFile {
            let recording = folder.path("\(name).rxtrace")
            let environment = ["RXTRACE": recording, "TRACEPARENT": traceparent]
            let run = try BuiltCommand.run(["json", "retry"], environment: environment.compactMapValues { $0 })
            #expect(run.status == 0)
            return try OTLPFile(BuiltCommand.run(["otlp", recording]).output)
        }
        let caller = try spans("caller", traceparent: nil)
        let own = try #require(caller.program)
        #expect(own.parent == nil)
        let callee = try spans("callee", traceparent: "00-\(own.trace)-\(own.id)-01")
        #expect(callee.program?.parent == own.id)
        #expect(Set(callee.spans.map(\.trace)) == [own.trace])
        #expect(Set(callee.spans.map(\.id)).isDisjoint(with: caller.spans.map(\.id)))
        #expect(callee.faults == [])
        // One that is none is passed over.
        #expect(try spans("stranger", traceparent: "none").program?.parent == nil)
    }
}
