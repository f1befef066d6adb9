import RxInstrumented
import RxRelay
import RxTraceKit
import Testing

@Suite struct RelayTraceTests {
    @Test func aTraceShowsTheRelayAndNotTheSubjectWithinIt() {
        let trace = Trace.record("relays", options: RecordingOptions(scope: .caused)) {
            let publish = PublishRelay<Int>()
            let behavior = BehaviorRelay(value: 1)
            let one = ReplayRelay<Int>.create(bufferSize: 1)
            let binding = publish.asObservable().bind(to: behavior)
            publish.accept(2)
            one.accept(3)
            binding.dispose()
            _ = ReplayRelay<Int>.create(bufferSize: 2)
            _ = ReplayRelay<Int>.createUnbound()
        }
        let relays = trace.nodes.filter { $0.role == .subject }
        #expect(
            relays.map(\.generic) == [
                "PublishRelay<Int>", "BehaviorRelay<Int>", "ReplayRelay<Int>", "ReplayRelay<Int>", "ReplayRelay<Int>",
            ])
        let types = Set(trace.nodes.map(\.type) + trace.calls.compactMap(\.type))
        #expect(!types.contains { $0.hasSuffix("Subject") || $0 == "ReplayOne" })
        let tree = TreeRenderer().string(from: trace)
        #expect(tree.contains("on PublishRelay next(2)"))
        #expect(tree.contains("on BehaviorRelay next(2)"))
    }
}
