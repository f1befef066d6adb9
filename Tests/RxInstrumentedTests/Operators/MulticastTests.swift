import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct MulticastTests {
    let scheduler = TestScheduler()

    private func doubled(_ source: TestableObservable<Int>) -> Observable<Int> {
        source.multicast(
            { PublishSubject<Int>() }, selector: { shared in Observable.zip(shared, shared) { $0 + $1 } })
    }

    @Test func neverSendsNothing() {
        let source = scheduler.hot(next(150, 1))
        #expect(scheduler.run { doubled(source) }.isEmpty)
        #expect(source.subscriptions == [Subscribed(200, 1000)])
    }

    @Test func emptyCompletes() {
        let source = scheduler.hot(completed(220, Int.self))
        #expect(scheduler.run { doubled(source) } == [completed(220)])
    }

    @Test func theSourceIsSubscribedOnce() {
        let source = scheduler.hot(next(210, 1), next(220, 2), completed(230))
        #expect(scheduler.run { doubled(source) } == [next(210, 2), next(220, 4), completed(230)])
        #expect(source.subscriptions == [Subscribed(200, 230)])
    }

    @Test func errorIsPassedOn() {
        let source = scheduler.hot(next(210, 1), error(220, TestError()))
        #expect(scheduler.run { doubled(source) } == [next(210, 2), error(220, TestError())])
        #expect(source.subscriptions == [Subscribed(200, 220)])
    }

    @Test func disposeEndsTheSubscription() {
        let source = scheduler.hot(next(210, 1), next(260, 2))
        #expect(scheduler.run(disposed: 250) { doubled(source) } == [next(210, 2)])
        #expect(source.subscriptions == [Subscribed(200, 250)])
    }

    @Test func anErrorThrownByTheSubjectSelectorEndsTheSequence() {
        let source = scheduler.hot(next(210, 1))
        let events = scheduler.run {
            source.multicast({ () throws -> PublishSubject<Int> in throw TestError("subject") }, selector: { $0 })
        }
        #expect(events == [error(200, TestError("subject"))])
        #expect(source.subscriptions.isEmpty)
    }

    @Test func anErrorThrownByTheSelectorEndsTheSequence() {
        let source = scheduler.hot(next(210, 1))
        let events = scheduler.run {
            source.multicast(
                { PublishSubject<Int>() }, selector: { _ -> Observable<Int> in throw TestError("selector") })
        }
        #expect(events == [error(200, TestError("selector"))])
        #expect(source.subscriptions.isEmpty)
    }

    @Test func callsAreThoseOfRxSwift() {
        let calls = chain {
            _ = Observable.just(1).multicast({ PublishSubject<Int>() }, selector: { $0 }).subscribe(onNext: { _ in })
        }
        #expect(
            calls
                == rows(
                    """
                    create Just
                    create Multicast
                    subscribe Multicast
                      subscribe Multicast
                        schedule CurrentThreadScheduler
                          run Multicast
                            run MulticastSink
                              handler subjectSelector
                                create PublishSubject
                              create ConnectableObservableAdapter
                              handler selector
                              subscribe ConnectableObservableAdapter
                                subscribe PublishSubject
                              connect ConnectableObservableAdapter
                                subscribe Just
                                  on Connection next(1)
                                    on PublishSubject next(1)
                                      on MulticastSink next(1)
                                        forwardOn MulticastSink next(1)
                                          on AnonymousObserver next(1)
                                            onCore AnonymousObserver next(1)
                                              handler onNext
                                  on Connection completed
                                    dispose Connection
                                      dispose SingleAssignmentDisposable
                                    on PublishSubject completed
                                      on MulticastSink completed
                                        forwardOn MulticastSink completed
                                          on AnonymousObserver completed
                                            onCore AnonymousObserver completed
                                        dispose MulticastSink
                                          dispose SinkDisposer
                          dispose MulticastSink
                            dispose SinkDisposer
                          dispose BinaryDisposable
                            dispose SubscriptionDisposable
                            dispose Connection
                    """))
    }
}
