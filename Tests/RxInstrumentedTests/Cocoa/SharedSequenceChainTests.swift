import RxCocoa
import RxInstrumented
import RxTraceKit
import Testing

/// The calls that are recorded of drivers and signals, as RxSwift makes them.
@MainActor @Suite(.serialized) struct SharedSequenceChainTests {
    @Test func aRelayDrivenThroughAMap() {
        let relay = BehaviorRelay(value: 1)
        let calls = chain {
            relay.asDriver().map { $0 * 10 }.drive(onNext: { _ in }).dispose()
        }
        #expect(
            calls
                == rows(
                    """
                    create ObserveOnSerialDispatchQueue
                    create ShareReplay1WhileConnected
                    create Map
                    create ShareReplay1WhileConnected
                    subscribe ShareReplay1WhileConnected
                      subscribe ShareReplay1WhileConnected
                        connect ShareReplay1WhileConnectedConnection
                          subscribe Map
                            schedule CurrentThreadScheduler
                              run Map
                                subscribe ShareReplay1WhileConnected
                                  connect ShareReplay1WhileConnectedConnection
                                    subscribe ObserveOnSerialDispatchQueue
                                      run ObserveOnSerialDispatchQueue
                                        subscribe BehaviorRelay
                                          on ObserveOnSerialDispatchQueueSink next(1)
                                            onCore ObserveOnSerialDispatchQueueSink next(1)
                                              schedule MainScheduler
                                                on ShareReplay1WhileConnectedConnection next(1)
                                                  on MapSink next(1)
                                                    handler transform
                                                    forwardOn MapSink next(10)
                                                      on ShareReplay1WhileConnectedConnection next(10)
                                                        on AnonymousObserver next(10)
                                                          onCore AnonymousObserver next(10)
                                                            handler onNext
                    dispose BinaryDisposable
                      dispose SubscriptionDisposable
                        dispose SingleAssignmentDisposable
                          dispose SinkDisposer
                            dispose MapSink
                              dispose SinkDisposer
                            dispose SubscriptionDisposable
                              dispose SingleAssignmentDisposable
                                dispose SinkDisposer
                                  dispose ObserveOnSerialDispatchQueueSink
                                    dispose SinkDisposer
                                  dispose SubscriptionDisposable
                    """))
    }

    @Test func aSignalHandedToARelay() {
        let relay = PublishRelay<Int>()
        let target = PublishRelay<Int>()
        let calls = chain {
            let subscription = relay.asSignal().emit(to: target)
            relay.accept(1)
            subscription.dispose()
        }
        #expect(
            calls
                == rows(
                    """
                    create ObserveOnSerialDispatchQueue
                    create ShareWhileConnected
                    subscribe ShareWhileConnected
                      subscribe ShareWhileConnected
                        connect ShareWhileConnectedConnection
                          subscribe ObserveOnSerialDispatchQueue
                            schedule CurrentThreadScheduler
                              run ObserveOnSerialDispatchQueue
                                subscribe PublishRelay
                    on PublishRelay next(1)
                      on ObserveOnSerialDispatchQueueSink next(1)
                        onCore ObserveOnSerialDispatchQueueSink next(1)
                          schedule MainScheduler
                            on ShareWhileConnectedConnection next(1)
                              on AnonymousObserver next(1)
                                onCore AnonymousObserver next(1)
                                  on PublishRelay next(1)
                    dispose BinaryDisposable
                      dispose SubscriptionDisposable
                        dispose SingleAssignmentDisposable
                          dispose SinkDisposer
                            dispose ObserveOnSerialDispatchQueueSink
                              dispose SinkDisposer
                            dispose SubscriptionDisposable
                    """))
    }

    @Test func namesAreShown() {
        let trace = Trace.record("named", options: RecordingOptions(scope: .caused)) {
            Driver.just(1).map { $0 + 1 }.traced("next number").drive().dispose()
        }
        #expect(trace.nodes.filter { $0.name == "next number" }.map(\.type) == ["ShareReplay1WhileConnected"])
    }
}
