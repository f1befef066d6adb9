import Dispatch
import RxInstrumented
import Testing

@Suite(.everyRecorderState, .timeLimit(.generous)) struct ObserveOnTests {
    let scheduler = TestScheduler()

    @Test func eventsAreDeliveredInOrderOneStepEach() {
        let source = scheduler.hot(next(210, 1), next(210, 2), next(220, 3), completed(300))
        let events = scheduler.run { source.observe(on: self.scheduler) }
        #expect(events == [next(211, 1), next(212, 2), next(221, 3), completed(301)])
        #expect(source.subscriptions == [Subscribed(200, 300)])
    }

    @Test func errorComesAfterWhatWaits() {
        let source = scheduler.hot(next(210, 1), error(210, TestError()))
        let events = scheduler.run { source.observe(on: self.scheduler) }
        #expect(events == [next(211, 1), error(212, TestError())])
        #expect(source.subscriptions == [Subscribed(200, 210)])
    }

    @Test func disposingDropsWhatWaits() {
        let source = scheduler.hot(next(210, 1), next(210, 2), next(220, 3))
        let events = scheduler.run(disposed: 212) { source.observe(on: self.scheduler) }
        #expect(events == [next(211, 1)])
        #expect(source.subscriptions == [Subscribed(200, 212)])
    }

    @Test(arguments: [true, false]) func aSerialQueueDeliversAllInOrder(_ isShared: Bool) {
        let scheduler = SerialDispatchQueueScheduler(
            internalSerialQueueName: "events", serialQueueConfiguration: isShared ? { _ in } : nil)
        let source = PublishSubject<Int>()
        let collected = Collected<Int>()
        let done = Gate()
        _ = source.observe(on: scheduler)
            .subscribe(onNext: { collected.add($0) }, onCompleted: { done.open() })
        for number in 0..<5000 { source.onNext(number) }
        source.onCompleted()
        done.wait()
        #expect(collected.values == Array(0..<5000))
    }

    @Test func aSerialQueueDeliversNothingOnceDisposed() {
        let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "events")
        let source = PublishSubject<Int>()
        let collected = Collected<Int>()
        let (isHeld, done) = (Gate(), Gate())
        let subscription = source.observe(on: scheduler).subscribe(onNext: { number in
            collected.add(number)
            isHeld.wait()
        })
        for number in 0..<10 { source.onNext(number) }
        _ = scheduler.schedule(()) { _ in
            done.open()
            return Disposables.create()
        }
        subscription.dispose()
        isHeld.open()
        done.wait()
        // The queue may have come to the first before the subscription was disposed.
        #expect(collected.values.count <= 1)
        #expect(!source.hasObservers)
    }

    @Test func chainOfASchedulerThatIsNoSerialQueue() {
        let calls = chain {
            let scheduler = HistoricalScheduler()
            _ = Observable.just(1).observe(on: scheduler).subscribe(onNext: { _ in })
            scheduler.start()
        }
        #expect(
            calls
                == rows(
                    """
                    create Just
                    create ObserveOn
                    subscribe ObserveOn
                      subscribe ObserveOn
                        schedule CurrentThreadScheduler
                          run ObserveOn
                            subscribe Just
                              on ObserveOnSink next(1)
                                onCore ObserveOnSink next(1)
                                  schedule HistoricalScheduler
                              on ObserveOnSink completed
                                onCore ObserveOnSink completed
                    invoke
                      dispose CompositeDisposable
                        dispose VirtualSchedulerItem
                          dispose SingleAssignmentDisposable
                      run ObserveOnSink
                        on AnonymousObserver next(1)
                          onCore AnonymousObserver next(1)
                            handler onNext
                        schedule HistoricalScheduler
                    invoke
                      dispose CompositeDisposable
                        dispose VirtualSchedulerItem
                          dispose SingleAssignmentDisposable
                      run ObserveOnSink
                        on AnonymousObserver completed
                          onCore AnonymousObserver completed
                        dispose ObserveOnSink
                          dispose SinkDisposer
                            dispose ObserveOnSink
                              dispose SinkDisposer
                              dispose SerialDisposable
                                dispose AnonymousDisposable
                                  dispose RecursiveImmediateScheduler
                                    dispose CompositeDisposable
                          dispose SerialDisposable
                    """))
    }

    @Test func chainOfASerialQueue() {
        let calls = chain {
            let queue = DispatchQueue(label: "held")
            queue.suspend()
            let scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "events")
            let done = Gate()
            _ = Observable.just(1).observe(on: scheduler).subscribe(onNext: { _ in })
            _ = scheduler.schedule(()) { _ in
                done.open()
                return Disposables.create()
            }
            queue.resume()
            done.wait()
        }
        #expect(
            calls
                == rows(
                    """
                    create Just
                    create ObserveOnSerialDispatchQueue
                    subscribe ObserveOnSerialDispatchQueue
                      subscribe ObserveOnSerialDispatchQueue
                        schedule CurrentThreadScheduler
                          run ObserveOnSerialDispatchQueue
                            subscribe Just
                              on ObserveOnSerialDispatchQueueSink next(1)
                                onCore ObserveOnSerialDispatchQueueSink next(1)
                                  schedule SerialDispatchQueueScheduler
                              on ObserveOnSerialDispatchQueueSink completed
                                onCore ObserveOnSerialDispatchQueueSink completed
                                  schedule SerialDispatchQueueScheduler
                    schedule SerialDispatchQueueScheduler
                    invoke
                      on AnonymousObserver next(1)
                        onCore AnonymousObserver next(1)
                          handler onNext
                    invoke
                      on AnonymousObserver completed
                        onCore AnonymousObserver completed
                      dispose ObserveOnSerialDispatchQueueSink
                        dispose SinkDisposer
                          dispose ObserveOnSerialDispatchQueueSink
                            dispose SinkDisposer
                    invoke
                    """))
    }
}
