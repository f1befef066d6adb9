import Foundation
import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct ConcatTests {
    let scheduler = TestScheduler()

    @Test func theSecondFollowsTheFirst() {
        let first = scheduler.cold(next(10, 1), completed(50))
        let second = scheduler.cold(next(10, 2), completed(30))
        #expect(scheduler.run { first.concat(second) } == [next(210, 1), next(260, 2), completed(280)])
        #expect(first.subscriptions == [Subscribed(200, 250)])
        #expect(second.subscriptions == [Subscribed(250, 280)])
    }

    @Test func neverLeavesTheSecondAlone() {
        let first = scheduler.hot(next(150, 1))
        let second = scheduler.cold(next(10, 2))
        #expect(scheduler.run { first.concat(second) }.isEmpty)
        #expect(first.subscriptions == [Subscribed(200, 1000)])
        #expect(second.subscriptions.isEmpty)
    }

    @Test func nothingCompletes() {
        #expect(scheduler.run { Observable<Int>.concat([]) } == [completed(200)])
    }

    @Test func anErrorEndsTheWhole() {
        let first = scheduler.cold(next(10, 1), error(50, TestError()))
        let second = scheduler.cold(next(10, 2))
        #expect(scheduler.run { first.concat(second) } == [next(210, 1), error(250, TestError())])
        #expect(first.subscriptions == [Subscribed(200, 250)])
        #expect(second.subscriptions.isEmpty)
    }

    @Test func disposeEndsTheCurrentOne() {
        let first = scheduler.cold(next(10, 1), completed(20))
        let second = scheduler.cold(next(10, 2), next(100, 3))
        #expect(scheduler.run(disposed: 250) { first.concat(second) } == [next(210, 1), next(230, 2)])
        #expect(second.subscriptions == [Subscribed(220, 250)])
    }

    @Test func aSequenceIsReadAsItIsNeeded() {
        let first = scheduler.cold(next(10, 1), completed(20))
        var read: [Int] = []
        let sources = (0..<3).lazy.map { number -> Observable<Int> in
            read.append(self.scheduler.clock)
            return first.asObservable()
        }
        let events = scheduler.run { Observable.concat(AnySequence(sources)) }
        #expect(events == [next(210, 1), next(230, 1), next(250, 1), completed(260)])
        #expect(read == [200, 220, 240])
    }

    @Test func formsAndNesting() {
        var seen: [Int] = []
        func see(_ observable: Observable<Int>) -> [Int] {
            seen = []
            _ = observable.subscribe(onNext: { seen.append($0) }, onCompleted: { seen.append(0) })
            return seen
        }
        #expect(see(.concat(.just(1), .just(2), .empty(), .just(3))) == [1, 2, 3, 0])
        #expect(see(Observable.just(1).concat(Observable.just(2)).concat(Observable.just(3))) == [1, 2, 3, 0])
        #expect(see(Observable.just(1).concat(Observable.just(2).concat(Observable.just(3)))) == [1, 2, 3, 0])
    }

    @Test func theStackDoesNotGrow() {
        var count = 0
        var isCompleted = false
        onSmallStack {
            _ = Observable.concat(Array(repeating: Observable.just(1), count: 100_000)).subscribe(
                onNext: { count += $0 }, onCompleted: { isCompleted = true })
        }
        #expect(count == 100_000)
        #expect(isCompleted)
    }

    @Test func chainOfNestedOnesIsFlat() {
        let made = chain {
            _ = Observable.just(1).concat(Observable.just(2)).concat(Observable.just(3)).subscribe(onNext: { _ in })
        }
        #expect(
            made
                == rows(
                    """
                    create Just
                    create Just
                    create Concat
                    create Just
                    create Concat
                    subscribe Concat
                      subscribe Concat
                        schedule CurrentThreadScheduler
                          run Concat
                            run ConcatSink
                              subscribe Just
                                on ConcatSink next(1)
                                  forwardOn ConcatSink next(1)
                                    on AnonymousObserver next(1)
                                      onCore AnonymousObserver next(1)
                                        handler onNext
                                on ConcatSink completed
                              dispose SingleAssignmentDisposable
                              subscribe Just
                                on ConcatSink next(2)
                                  forwardOn ConcatSink next(2)
                                    on AnonymousObserver next(2)
                                      onCore AnonymousObserver next(2)
                                        handler onNext
                                on ConcatSink completed
                              dispose SingleAssignmentDisposable
                              subscribe Just
                                on ConcatSink next(3)
                                  forwardOn ConcatSink next(3)
                                    on AnonymousObserver next(3)
                                      onCore AnonymousObserver next(3)
                                        handler onNext
                                on ConcatSink completed
                              forwardOn ConcatSink completed
                                on AnonymousObserver completed
                                  onCore AnonymousObserver completed
                              dispose ConcatSink
                                dispose SinkDisposer
                                dispose SerialDisposable
                                  dispose SingleAssignmentDisposable
                                dispose AsyncLock
                          dispose ConcatSink
                            dispose SinkDisposer
                            dispose SerialDisposable
                            dispose AsyncLock
                          dispose SerialDisposable
                    """))
    }

    @Test func chainOfAHotOne() {
        let first = PublishSubject<Int>()
        let made = chain {
            let subscription = first.concat(Observable<Int>.never()).subscribe(onNext: { _ in })
            first.onCompleted()
            subscription.dispose()
        }
        #expect(
            made
                == rows(
                    """
                    create NeverProducer
                    create Concat
                    subscribe Concat
                      subscribe Concat
                        schedule CurrentThreadScheduler
                          run Concat
                            run ConcatSink
                              subscribe PublishSubject
                    on PublishSubject completed
                      on ConcatSink completed
                        dispose SingleAssignmentDisposable
                          dispose SubscriptionDisposable
                        subscribe NeverProducer
                    dispose BinaryDisposable
                      dispose SinkDisposer
                        dispose ConcatSink
                          dispose SinkDisposer
                          dispose SerialDisposable
                            dispose SingleAssignmentDisposable
                          dispose AsyncLock
                        dispose SerialDisposable
                    """))
    }
}
