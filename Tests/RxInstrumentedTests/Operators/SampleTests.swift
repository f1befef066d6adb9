import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct SampleTests {
    let scheduler = TestScheduler()

    private func sample(
        _ source: TestableObservable<Int>, _ sampler: TestableObservable<String>, defaultValue: Int? = nil,
        disposed: Int = 1000
    ) -> [Timed<Int>] {
        scheduler.run(disposed: disposed) { source.sample(sampler, defaultValue: defaultValue) }
    }

    @Test func theLatestIsPassedOnAtEachSample() {
        let source = scheduler.hot(next(210, 1), next(220, 2), next(240, 3), completed(300))
        let sampler = scheduler.hot(next(230, "a"), next(235, "b"), next(250, "c"), next(400, "d"))
        #expect(sample(source, sampler) == [next(230, 2), next(250, 3), completed(400)])
        #expect(source.subscriptions == [Subscribed(200, 300)])
        #expect(sampler.subscriptions == [Subscribed(200, 400)])
    }

    @Test func theSamplersCompletionSamplesToo() {
        let source = scheduler.hot(next(210, 1), next(240, 2))
        let sampler = scheduler.hot(next(230, "a"), completed(250))
        #expect(sample(source, sampler) == [next(230, 1), next(250, 2)])
        #expect(source.subscriptions == [Subscribed(200, 1000)])
    }

    @Test func theLastElementIsSampledAfterTheSourceCompleted() {
        let source = scheduler.hot(next(210, 1), completed(220))
        let sampler = scheduler.hot(completed(230), next(150, "x"))
        #expect(sample(source, sampler) == [next(230, 1), completed(230)])
    }

    @Test func theDefaultStandsInForAnElement() {
        let source = scheduler.hot(next(220, 1), completed(400))
        let sampler = scheduler.hot(next(210, "a"), next(230, "b"), next(240, "c"), next(410, "d"))
        #expect(
            sample(source, sampler, defaultValue: 0)
                == [next(210, 0), next(230, 1), next(240, 0), next(410, 0), completed(410)])
    }

    @Test func anErrorOfEitherIsPassedOn() {
        let source = scheduler.hot(next(210, 1), error(220, TestError("source")))
        let sampler = scheduler.hot(next(230, "a"))
        #expect(sample(source, sampler) == [error(220, TestError("source"))])
        #expect(sampler.subscriptions == [Subscribed(200, 220)])
    }

    @Test func anErrorOfTheSamplerEndsTheSource() {
        let source = scheduler.hot(next(210, 1))
        let sampler = scheduler.hot(next(220, "a"), error(230, TestError("sampler")))
        #expect(sample(source, sampler) == [next(220, 1), error(230, TestError("sampler"))])
        #expect(source.subscriptions == [Subscribed(200, 230)])
    }

    @Test func disposeEndsBoth() {
        let source = scheduler.hot(next(210, 1))
        let sampler = scheduler.hot(next(220, "a"))
        #expect(sample(source, sampler, disposed: 215).isEmpty)
        #expect(source.subscriptions == [Subscribed(200, 215)])
        #expect(sampler.subscriptions == [Subscribed(200, 215)])
    }

    @Test func chainOfASample() {
        let calls = chain {
            let source = PublishSubject<Int>()
            let sampler = PublishSubject<Bool>()
            _ = source.sample(sampler).subscribe(onNext: { _ in })
            source.onNext(1)
            sampler.onNext(true)
            source.onCompleted()
            sampler.onCompleted()
        }
        #expect(
            calls
                == rows(
                    """
                    create PublishSubject
                    create PublishSubject
                    create Sample
                    subscribe Sample
                      subscribe Sample
                        schedule CurrentThreadScheduler
                          run Sample
                            run SampleSequenceSink
                              subscribe PublishSubject
                              subscribe PublishSubject
                    on PublishSubject next(1)
                      on SampleSequenceSink next(1)
                    on PublishSubject next(true)
                      on SamplerSink next(true)
                        forwardOn SampleSequenceSink next(1)
                          on AnonymousObserver next(1)
                            onCore AnonymousObserver next(1)
                              handler onNext
                    on PublishSubject completed
                      on SampleSequenceSink completed
                        dispose SingleAssignmentDisposable
                          dispose SubscriptionDisposable
                    on PublishSubject completed
                      on SamplerSink completed
                        forwardOn SampleSequenceSink completed
                          on AnonymousObserver completed
                            onCore AnonymousObserver completed
                        dispose SampleSequenceSink
                          dispose SinkDisposer
                            dispose SampleSequenceSink
                              dispose SinkDisposer
                            dispose BinaryDisposable
                              dispose SingleAssignmentDisposable
                              dispose SubscriptionDisposable
                    """))
    }
}
