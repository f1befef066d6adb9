import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct GenerateTests {
    let scheduler = TestScheduler()

    private func generate(
        _ condition: @escaping (Int) throws -> Bool, _ iterate: @escaping (Int) throws -> Int
    ) -> Observable<Int> {
        .generate(initialState: 1, condition: condition, scheduler: scheduler, iterate: iterate)
    }

    @Test func statesWhileTheConditionHolds() {
        let events = scheduler.run { self.generate({ $0 < 8 }, { $0 * 2 }) }
        #expect(events == [next(201, 1), next(202, 2), next(203, 4), completed(204)])
    }

    @Test func noneIfItNeverHolds() {
        #expect(scheduler.run { self.generate({ _ in false }, { $0 }) } == [completed(201)])
    }

    @Test func aThrownErrorEndsTheSequence() {
        let events = scheduler.run { self.generate({ _ in throw TestError("condition") }, { $0 }) }
        #expect(events == [error(201, TestError("condition"))])
        let other = TestScheduler()
        let iterated = other.run {
            .generate(
                initialState: 1, condition: { _ in true }, scheduler: other,
                iterate: { _ in throw TestError("iterate") })
        }
        #expect(iterated == [next(201, 1), error(202, TestError("iterate"))])
    }

    @Test func disposeStopsTheSteps() {
        #expect(
            scheduler.run(disposed: 203) { self.generate({ _ in true }, { $0 + 1 }) } == [next(201, 1), next(202, 2)])
    }

    @Test func chainOfOneElement() {
        let made = chain {
            _ = Observable.generate(initialState: 1, condition: { $0 < 2 }, iterate: { $0 + 1 }).subscribe(onNext: {
                _ in
            })
        }
        #expect(
            made
                == rows(
                    """
                    create Generate
                    subscribe Generate
                      subscribe Generate
                        schedule CurrentThreadScheduler
                          run Generate
                            run GenerateSink
                              schedule CurrentThreadScheduler
                          invoke
                            dispose ScheduledItem
                              dispose SingleAssignmentDisposable
                            handler condition
                            forwardOn GenerateSink next(1)
                              on AnonymousObserver next(1)
                                onCore AnonymousObserver next(1)
                                  handler onNext
                            schedule CurrentThreadScheduler
                          invoke
                            dispose ScheduledItem
                              dispose SingleAssignmentDisposable
                            handler iterate
                            handler condition
                            forwardOn GenerateSink completed
                              on AnonymousObserver completed
                                onCore AnonymousObserver completed
                            dispose GenerateSink
                              dispose SinkDisposer
                                dispose GenerateSink
                                  dispose SinkDisposer
                                dispose AnonymousDisposable
                                  dispose RecursiveImmediateScheduler
                                    dispose CompositeDisposable
                    """))
    }
}
