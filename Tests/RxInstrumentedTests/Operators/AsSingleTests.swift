import RxInstrumented
import Testing

/// `asSingle`, `asMaybe`, `first` and `toArray`.
@Suite(.everyRecorderState) struct AsSingleTests {
    let scheduler = TestScheduler()

    @Test func theElementComesWithTheCompletion() {
        let source = scheduler.hot(next(150, 1), next(210, 2), completed(300))
        #expect(scheduler.run { source.asSingle().asObservable() } == [next(300, 2), completed(300)])
        #expect(source.subscriptions == [Subscribed(200, 300)])
        let other = TestScheduler()
        let maybe = other.hot(next(150, 1), next(210, 2), completed(300))
        #expect(other.run { maybe.asMaybe().asObservable() } == [next(300, 2), completed(300)])
    }

    @Test func noElement() {
        let source = scheduler.hot(next(150, 1), completed(300))
        #expect(scheduler.run { source.asSingle().asObservable() } == [error(300, RxError.noElements)])
        let other = TestScheduler()
        let maybe = other.hot(next(150, 1), completed(300))
        #expect(other.run { maybe.asMaybe().asObservable() } == [completed(300)])
    }

    @Test func anotherElementFails() {
        let source = scheduler.hot(next(210, 2), next(220, 3), completed(300))
        #expect(scheduler.run { source.asSingle().asObservable() } == [error(220, RxError.moreThanOneElement)])
        #expect(source.subscriptions == [Subscribed(200, 220)])
        let other = TestScheduler()
        let maybe = other.hot(next(210, 2), next(220, 3), completed(300))
        #expect(other.run { maybe.asMaybe().asObservable() } == [error(220, RxError.moreThanOneElement)])
    }

    @Test func anErrorIsPassedOn() {
        for convert in [
            { $0.asSingle().asObservable() }, { $0.asMaybe().asObservable() },
            { $0.first().asObservable().map { $0 ?? 0 } }, { $0.toArray().asObservable().map(\.count) },
        ] as [(Observable<Int>) -> Observable<Int>] {
            let scheduler = TestScheduler()
            let source = scheduler.hot(error(210, TestError(), Int.self))
            #expect(scheduler.run { convert(source.asObservable()) } == [error(210, TestError())])
            #expect(source.subscriptions == [Subscribed(200, 210)])
        }
    }

    @Test func neverIsLeftWhenDisposed() {
        for convert in [
            { $0.asSingle().asObservable() }, { $0.asMaybe().asObservable() },
            { $0.first().asObservable().map { $0 ?? 0 } }, { $0.toArray().asObservable().map(\.count) },
        ] as [(Observable<Int>) -> Observable<Int>] {
            let scheduler = TestScheduler()
            let source = scheduler.hot(next(150, 1))
            #expect(scheduler.run(disposed: 300) { convert(source.asObservable()) }.isEmpty)
            #expect(source.subscriptions == [Subscribed(200, 300)])
        }
    }

    @Test func firstIsOverWithTheFirst() {
        let source = scheduler.hot(next(210, 2), next(220, 3), completed(300))
        let events = scheduler.run { source.first().asObservable() }
        #expect(events == [next(210, Optional(2)), completed(210)])
        #expect(source.subscriptions == [Subscribed(200, 210)])
    }

    @Test func firstOfNoneIsNil() {
        let source = scheduler.hot(next(150, 1), completed(300))
        #expect(scheduler.run { source.first().asObservable() } == [next(300, nil), completed(300)])
    }

    @Test func aSourceThatSendsInsideTheFirstElementIsLeft() {
        let subject = PublishSubject<Int>()
        var elements: [Int?] = []
        let subscription = subject.first().subscribe(onSuccess: {
            elements.append($0)
            subject.onNext(2)
        })
        subject.onNext(1)
        #expect(elements == [1])
        subscription.dispose()
    }

    @Test func toArrayCollectsAll() {
        let source = scheduler.hot(next(150, 1), next(210, 2), next(220, 3), completed(300))
        let events = scheduler.run { source.toArray().asObservable() }
        #expect(events == [next(300, [2, 3]), completed(300)])
        let other = TestScheduler()
        let empty = other.hot(completed(300, Int.self))
        #expect(other.run { empty.toArray().asObservable() } == [next(300, []), completed(300)])
    }
}
