import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct RangeTests {
    let scheduler = TestScheduler()

    @Test func oneStepAnElement() {
        let events = scheduler.run { .range(start: 5, count: 3, scheduler: self.scheduler) }
        #expect(events == [next(201, 5), next(202, 6), next(203, 7), completed(204)])
    }

    @Test func emptyCompletes() {
        #expect(scheduler.run { .range(start: 5, count: 0, scheduler: self.scheduler) } == [completed(201, Int.self)])
    }

    @Test func theLargestInteger() {
        var seen: [UInt8] = []
        _ = Observable<UInt8>.range(start: 254, count: 2).subscribe(onNext: { seen.append($0) })
        #expect(seen == [254, 255])
    }

    @Test func disposeStopsTheSteps() {
        let events = scheduler.run(disposed: 204) { .range(start: 5, count: 30, scheduler: self.scheduler) }
        #expect(events == [next(201, 5), next(202, 6), next(203, 7)])
    }

    @Test func chainOfOneElement() {
        let made = chain { _ = Observable.range(start: 1, count: 1).subscribe(onNext: { _ in }) }
        #expect(
            made
                == rows(
                    """
                    create RangeProducer
                    subscribe RangeProducer
                      subscribe RangeProducer
                        schedule CurrentThreadScheduler
                          run RangeProducer
                            run RangeSink
                              schedule CurrentThreadScheduler
                          invoke
                            dispose ScheduledItem
                              dispose SingleAssignmentDisposable
                            forwardOn RangeSink next(1)
                              on AnonymousObserver next(1)
                                onCore AnonymousObserver next(1)
                                  handler onNext
                            schedule CurrentThreadScheduler
                          invoke
                            dispose ScheduledItem
                              dispose SingleAssignmentDisposable
                            forwardOn RangeSink completed
                              on AnonymousObserver completed
                                onCore AnonymousObserver completed
                            dispose RangeSink
                              dispose SinkDisposer
                                dispose RangeSink
                                  dispose SinkDisposer
                                dispose AnonymousDisposable
                                  dispose RecursiveImmediateScheduler
                                    dispose CompositeDisposable
                    """))
    }
}
