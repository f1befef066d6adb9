import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct SingleTests {
    let scheduler = TestScheduler()

    /// The notes of closures given to `subscribe`.
    final class Notes {
        var lines: [String] = []
        func add(_ line: String) { lines.append(line) }

        func subscribe(_ single: Single<Int>) -> any Disposable {
            single.subscribe(
                onSuccess: { self.add("success \($0)") }, onFailure: { self.add("failure \($0)") },
                onDisposed: { self.add("disposed") })
        }
    }

    @Test func aCreatedOneSendsItsFirstEventOnly() {
        let notes = Notes()
        var disposals = 0
        let single = Single<Int>.create { single in
            single(.success(1))
            single(.success(2))
            single(.failure(TestError()))
            return Disposables.create { disposals += 1 }
        }
        _ = notes.subscribe(single)
        #expect(notes.lines == ["success 1", "disposed"])
        #expect(disposals == 1)
    }

    @Test func aCreatedOneFails() {
        let notes = Notes()
        _ = notes.subscribe(
            .create { single in
                single(.failure(TestError()))
                single(.success(1))
                return Disposables.create()
            })
        #expect(notes.lines == ["failure TestError(test)", "disposed"])
    }

    @Test func aDisposedOneSendsNothing() {
        let notes = Notes()
        var send: Single<Int>.SingleObserver?
        let subscription = notes.subscribe(
            .create { single in
                send = single
                return Disposables.create { notes.add("let go") }
            })
        subscription.dispose()
        subscription.dispose()
        send?(.success(1))
        #expect(notes.lines == ["let go", "disposed"])
    }

    @Test func disposalInsideItsOwnHandlerIsSafe() {
        let subject = PublishSubject<Int>()
        var lines: [String] = []
        let subscription = SingleAssignmentDisposable()
        subscription.setDisposable(
            subject.first().subscribe(
                onSuccess: {
                    lines.append("success \($0 ?? 0)")
                    subscription.dispose()
                    subject.onNext(2)
                }, onDisposed: { lines.append("disposed") }))
        subject.onNext(1)
        #expect(lines == ["success 1", "disposed"])
        #expect(!subject.hasObservers)
    }

    @Test func theEventClosureIsGivenAResult() {
        var events: [String] = []
        for single in [Single.just(1), .error(TestError())] {
            _ = single.subscribe { event in
                switch event {
                case .success(let element): events.append("success \(element)")
                case .failure(let error): events.append("failure \(error)")
                }
            }
        }
        #expect(events == ["success 1", "failure TestError(test)"])
    }

    @Test func anObjectIsNotKeptAlive() {
        let subject = PublishSubject<Int>()
        var object: Notes? = Notes()
        weak let released = object
        var lines: [String] = []
        let subscriptions = [subject.first(), subject.map(Optional.some).first().map { $0 ?? nil }].map { single in
            single.subscribe(
                with: object ?? Notes(), onSuccess: { _, element in lines.append("success \(element ?? 0)") },
                onDisposed: { _ in lines.append("disposed") })
        }
        subscriptions[1].dispose()
        #expect(lines == ["disposed"])
        object = nil
        #expect(released == nil)
        subject.onNext(1)
        #expect(lines == ["disposed"])
    }

    @Test func closuresWithAnObjectAreGivenIt() {
        let notes = Notes()
        _ = Single<Int>.error(TestError()).subscribe(
            with: notes, onFailure: { notes, error in notes.add("failure \(error)") },
            onDisposed: { notes in notes.add("disposed") })
        _ = Single.just(1).subscribe(with: notes, onSuccess: { notes, element in notes.add("success \(element)") })
        #expect(notes.lines == ["failure TestError(test)", "disposed", "success 1"])
    }

    @Test func doRunsInOrder() {
        let notes = Notes()
        _ = notes.subscribe(
            Single.just(1).do(
                onSuccess: { notes.add("before \($0)") }, afterSuccess: { notes.add("after \($0)") },
                onSubscribe: { notes.add("subscribe") }, onSubscribed: { notes.add("subscribed") },
                onDispose: { notes.add("dispose") }))
        #expect(
            notes.lines == [
                "subscribe", "before 1", "success 1", "disposed", "after 1", "subscribed", "dispose",
            ])
    }

    @Test func doTellsOfErrors() {
        let notes = Notes()
        _ = notes.subscribe(
            Single<Int>.error(TestError()).do(
                onError: { notes.add("before \($0)") }, afterError: { notes.add("after \($0)") }))
        #expect(
            notes.lines == ["before TestError(test)", "failure TestError(test)", "disposed", "after TestError(test)"])
    }

    @Test func delayAndDelaySubscription() {
        let delayed = scheduler.cold(next(10, 1), completed(10))
        let late = scheduler.cold(next(10, 1), completed(10))
        let events = scheduler.run {
            Observable.merge(
                delayed.asSingle().delay(.seconds(5), scheduler: scheduler).asObservable(),
                late.asSingle().delaySubscription(.seconds(50), scheduler: scheduler).asObservable())
        }
        #expect(events == [next(215, 1), next(260, 1), completed(260)])
        #expect(late.subscriptions == [Subscribed(250, 260)])
    }

    @Test func observeOnAndSubscribeOn() {
        let source = scheduler.cold(next(10, 1), completed(10))
        let events = scheduler.run {
            source.asSingle().subscribe(on: scheduler).observe(on: scheduler).asObservable()
        }
        #expect(events == [next(212, 1), completed(213)])
        #expect(source.subscriptions == [Subscribed(201, 211)])
    }

    @Test func timeoutFailsOrGoesOn() {
        let failing = scheduler.run { Single<Int>.never().timeout(.seconds(5), scheduler: scheduler).asObservable() }
        #expect(failing == [error(205, RxError.timeout)])
        let other = TestScheduler()
        let events = other.run {
            Single<Int>.never().timeout(.seconds(5), other: .just(9), scheduler: other).asObservable()
        }
        #expect(events == [next(205, 9), completed(205)])
    }

    @Test func timerSendsOnce() {
        let events = scheduler.run { Single<Int>.timer(.seconds(5), scheduler: scheduler).asObservable() }
        #expect(events == [next(205, 0), completed(205)])
    }

    @Test func justOnAScheduler() {
        let events = scheduler.run { Single.just(1, scheduler: scheduler).asObservable() }
        #expect(events == [next(201, 1), completed(202)])
    }

    @Test func retrySubscribesAnew() {
        let source = scheduler.cold(error(10, TestError(), Int.self))
        let events = scheduler.run { source.asSingle().retry(3).asObservable() }
        #expect(events == [error(230, TestError())])
        #expect(source.subscriptions == [Subscribed(200, 210), Subscribed(210, 220), Subscribed(220, 230)])
    }

    @Test func retryWhenSubscribesAnewOnAnElement() {
        let source = scheduler.cold(error(10, TestError(), Int.self))
        let events = scheduler.run {
            source.asSingle()
                .retry(when: { (errors: Observable<any Error>) in
                    errors.take(1).concat(Observable.error(RxError.unknown))
                })
                .asObservable()
        }
        #expect(events == [error(220, RxError.unknown)])
        #expect(source.subscriptions == [Subscribed(200, 210), Subscribed(210, 220)])
        let other = TestScheduler()
        let passed = other.run {
            Single<Int>.error(RxError.noElements).retry(when: { (errors: Observable<TestError>) in errors })
                .asObservable()
        }
        #expect(passed == [error(200, RxError.noElements)])
    }

    @Test func usingDisposesOfItsResource() {
        let resource = BooleanDisposable()
        _ = Single.using({ resource }, primitiveSequenceFactory: { _ in .just(1) }).subscribe()
        #expect(resource.isDisposed)
    }

    @Test func zipOfManyCombinesAll() {
        let one = Single.just(1)
        var results: [String] = []
        func note<Value>(_ single: Single<Value>) { _ = single.subscribe(onSuccess: { results.append("\($0)") }) }
        note(Single.zip(one, one))
        note(Single.zip(one, one, one))
        note(Single.zip(one, one, one, one))
        note(Single.zip(one, one, one, one, one))
        note(Single.zip(one, one, one, one, one, one))
        note(Single.zip(one, one, one, one, one, one, one))
        note(Single.zip(one, one, one, one, one, one, one, one))
        #expect(results == (2...8).map { "(" + Array(repeating: "1", count: $0).joined(separator: ", ") + ")" })
        results = []
        note(Single.zip(one, one) { $0 + $1 })
        note(Single.zip(one, one, one) { $0 + $1 + $2 })
        note(Single.zip(one, one, one, one) { [$0, $1, $2, $3].reduce(0, +) })
        note(Single.zip(one, one, one, one, one) { [$0, $1, $2, $3, $4].reduce(0, +) })
        note(Single.zip(one, one, one, one, one, one) { [$0, $1, $2, $3, $4, $5].reduce(0, +) })
        note(Single.zip(one, one, one, one, one, one, one) { [$0, $1, $2, $3, $4, $5, $6].reduce(0, +) })
        note(Single.zip(one, one, one, one, one, one, one, one) { [$0, $1, $2, $3, $4, $5, $6, $7].reduce(0, +) })
        #expect(results == (2...8).map(String.init))
    }

    @Test func zipOfNoneHasTheResultOfNone() {
        var results: [[Int]] = []
        _ = Single.zip([Single<Int>]()).subscribe(onSuccess: { results.append($0) })
        _ = Single.zip([Single.just(1), .just(2)]).subscribe(onSuccess: { results.append($0) })
        _ = Single.zip([Single<Int>]()) { $0 + [7] }.subscribe(onSuccess: { results.append($0) })
        #expect(results == [[], [1, 2], [7]])
    }
}
