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

    /// Does its work at once, as a scheduler of the main thread does there.
    private struct AtOnce: ImmediateSchedulerType {
        func schedule<State>(_ state: State, action: @escaping (State) -> any Disposable) -> any Disposable {
            action(state)
        }
    }

    /// Hands the observer on, as a relay does.
    private struct Handing: ObservableType {
        typealias Element = Int
        let relay: BehaviorRelay<Int>

        func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Int {
            relay.subscribe(observer)
        }
    }

    @Test func aRelayBelowASchedulerIsAPartOfTheOneSubscription() {
        let one = ReplayRelay<Int>.create(bufferSize: 1)
        let (publish, behavior, subject) = (PublishRelay<Int>(), BehaviorRelay(value: 1), BehaviorSubject(value: 1))
        let sources: [Observable<Int>] = [
            one.subscribe(on: AtOnce()), publish.subscribe(on: AtOnce()), behavior.subscribe(on: AtOnce()),
            subject.subscribe(on: AtOnce()), Handing(relay: behavior).subscribe(on: AtOnce()),
            publish.asObservable().subscribe(on: AtOnce()),
        ]
        for source in sources {
            let trace = Trace.record("relay", options: RecordingOptions(scope: .caused)) {
                source.subscribe(onNext: { _ in }).dispose()
            }
            #expect(trace.subscriptions.map(\.ended) == ["disposed"])
        }
    }
}
