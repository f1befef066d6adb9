import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct RepeatElementTests {
    @Test func oneStepAnElementUntilDisposed() {
        let scheduler = TestScheduler()
        let events = scheduler.run(disposed: 204) { .repeatElement(7, scheduler: scheduler) }
        #expect(events == [next(201, 7), next(202, 7), next(203, 7)])
    }

    @Test func chainOfOneElement() {
        let made = chain { _ = Observable.repeatElement(7).take(1).subscribe(onNext: { _ in }) }
        #expect(
            made
                == rows(
                    """
                    create RepeatElement
                    create TakeCount
                    subscribe TakeCount
                      subscribe TakeCount
                        schedule CurrentThreadScheduler
                          run TakeCount
                            subscribe RepeatElement
                              run RepeatElement
                                run RepeatElementSink
                                  schedule CurrentThreadScheduler
                          invoke
                            dispose ScheduledItem
                              dispose SingleAssignmentDisposable
                            forwardOn RepeatElementSink next(7)
                              on TakeCountSink next(7)
                                forwardOn TakeCountSink next(7)
                                  on AnonymousObserver next(7)
                                    onCore AnonymousObserver next(7)
                                      handler onNext
                                forwardOn TakeCountSink completed
                                  on AnonymousObserver completed
                                    onCore AnonymousObserver completed
                                dispose TakeCountSink
                                  dispose SinkDisposer
                                    dispose TakeCountSink
                                      dispose SinkDisposer
                                    dispose SinkDisposer
                                      dispose RepeatElementSink
                                        dispose SinkDisposer
                                      dispose AnonymousDisposable
                                        dispose RecursiveImmediateScheduler
                                          dispose CompositeDisposable
                            schedule CurrentThreadScheduler
                            dispose ScheduledItem
                              dispose SingleAssignmentDisposable
                    """))
    }
}
