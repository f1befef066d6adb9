import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct FromOptionalTests {
    let scheduler = TestScheduler()

    @Test func aValueOrNothing() {
        #expect(scheduler.run { .from(optional: 1) } == [next(200, 1), completed(200)])
        #expect(TestScheduler().run { Observable<Int>.from(optional: nil) } == [completed(200)])
    }

    @Test func scheduledOneStepEach() {
        let events = scheduler.run { .from(optional: 1, scheduler: self.scheduler) }
        #expect(events == [next(201, 1), completed(202)])
        let other = TestScheduler()
        #expect(other.run { Observable<Int>.from(optional: nil, scheduler: other) } == [completed(201)])
    }

    @Test func disposeCancelsTheSteps() {
        #expect(scheduler.run(disposed: 202) { .from(optional: 1, scheduler: self.scheduler) } == [next(201, 1)])
    }

    @Test func chainWithoutScheduler() {
        let made = chain { _ = Observable.from(optional: 1).subscribe(onNext: { _ in }) }
        #expect(
            made
                == rows(
                    """
                    create ObservableOptional
                    subscribe ObservableOptional
                      subscribe ObservableOptional
                        on AnonymousObserver next(1)
                          onCore AnonymousObserver next(1)
                            handler onNext
                        on AnonymousObserver completed
                          onCore AnonymousObserver completed
                    """))
    }

    @Test func chainOfAScheduledOne() {
        let made = chain {
            _ = Observable.from(optional: 1, scheduler: CurrentThreadScheduler.instance).subscribe(onNext: { _ in })
        }
        #expect(
            made
                == rows(
                    """
                    create ObservableOptionalScheduled
                    subscribe ObservableOptionalScheduled
                      subscribe ObservableOptionalScheduled
                        schedule CurrentThreadScheduler
                          run ObservableOptionalScheduled
                            run ObservableOptionalScheduledSink
                              schedule CurrentThreadScheduler
                          invoke
                            forwardOn ObservableOptionalScheduledSink next(1)
                              on AnonymousObserver next(1)
                                onCore AnonymousObserver next(1)
                                  handler onNext
                            schedule CurrentThreadScheduler
                          invoke
                            forwardOn ObservableOptionalScheduledSink completed
                              on AnonymousObserver completed
                                onCore AnonymousObserver completed
                            dispose ObservableOptionalScheduledSink
                              dispose SinkDisposer
                                dispose ObservableOptionalScheduledSink
                                  dispose SinkDisposer
                                dispose ScheduledItem
                                  dispose SingleAssignmentDisposable
                                    dispose ScheduledItem
                                      dispose SingleAssignmentDisposable
                    """))
    }
}
