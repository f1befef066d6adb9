import RxTraceKit
import RxTraceTestSupport
import Testing

/// A lane has what its operator handed on for the subscription it is drawn for, and that alone.
struct MarbleProgramTests {
    @Test(arguments: MarbleProgram.all)
    func marblesAreThoseOfTheSubscription(program: MarbleProgram) {
        var trace = program.trace()
        // Wherever in the file the program stands.
        for index in trace.nodes.indices { trace.nodes[index].site = nil }
        for index in trace.subscriptions.indices { trace.subscriptions[index].site = nil }
        #expect(MarbleRenderer().string(from: trace) == "\(program.name)\n\n\(program.marbles)\n")
    }
}
