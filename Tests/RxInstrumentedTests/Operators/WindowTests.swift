import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct WindowTests {
    let scheduler = TestScheduler()

    /// The events that each window sent, and at which times.
    private final class Windows {
        var opened: [Int] = []
        var events: [String] = []
        var end: String?
    }

    private func windows(_ source: TestableObservable<Int>, count: Int = 3, disposed: Int = 1000) -> Windows {
        let windows = Windows()
        var subscription: (any Disposable)?
        scheduler.at(200) { [scheduler] in
            let observable = source.window(timeSpan: .seconds(70), count: count, scheduler: scheduler)
            subscription = observable.subscribe { event in
                switch event {
                case .next(let window):
                    let number = windows.opened.count
                    windows.opened.append(scheduler.clock)
                    _ = window.subscribe { windows.events.append("\(number) \($0)@\(scheduler.clock)") }
                case .error, .completed:
                    windows.end = "\(event)@\(scheduler.clock)"
                }
            }
        }
        scheduler.at(disposed) { subscription?.dispose() }
        scheduler.start()
        return windows
    }

    @Test func timeAndCountBothEndAWindow() {
        let source = scheduler.hot(
            next(205, 1), next(210, 2), next(240, 3), next(280, 4), next(320, 5), completed(330))
        let windows = windows(source)
        #expect(windows.opened == [200, 240, 310])
        #expect(
            windows.events == [
                "0 next(1)@205", "0 next(2)@210", "0 next(3)@240", "0 completed@240", "1 next(4)@280",
                "1 completed@310", "2 next(5)@320", "2 completed@330",
            ])
        #expect(windows.end == "completed@330")
        #expect(source.subscriptions == [Subscribed(200, 330)])
    }

    @Test func anErrorEndsTheOpenWindowToo() {
        let source = scheduler.hot(next(205, 1), error(210, TestError()))
        let windows = windows(source)
        #expect(windows.events == ["0 next(1)@205", "0 error(TestError(test))@210"])
        #expect(windows.end == "error(TestError(test))@210")
        #expect(source.subscriptions == [Subscribed(200, 210)])
    }

    @Test func theSourceLivesWhileAWindowIsSubscribed() {
        let source = scheduler.hot(next(205, 1), next(230, 2), next(290, 3))
        let windows = windows(source, disposed: 220)
        // The window that is open goes on until its time is over; none follows it.
        #expect(windows.opened == [200])
        #expect(windows.events == ["0 next(1)@205", "0 next(2)@230", "0 completed@270"])
        #expect(windows.end == nil)
        #expect(source.subscriptions == [Subscribed(200, 270)])
    }

    @Test func withoutSubscribersOfWindowsDisposeEndsTheSource() {
        let source = scheduler.hot(next(205, 1), next(230, 2))
        let events = scheduler.run(disposed: 220) {
            source.window(timeSpan: .seconds(70), count: 3, scheduler: self.scheduler)
        }
        #expect(events.map(\.time) == [200])
        #expect(source.subscriptions == [Subscribed(200, 220)])
    }

    @Test func chainOfAWindow() {
        let scheduler = scheduler
        let calls = chain {
            let source = PublishSubject<Int>()
            _ = source.window(timeSpan: .seconds(5), count: 9, scheduler: scheduler)
                .subscribe(onNext: { _ = $0.subscribe(onNext: { _ in }) })
            source.onNext(1)
            source.onCompleted()
        }
        #expect(
            calls
                == rows(
                    """
                    create PublishSubject
                    create WindowTimeCount
                    subscribe WindowTimeCount
                      subscribe WindowTimeCount
                        schedule CurrentThreadScheduler
                          run WindowTimeCount
                            create PublishSubject
                            run WindowTimeCountSink
                              create AddRef
                              forwardOn WindowTimeCountSink next(AddRef<Int>)
                                on AnonymousObserver next(AddRef<Int>)
                                  onCore AnonymousObserver next(AddRef<Int>)
                                    handler onNext
                                      subscribe AddRef
                                        subscribe AddRef
                                          run AddRef
                                            subscribe PublishSubject
                              schedule TestScheduler
                              subscribe PublishSubject
                    on PublishSubject next(1)
                      on WindowTimeCountSink next(1)
                        on PublishSubject next(1)
                          on AddRefSink next(1)
                            forwardOn AddRefSink next(1)
                              on AnonymousObserver next(1)
                                onCore AnonymousObserver next(1)
                                  handler onNext
                    on PublishSubject completed
                      on WindowTimeCountSink completed
                        on PublishSubject completed
                          on AddRefSink completed
                            forwardOn AddRefSink completed
                              on AnonymousObserver completed
                                onCore AnonymousObserver completed
                            dispose AddRefSink
                              dispose SinkDisposer
                                dispose AddRefSink
                                  dispose SinkDisposer
                                dispose BinaryDisposable
                                  dispose RefCountInnerDisposable
                                  dispose SubscriptionDisposable
                        forwardOn WindowTimeCountSink completed
                          on AnonymousObserver completed
                            onCore AnonymousObserver completed
                        dispose WindowTimeCountSink
                          dispose SinkDisposer
                            dispose WindowTimeCountSink
                              dispose SinkDisposer
                            dispose RefCountDisposable
                              dispose CompositeDisposable
                                dispose SerialDisposable
                                  dispose SingleAssignmentDisposable
                                    dispose CompositeDisposable
                                      dispose VirtualSchedulerItem
                                        dispose SingleAssignmentDisposable
                                dispose SubscriptionDisposable
                    """))
    }
}
