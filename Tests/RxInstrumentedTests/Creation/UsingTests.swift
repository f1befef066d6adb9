import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct UsingTests {
    let scheduler = TestScheduler()

    private final class Resource: Disposable {
        let scheduler: TestScheduler
        var disposals: [Int] = []
        init(_ scheduler: TestScheduler) { self.scheduler = scheduler }
        func dispose() { disposals.append(scheduler.clock) }
    }

    @Test func theResourceIsDisposedAtTheEnd() {
        let resource = Resource(scheduler)
        let source = scheduler.cold(next(10, 1), completed(20))
        let events = scheduler.run { .using({ resource }, observableFactory: { _ in source.asObservable() }) }
        #expect(events == [next(210, 1), completed(220)])
        #expect(resource.disposals == [220])
        #expect(source.subscriptions == [Subscribed(200, 220)])
    }

    @Test func andAtAnError() {
        let resource = Resource(scheduler)
        let source = scheduler.cold(next(10, 1), error(20, TestError()))
        let events = scheduler.run { .using({ resource }, observableFactory: { _ in source.asObservable() }) }
        #expect(events == [next(210, 1), error(220, TestError())])
        #expect(resource.disposals == [220])
    }

    @Test func andWhenDisposed() {
        let resource = Resource(scheduler)
        let events = scheduler.run(disposed: 250) {
            Observable<Int>.using({ resource }, observableFactory: { _ in .never() })
        }
        #expect(events.isEmpty)
        #expect(resource.disposals == [250])
    }

    @Test func aResourceThatCannotBeMade() {
        var made = 0
        let events = scheduler.run {
            Observable<Int>.using(
                { () throws -> Resource in throw TestError("resource") },
                observableFactory: { _ in
                    made += 1
                    return .just(1)
                })
        }
        #expect(events == [error(200, TestError("resource"))])
        #expect(made == 0)
    }

    @Test func anObservableThatCannotBeMade() {
        let resource = Resource(scheduler)
        let events = scheduler.run {
            Observable<Int>.using({ resource }, observableFactory: { _ in throw TestError("observable") })
        }
        #expect(events == [error(200, TestError("observable"))])
        #expect(resource.disposals == [200])
    }

    @Test func chainOfOneElement() {
        let made = chain {
            _ = Observable<Int>.using({ SerialDisposable() }, observableFactory: { _ in .just(1) })
                .subscribe(onNext: { _ in })
        }
        #expect(
            made
                == rows(
                    """
                    create Using
                    subscribe Using
                      subscribe Using
                        schedule CurrentThreadScheduler
                          run Using
                            run UsingSink
                              handler resourceFactory
                              handler observableFactory
                                create Just
                              subscribe Just
                                on UsingSink next(1)
                                  forwardOn UsingSink next(1)
                                    on AnonymousObserver next(1)
                                      onCore AnonymousObserver next(1)
                                        handler onNext
                                on UsingSink completed
                                  forwardOn UsingSink completed
                                    on AnonymousObserver completed
                                      onCore AnonymousObserver completed
                                  dispose UsingSink
                                    dispose SinkDisposer
                          dispose UsingSink
                            dispose SinkDisposer
                          dispose BinaryDisposable
                            dispose SerialDisposable
                    """))
    }

    @Test func chainOfAThrowingFactory() {
        let made = chain {
            _ = Observable<Int>.using({ SerialDisposable() }, observableFactory: { _ in throw TestError() })
                .subscribe(onError: { _ in })
        }
        #expect(
            made.dropFirst(6)
                == rows(
                    """
                              handler resourceFactory
                              handler observableFactory
                              create ErrorProducer
                              subscribe ErrorProducer
                                on UsingSink error(TestError(test))
                                  forwardOn UsingSink error(TestError(test))
                                    on AnonymousObserver error(TestError(test))
                                      onCore AnonymousObserver error(TestError(test))
                                        handler onError
                                  dispose UsingSink
                                    dispose SinkDisposer
                          dispose UsingSink
                            dispose SinkDisposer
                          dispose BinaryDisposable
                            dispose SerialDisposable
                    """)[...])
    }
}
