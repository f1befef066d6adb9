import RxTraceKit
import Testing

struct RelayedSubjectTests {
    @Test(arguments: [("PublishRelay", "PublishSubject"), ("BehaviorRelay", "BehaviorSubject")])
    func aDocumentTellsTheSubjectWithinARelayAndATraceTheRelay(relay: String, subject: String) throws {
        var trace = Trace(scenario: "relay")
        trace.threads = [Trace.Thread(id: 0, name: "main")]
        trace.nodes = [
            Trace.Node(id: 1, type: relay, role: .subject), Trace.Node(id: 2, type: "Map", role: .observable),
        ]
        trace.calls = [1, 2].map { node in
            var call = Trace.Call(id: node, operation: .create)
            call.node = node
            return call
        }
        let text = JSONRenderer().string(from: trace)
        #expect(text.contains("\"type\":\"\(subject)\"") || text.contains("\"type\": \"\(subject)\""))
        #expect(text.contains("\"\(relay)\""))
        #expect(try TraceReader.read(text, named: "text") == trace)
    }
}
