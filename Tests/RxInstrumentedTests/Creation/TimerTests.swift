import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct TimerTests {
    let scheduler = TestScheduler()

    @Test func intervalCountsUntilItIsDisposed() {
        let events = scheduler.run(disposed: 550) {
            Observable<Int>.interval(.seconds(100), scheduler: self.scheduler)
        }
        #expect(events == [next(300, 0), next(400, 1), next(500, 2)])
    }

    @Test func intervalOfNoTimeTakesOneTickEach() {
        let events = scheduler.run(disposed: 204) { Observable<Int>.interval(.seconds(0), scheduler: self.scheduler) }
        #expect(events == [next(201, 0), next(202, 1), next(203, 2)])
    }

    @Test func intervalStartsAgainAtItsTypesEnd() {
        var last: [UInt8] = []
        let subscription = Observable<UInt8>.interval(.seconds(1), scheduler: scheduler)
            .subscribe(onNext: { last.append($0) })
        scheduler.advanceTo(258)
        subscription.dispose()
        #expect(last.suffix(4) == [254, 255, 0, 1])
    }

    @Test func anObserverThatDisposesGetsNoMore() {
        var seen: [Int] = []
        let subscription = SerialDisposable()
        subscription.disposable = Observable<Int>.interval(.seconds(10), scheduler: scheduler).subscribe(onNext: {
            seen.append($0)
            if $0 == 1 { subscription.dispose() }
        })
        scheduler.start()
        #expect(seen == [0, 1])
        #expect(scheduler.clock == 20)
    }

    @Test func timerSendsOneElement() {
        let events = scheduler.run { Observable<Int>.timer(.seconds(50), scheduler: self.scheduler) }
        #expect(events == [next(250, 0), completed(250)])
    }

    @Test func timerWithAPeriodGoesOn() {
        let events = scheduler.run(disposed: 460) {
            Observable<Int>.timer(.seconds(50), period: .seconds(100), scheduler: self.scheduler)
        }
        #expect(events == [next(250, 0), next(350, 1), next(450, 2)])
    }

    @Test func aDisposedTimerSendsNothing() {
        let events = scheduler.run(disposed: 240) { Observable<Int>.timer(.seconds(50), scheduler: self.scheduler) }
        #expect(events.isEmpty)
    }

    @Test func chainOfATimer() {
        let scheduler = scheduler
        let calls = chain {
            _ = Observable<Int>.timer(.seconds(5), scheduler: scheduler).subscribe(onNext: { _ in })
            scheduler.start()
        }
        #expect(
            calls
                == rows(
                    """
                    create Timer
                    subscribe Timer
                      subscribe Timer
                        schedule CurrentThreadScheduler
                          run Timer
                            run TimerOneOffSink
                              schedule TestScheduler
                    invoke
                      forwardOn TimerOneOffSink next(0)
                        on AnonymousObserver next(0)
                          onCore AnonymousObserver next(0)
                            handler onNext
                      forwardOn TimerOneOffSink completed
                        on AnonymousObserver completed
                          onCore AnonymousObserver completed
                      dispose TimerOneOffSink
                        dispose SinkDisposer
                          dispose TimerOneOffSink
                            dispose SinkDisposer
                          dispose CompositeDisposable
                            dispose VirtualSchedulerItem
                              dispose SingleAssignmentDisposable
                    """))
    }

    @Test func chainOfAnInterval() {
        let scheduler = scheduler
        let calls = chain {
            let subscription = Observable<Int>.interval(.seconds(5), scheduler: scheduler).subscribe(onNext: { _ in })
            scheduler.advanceTo(7)
            subscription.dispose()
            scheduler.start()
        }
        #expect(
            calls
                == rows(
                    """
                    create Timer
                    subscribe Timer
                      subscribe Timer
                        schedule CurrentThreadScheduler
                          run Timer
                            run TimerSink
                              schedule TestScheduler
                    invoke
                      dispose CompositeDisposable
                        dispose VirtualSchedulerItem
                          dispose SingleAssignmentDisposable
                      schedule TestScheduler
                      forwardOn TimerSink next(0)
                        on AnonymousObserver next(0)
                          onCore AnonymousObserver next(0)
                            handler onNext
                    dispose BinaryDisposable
                      dispose SinkDisposer
                        dispose TimerSink
                          dispose SinkDisposer
                        dispose AnonymousDisposable
                          dispose AnyRecursiveScheduler
                            dispose CompositeDisposable
                              dispose CompositeDisposable
                                dispose VirtualSchedulerItem
                                  dispose SingleAssignmentDisposable
                    """))
    }
}
