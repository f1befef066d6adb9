import ReactiveObjC
import RxInstrumented
import RxTraceKit
import Testing

/// The calls the article explains, as a recording shows them.
@Suite struct RACSignalChainTests {
    @Test func aPassthroughSubscriberStandsBetweenTheSignalAndTheUser() {
        let calls = racChain {
            RACSignal<Int>.createSignal { subscriber in
                subscriber.sendNext(1)
                subscriber.sendCompleted()
                subscriber.sendNext(2)
                return RACDisposable {}
            }
            .subscribeNext({ _ in }, completed: {})
        }
        #expect(
            calls
                == rows(
                    """
                    create RACDynamicSignal
                    subscribe RACDynamicSignal
                      subscribe RACDynamicSignal
                        schedule RACSubscriptionScheduler
                          handler didSubscribe
                            forwardOn RACPassthroughSubscriber next(1)
                              on RACSubscriber next(1)
                                handler nextBlock
                            forwardOn RACPassthroughSubscriber completed
                              on RACSubscriber completed
                                dispose RACCompoundDisposable
                                  dispose RACDisposable
                                  dispose RACCompoundDisposable
                                    dispose RACDisposable
                                handler completedBlock
                            forwardOn RACPassthroughSubscriber next(2)
                          insert RACCompoundDisposable
                            dispose RACDisposable
                              handler disposeBlock
                    """))
    }

    @Test func anErrorDisposesBeforeItsBlockRuns() {
        let calls = racChain {
            RACSignal<Int>.error(RACFailure()).subscribeNext({ _ in }, error: { _ in })
        }
        #expect(
            calls
                == rows(
                    """
                    create RACErrorSignal
                    subscribe RACErrorSignal
                      schedule RACSubscriptionScheduler
                        on RACSubscriber error(failure)
                          dispose RACCompoundDisposable
                            dispose RACDisposable
                          handler errorBlock
                    """))
    }

    @Test func theReleaseOfASubscriberIsSeenWhereItEndsASubscription() {
        let calls = racChain {
            RACSignal<Int>.createSignal { _ in RACDisposable {} }.subscribeNext { _ in }
        }
        #expect(
            calls
                == rows(
                    """
                    create RACDynamicSignal
                    subscribe RACDynamicSignal
                      subscribe RACDynamicSignal
                        schedule RACSubscriptionScheduler
                          handler didSubscribe
                          insert RACCompoundDisposable
                    deinit RACSubscriber
                      dispose RACCompoundDisposable
                        dispose RACDisposable
                        dispose RACCompoundDisposable
                          dispose RACDisposable
                          dispose RACDisposable
                            handler disposeBlock
                    """))
    }

    @Test func aMapIsBoundToReturnSignals() {
        let calls = racChain { RACSignal.return(1).map { $0 + 1 }.subscribeNext { _ in } }
        #expect(
            calls
                == rows(
                    """
                    create RACReturnSignal
                    create RACDynamicSignal
                    subscribe RACDynamicSignal
                      subscribe RACDynamicSignal
                        schedule RACSubscriptionScheduler
                          subscribe RACReturnSignal
                            schedule RACSubscriptionScheduler
                              on RACSubscriber next(1)
                                handler mapBlock
                                create RACReturnSignal
                                subscribe RACReturnSignal
                                  schedule RACSubscriptionScheduler
                                    on RACSubscriber next(2)
                                      forwardOn RACPassthroughSubscriber next(2)
                                        on RACSubscriber next(2)
                                          handler nextBlock
                                    on RACSubscriber completed
                                      dispose RACCompoundDisposable
                                        dispose RACDisposable
                              on RACSubscriber completed
                                dispose RACCompoundDisposable
                                  dispose RACDisposable
                                forwardOn RACPassthroughSubscriber completed
                                  on RACSubscriber completed
                                    dispose RACCompoundDisposable
                                      dispose RACDisposable
                                      dispose RACCompoundDisposable
                                        dispose RACDisposable
                                dispose RACCompoundDisposable
                                  dispose RACSerialDisposable
                          insert RACCompoundDisposable
                    """))
    }

    @Test func subscriptionsAreFoundAndEndForTheirReason() throws {
        let trace = try #require(
            scheduled {
                Trace.record("test", options: RecordingOptions(scope: .caused)) {
                    sending(1).map { $0 }.subscribeNext { _ in }
                    failing(after: 1).subscribeNext { _ in }
                    RACSubject<Int>().subscribeNext { _ in }?.dispose()
                    RACSignal<Int>.createSignal { subscriber in
                        sending(1, 2).subscribe(subscriber)
                        return nil
                    }
                    .subscribeNext { _ in }
                }
            })
        let ofTheUser = trace.subscriptions.filter { $0.parent == nil }
        #expect(ofTheUser.map(\.ended) == ["completed", "error", "disposed", "completed"])
        #expect(trace.subscriptions.allSatisfy { $0.ended != nil })
        let events = trace.calls.filter { $0.operation == .forwardOn || $0.operation == .on }
        #expect(events.allSatisfy { $0.subscription != nil })
    }

    @Test func sitesAreTheUsersOwnLines() throws {
        var (createLine, subscribeLine) = (0, 0)
        // Not inside of a macro, where lines are counted from its beginning.
        let recorded = scheduled {
            Trace.record("test", options: RecordingOptions(scope: .caused)) {
                createLine = #line + 1
                let signal = RACSignal.return(1).map { $0 }
                subscribeLine = #line + 1
                signal.subscribeNext { _ in }
            }
        }
        let trace = try #require(recorded)
        #expect(trace.nodes.compactMap(\.site?.line) == [createLine, createLine])
        #expect(trace.subscriptions.first?.site?.line == subscribeLine)
        #expect(trace.calls.filter { $0.operation == .create }.prefix(2).map(\.label) == ["return", "map"])
    }

    @Test func aNameGivenLaterIsTheNodes() throws {
        let trace = Trace.record("test", options: RecordingOptions(scope: .caused)) {
            RACSignal<Int>.never().setName("login")
        }
        #expect(trace.nodes.map(\.name) == ["login"])
    }
}
