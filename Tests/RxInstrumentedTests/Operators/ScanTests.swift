import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct ScanTests {
    let scheduler = TestScheduler()

    @Test func accumulatedValuesAreSent() {
        let source = scheduler.hot(next(150, 1), next(210, 2), next(220, 3), next(230, 4), completed(300))
        let events = scheduler.run { source.scan(10) { $0 + $1 } }
        #expect(events == [next(210, 12), next(220, 15), next(230, 19), completed(300)])
        #expect(source.subscriptions == [Subscribed(200, 300)])
    }

    @Test func valuesAreAccumulatedInPlace() {
        let source = scheduler.hot(next(210, 2), next(220, 3), completed(300))
        let events = scheduler.run { source.scan(into: [1]) { $0.append($1) } }
        #expect(events == [next(210, [1, 2]), next(220, [1, 2, 3]), completed(300)])
    }

    @Test func aThrownErrorEndsTheSequence() {
        let source = scheduler.hot(next(210, 2), next(220, 3), next(230, 4))
        let events = scheduler.run {
            source.scan(0) { accumulated, element in
                if element == 3 { throw TestError() }
                return accumulated + element
            }
        }
        #expect(events == [next(210, 2), error(220, TestError())])
        #expect(source.subscriptions == [Subscribed(200, 220)])
    }

    @Test func anErrorThrownInPlaceEndsTheSequence() {
        let source = scheduler.hot(next(210, 2), next(220, 3), next(230, 4))
        let events = scheduler.run {
            source.scan(into: 0) { accumulated, element in
                accumulated += element
                if element == 3 { throw TestError() }
            }
        }
        #expect(events == [next(210, 2), error(220, TestError())])
        #expect(source.subscriptions == [Subscribed(200, 220)])
    }

    @Test func eachSubscriptionStartsFromTheSeed() {
        let observable = Observable.of(1, 2).scan(0) { $0 + $1 }
        var values: [Int] = []
        _ = observable.subscribe(onNext: { values.append($0) })
        _ = observable.subscribe(onNext: { values.append($0) })
        #expect(values == [1, 3, 1, 3])
    }

    @Test func theChain() {
        let recorded = chain {
            _ = Observable.just(1).scan(1) { $0 + $1 }.subscribe(onNext: { _ in })
        }
        #expect(
            recorded
                == rows(
                    """
                    create Just
                    create Scan
                    subscribe Scan
                      subscribe Scan
                        schedule CurrentThreadScheduler
                          run Scan
                            subscribe Just
                              on ScanSink next(1)
                                handler accumulator
                                forwardOn ScanSink next(2)
                                  on AnonymousObserver next(2)
                                    onCore AnonymousObserver next(2)
                                      handler onNext
                              on ScanSink completed
                                forwardOn ScanSink completed
                                  on AnonymousObserver completed
                                    onCore AnonymousObserver completed
                                dispose ScanSink
                                  dispose SinkDisposer
                          dispose ScanSink
                            dispose SinkDisposer
                    """))
    }
}
