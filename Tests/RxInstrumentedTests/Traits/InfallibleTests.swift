import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct InfallibleTests {
    typealias OfInfallible = TraitOperator<Infallible<Int>>

    static let operators: [OfInfallible] = [
        OfInfallible("map", element: 20) { source, _ in source.map { $0 * 10 }.asObservable() },
        OfInfallible("filter") { source, _ in source.filter { $0 == 2 }.asObservable() },
        OfInfallible("compactMap", element: 3) { source, _ in source.compactMap { $0 + 1 }.asObservable() },
        OfInfallible("distinctUntilChanged") { source, _ in source.distinctUntilChanged().asObservable() },
        OfInfallible("distinctUntilChanged, key") { source, _ in
            source.distinctUntilChanged { $0 / 2 }.asObservable()
        },
        OfInfallible("distinctUntilChanged, comparer") { source, _ in
            source.distinctUntilChanged { $0 == $1 }.asObservable()
        },
        OfInfallible("distinctUntilChanged, key and comparer") { source, _ in
            source.distinctUntilChanged({ $0 }, comparer: { $0 == $1 }).asObservable()
        },
        OfInfallible("distinctUntilChanged, key path") { source, _ in
            source.distinctUntilChanged(at: \.self).asObservable()
        },
        OfInfallible("throttle") { source, scheduler in
            source.throttle(.seconds(1), latest: false, scheduler: scheduler).asObservable()
        },
        OfInfallible("debounce") { source, scheduler in
            source.debounce(.seconds(1), scheduler: scheduler).asObservable()
        },
        OfInfallible("flatMap", element: 20) { source, _ in source.flatMap { Infallible.just($0 * 10) }.asObservable()
        },
        OfInfallible("flatMapLatest", element: 20) { source, _ in
            source.flatMapLatest { Infallible.just($0 * 10) }.asObservable()
        },
        OfInfallible("flatMapFirst", element: 20) { source, _ in
            source.flatMapFirst { Infallible.just($0 * 10) }.asObservable()
        },
        OfInfallible("concatMap", element: 20) { source, _ in
            source.concatMap { Infallible.just($0 * 10) }.asObservable()
        },
        OfInfallible("concat") { source, _ in source.concat(Infallible.empty()).asObservable() },
        OfInfallible("concat of a collection") { source, _ in Infallible.concat([source]).asObservable() },
        OfInfallible("concat of arguments") { source, _ in Infallible.concat(source, .empty()).asObservable() },
        OfInfallible("concat of a sequence") { source, _ in Infallible.concat(AnySequence([source])).asObservable() },
        OfInfallible("merge") { source, _ in Infallible.merge(source, .empty()).asObservable() },
        OfInfallible("merge of an array") { source, _ in Infallible.merge([source]).asObservable() },
        OfInfallible("merge of a collection") { source, _ in
            Infallible.merge(AnyCollection([source])).asObservable()
        },
        OfInfallible("scan", element: 12) { source, _ in source.scan(10, accumulator: +).asObservable() },
        OfInfallible("scan(into:)", element: 12) { source, _ in source.scan(into: 10) { $0 += $1 }.asObservable() },
        OfInfallible("take") { source, _ in source.take(3).asObservable() },
        OfInfallible("take(for:)") { source, scheduler in
            source.take(for: .seconds(900), scheduler: scheduler).asObservable()
        },
        OfInfallible("take(until: Infallible)") { source, _ in
            source.take(until: Infallible<Int>.never()).asObservable()
        },
        OfInfallible("take(until: Observable)") { source, _ in
            source.take(until: Observable<Int>.never()).asObservable()
        },
        OfInfallible("take(until: predicate)") { source, _ in source.take(until: { $0 > 2 }).asObservable() },
        OfInfallible("take(while:)") { source, _ in source.take(while: { $0 == 2 }).asObservable() },
        OfInfallible("skip(while:)") { source, _ in source.skip(while: { $0 < 2 }).asObservable() },
        OfInfallible("skip(until:)") { source, _ in source.skip(until: Observable.just(0)).asObservable() },
        OfInfallible("share") { source, _ in source.share().asObservable() },
        OfInfallible("withLatestFrom") { source, _ in source.withLatestFrom(Infallible.just(2)).asObservable() },
        OfInfallible("withLatestFrom, result", element: 5) { source, _ in
            source.withLatestFrom(Infallible.just(3), resultSelector: +).asObservable()
        },
        OfInfallible("withUnretained") { source, scheduler in
            source.withUnretained(scheduler).map { $0.1 }.asObservable()
        },
        OfInfallible("withUnretained, result") { source, scheduler in
            source.withUnretained(scheduler) { $1 }.asObservable()
        },
        OfInfallible("do") { source, _ in source.do(onNext: { _ in }).asObservable() },
        OfInfallible("deferred") { source, _ in Infallible.deferred { source }.asObservable() },
        OfInfallible("combineLatest", element: 12) { source, _ in
            Infallible.combineLatest(source, Infallible.just(10), resultSelector: +).asObservable()
        },
        OfInfallible("combineLatest of a collection", element: 12) { source, _ in
            Infallible.combineLatest([source, .just(10)]) { $0.reduce(0, +) }.asObservable()
        },
        OfInfallible("combineLatest of a collection, array", element: 12) { source, _ in
            Infallible.combineLatest([source, .just(10)]).map { $0.reduce(0, +) }.asObservable()
        },
        OfInfallible("zip", element: 12) { source, _ in
            Infallible.zip(source, .just(10), resultSelector: +).asObservable()
        },
    ]

    @Test(arguments: operators) func anElementAndTheCompletion(of tested: OfInfallible) {
        let seen = tested.run([next(150, 1), next(210, 2), completed(210)]) { $0.asInfallible(onErrorJustReturn: 0) }
        #expect(seen.events == tested.sent(210, tested.element))
        #expect(seen.subscriptions == [Subscribed(200, 210)])
    }

    @Test(arguments: operators) func neverAndDisposal(of tested: OfInfallible) {
        let never = tested.run([next(150, 1)]) { $0.asInfallible(onErrorJustReturn: 0) }
        #expect(never.events.isEmpty)
        #expect(never.subscriptions == [Subscribed(200, 1000)])
        let seen = tested.run(disposed: 205, [next(210, 2), completed(210)]) { $0.asInfallible(onErrorJustReturn: 0) }
        #expect(seen.events.isEmpty)
        #expect(seen.subscriptions == [Subscribed(200, 205)])
    }

    @Test func startWithSendsFirst() {
        var elements: [Int] = []
        _ = Infallible.of(1, 2).startWith(0).subscribe(onNext: { elements.append($0) })
        _ = Infallible.from([3]).subscribe(onNext: { elements.append($0) })
        _ = Infallible.from(Set([4])).subscribe(onNext: { elements.append($0) })
        #expect(elements == [0, 1, 2, 3, 4])
    }

    @Test func combiningManyCombinesAll() {
        let one = Infallible.just(1)
        var results: [String] = []
        func note<Value>(_ infallible: Infallible<Value>) {
            _ = infallible.subscribe(onNext: { results.append("\($0)") })
        }
        note(Infallible.combineLatest(one, one))
        note(Infallible.combineLatest(one, one, one))
        note(Infallible.combineLatest(one, one, one, one))
        note(Infallible.combineLatest(one, one, one, one, one))
        note(Infallible.combineLatest(one, one, one, one, one, one))
        note(Infallible.combineLatest(one, one, one, one, one, one, one))
        note(Infallible.combineLatest(one, one, one, one, one, one, one, one))
        #expect(results == (2...8).map { "(" + Array(repeating: "1", count: $0).joined(separator: ", ") + ")" })
        results = []
        note(Infallible.combineLatest(one, one, one) { $0 + $1 + $2 })
        note(Infallible.combineLatest(one, one, one, one) { [$0, $1, $2, $3].reduce(0, +) })
        note(Infallible.combineLatest(one, one, one, one, one) { [$0, $1, $2, $3, $4].reduce(0, +) })
        note(Infallible.zip(one, one, one) { $0 + $1 + $2 })
        note(Infallible.zip(one, one, one, one) { [$0, $1, $2, $3].reduce(0, +) })
        note(Infallible.zip(one, one, one, one, one) { [$0, $1, $2, $3, $4].reduce(0, +) })
        note(Infallible.zip(one, one, one, one, one, one) { [$0, $1, $2, $3, $4, $5].reduce(0, +) })
        note(Infallible.zip(one, one, one, one, one, one, one) { [$0, $1, $2, $3, $4, $5, $6].reduce(0, +) })
        note(Infallible.zip(one, one, one, one, one, one, one, one) { [$0, $1, $2, $3, $4, $5, $6, $7].reduce(0, +) })
        #expect(results == ["3", "4", "5", "3", "4", "5", "6", "7", "8"])
    }

    @Test func aCreatedOneIsOverOnceItCompletes() {
        var lines: [String] = []
        let created = Infallible<Int>.create { observer in
            observer(.next(1))
            observer(.completed)
            observer(.next(2))
            return Disposables.create { lines.append("let go") }
        }
        _ = created.subscribe(
            onNext: { lines.append("next \($0)") }, onCompleted: { lines.append("completed") },
            onDisposed: { lines.append("disposed") })
        #expect(lines == ["next 1", "completed", "disposed", "let go"])
    }

    @Test func theEventClosureIsGivenTheEvents() {
        var events: [String] = []
        _ = Infallible.of(1, 2).subscribe { event in events.append(event.event.debugDescription) }
        #expect(events == ["next(1)", "next(2)", "completed"])
    }

    @Test func closuresWithAnObject() {
        final class Object { var lines: [String] = [] }
        var object: Object? = Object()
        weak let released = object
        let subject = PublishSubject<Int>()
        let subscription = subject.asInfallible(onErrorJustReturn: 0).subscribe(
            with: object ?? Object(), onNext: { $0.lines.append("next \($1)") },
            onCompleted: { $0.lines.append("completed") }, onDisposed: { $0.lines.append("disposed") })
        subject.onNext(1)
        #expect(object?.lines == ["next 1"])
        object = nil
        #expect(released == nil)
        subject.onNext(2)
        subscription.dispose()
        let other = Object()
        _ = Infallible.just(1).subscribe(
            with: other, onNext: { $0.lines.append("next \($1)") }, onCompleted: { $0.lines.append("completed") },
            onDisposed: { $0.lines.append("disposed") })
        #expect(other.lines == ["next 1", "completed", "disposed"])
    }

    @Test func conversionsRecoverFromErrors() {
        let failing = Observable.of(1).concat(Observable.error(TestError("3")))
        var elements: [Int] = []
        for infallible in [
            failing.asInfallible(onErrorJustReturn: 9), failing.asInfallible(onErrorFallbackTo: .of(7, 8)),
            failing.asInfallible(onErrorRecover: { .just(Int(($0 as? TestError)?.name ?? "") ?? 0) }),
            Single<Int>.error(TestError()).asInfallible(onErrorJustReturn: 5),
        ] {
            _ = infallible.subscribe(onNext: { elements.append($0) })
        }
        #expect(elements == [1, 9, 1, 7, 8, 1, 3, 5])
    }

    @Test func flatMapLatestOfAnObservableMayBeInfallible() {
        let infallible: Infallible<Int> = Observable.of(1, 2).flatMapLatest { Infallible.just($0 * 10) }
        var elements: [Int] = []
        _ = infallible.subscribe(onNext: { elements.append($0) })
        #expect(elements == [10, 20])
    }
}
