import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct CompletableTests {
    let scheduler = TestScheduler()

    static func notes(of completable: Completable) -> [String] {
        var lines: [String] = []
        _ = completable.subscribe(
            onCompleted: { lines.append("completed") }, onError: { lines.append("error \($0)") },
            onDisposed: { lines.append("disposed") })
        return lines
    }

    static func created(_ events: CompletableEvent...) -> Completable {
        .create { completable in
            for event in events { completable(event) }
            return Disposables.create()
        }
    }

    /// Ends at a time counted from its subscription.
    func ending(
        _ time: Int, _ failure: TestError? = nil
    ) -> (completable: Completable, cold: TestableObservable<Never>) {
        let cold: TestableObservable<Never> =
            failure.map { scheduler.cold(error(time, $0)) } ?? scheduler.cold(completed(time))
        return (cold.asCompletable(), cold)
    }

    @Test func aCreatedOneSendsItsFirstEventOnly() {
        #expect(Self.notes(of: Self.created(.completed, .error(TestError()))) == ["completed", "disposed"])
        #expect(Self.notes(of: Self.created(.error(TestError()), .completed)) == ["error TestError(test)", "disposed"])
        #expect(Self.notes(of: .empty()) == ["completed", "disposed"])
        #expect(Self.notes(of: .error(TestError())) == ["error TestError(test)", "disposed"])
        #expect(Self.notes(of: .never()) == [])
    }

    @Test func theEventClosureIsGivenTheEvent() {
        var events: [String] = []
        for completable in [Completable.empty(), .error(TestError())] {
            _ = completable.subscribe { event in
                switch event {
                case .completed: events.append("completed")
                case .error(let error): events.append("error \(error)")
                }
            }
        }
        #expect(events == ["completed", "error TestError(test)"])
    }

    @Test func closuresWithAnObject() {
        final class Object { var lines: [String] = [] }
        let object = Object()
        for completable in [Completable.empty(), .error(TestError())] {
            _ = completable.subscribe(
                with: object, onCompleted: { $0.lines.append("completed") },
                onError: { $0.lines.append("error \($1)") }, onDisposed: { $0.lines.append("disposed") })
        }
        #expect(object.lines == ["completed", "disposed", "error TestError(test)", "disposed"])
    }

    @Test func doTellsOfTheEnd() {
        var lines: [String] = []
        _ = Completable.empty().do(
            onCompleted: { lines.append("before") }, afterCompleted: { lines.append("after") },
            onSubscribe: { lines.append("subscribe") }, onDispose: { lines.append("dispose") }
        ).subscribe(onCompleted: { lines.append("completed") })
        _ = Completable.error(TestError()).do(onError: { lines.append("error \($0)") }).subscribe(onError: { _ in })
        #expect(lines == ["subscribe", "before", "completed", "after", "dispose", "error TestError(test)"])
    }

    @Test func andThenGoesOnWithTheSecondOnceTheFirstIsOver() {
        let first = ending(10)
        let second = scheduler.cold(next(5, 1), next(6, 2), completed(7))
        let events = scheduler.run { first.completable.andThen(second.asObservable()) }
        #expect(events == [next(215, 1), next(216, 2), completed(217)])
        #expect(first.cold.subscriptions == [Subscribed(200, 210)])
        #expect(second.subscriptions == [Subscribed(210, 217)])
    }

    @Test func andThenEndsWithTheFirstsError() {
        let first = ending(10, TestError())
        let second = scheduler.cold(next(5, 1))
        let events = scheduler.run { first.completable.andThen(second.asSingle()).asObservable() }
        #expect(events == [error(210, TestError())])
        #expect(second.subscriptions.isEmpty)
    }

    @Test func andThenIsDisposedOfInEitherPart() {
        let first = ending(10)
        let second = scheduler.cold(next(5, 1), completed(90))
        let events = scheduler.run(disposed: 220) { first.completable.andThen(second.asMaybe()).asObservable() }
        #expect(events.isEmpty)
        #expect(second.subscriptions == [Subscribed(210, 220)])
        let other = TestScheduler()
        let never: TestableObservable<Never> = other.hot()
        #expect(other.run(disposed: 220) { never.asCompletable().andThen(Observable.just(1)) }.isEmpty)
        #expect(never.subscriptions == [Subscribed(200, 220)])
    }

    @Test func andThenOfEveryTrait() {
        var lines: [String] = []
        _ = Completable.empty().andThen(Single.just(1)).subscribe(onSuccess: { lines.append("single \($0)") })
        _ = Completable.empty().andThen(Maybe.just(2)).subscribe(onSuccess: { lines.append("maybe \($0)") })
        _ = Completable.empty().andThen(Completable.empty()).subscribe(onCompleted: { lines.append("completable") })
        _ = Completable.empty().andThen(Observable.just(3)).subscribe(onNext: { lines.append("observable \($0)") })
        _ = Completable.empty().andThen(Single<Int>.error(TestError())).subscribe(onFailure: { lines.append("\($0)") })
        #expect(lines == ["single 1", "maybe 2", "completable", "observable 3", "TestError(test)"])
    }

    @Test func concatIsOneAfterTheOther() {
        let first = ending(10)
        let second = ending(20)
        let third = ending(5)
        let events = scheduler.run {
            Completable.concat([first.completable, second.completable]).concat(third.completable).asObservable()
        }
        #expect(events.map(\.description) == ["completed@235"])
        #expect(second.cold.subscriptions == [Subscribed(210, 230)])
        #expect(third.cold.subscriptions == [Subscribed(230, 235)])
    }

    @Test func concatEndsWithTheFirstError() {
        let first = ending(10, TestError())
        let second = ending(20)
        let events = scheduler.run { Completable.concat(first.completable, second.completable).asObservable() }
        #expect(events.map(\.description) == ["error(TestError(test))@210"])
        #expect(second.cold.subscriptions.isEmpty)
    }

    @Test func concatTakesFromASequenceAsItGoes() {
        var taken = 0
        let sequence = AnySequence { () -> AnyIterator<Completable> in
            AnyIterator {
                taken += 1
                return taken > 3 ? nil : taken == 2 ? .error(TestError()) : .empty()
            }
        }
        #expect(Self.notes(of: .concat(sequence)) == ["error TestError(test)", "disposed"])
        #expect(taken == 2)
    }

    @Test func zipIsSideBySide() {
        let first = ending(10)
        let second = ending(20)
        let events = scheduler.run { Completable.zip(first.completable, second.completable).asObservable() }
        #expect(events.map(\.description) == ["completed@220"])
        #expect(second.cold.subscriptions == [Subscribed(200, 220)])
        #expect(Self.notes(of: .zip([Completable]())) == ["completed", "disposed"])
        #expect(Self.notes(of: .zip(Set([1, 2]).map { _ in Completable.empty() })) == ["completed", "disposed"])
    }

    @Test func zipEndsWithTheFirstError() {
        let first = ending(10, TestError())
        let second = ending(20)
        let events = scheduler.run { Completable.zip([first.completable, second.completable]).asObservable() }
        #expect(events.map(\.description) == ["error(TestError(test))@210"])
        #expect(second.cold.subscriptions == [Subscribed(200, 210)])
    }
}
