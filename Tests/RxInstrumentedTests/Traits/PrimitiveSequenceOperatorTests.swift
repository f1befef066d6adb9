import RxInstrumented
import Testing

/// Each operator of `Single` and `Maybe`: with an element, without one, with an error, with nothing at all, disposed.
@Suite(.everyRecorderState) struct PrimitiveSequenceOperatorTests {
    typealias OfSingle = TraitOperator<Single<Int>>
    typealias OfMaybe = TraitOperator<Maybe<Int>>

    static let ofSingle: [OfSingle] = [
        OfSingle("map", element: 20) { source, _ in source.map { $0 * 10 }.asObservable() },
        OfSingle("flatMap", element: 20) { source, _ in source.flatMap { .just($0 * 10) }.asObservable() },
        OfSingle("flatMapMaybe", element: 20) { source, _ in source.flatMapMaybe { .just($0 * 10) }.asObservable() },
        OfSingle("flatMapMaybe, none", element: nil) { source, _ in
            source.flatMapMaybe { _ in Maybe<Int>.empty() }.asObservable()
        },
        OfSingle("flatMapCompletable", element: nil) { source, _ in
            source.flatMapCompletable { _ in .empty() }.andThen(Observable<Int>.empty())
        },
        OfSingle("filter") { source, _ in source.filter { $0 == 2 }.asObservable() },
        OfSingle("filter, dropped", element: nil) { source, _ in source.filter { $0 != 2 }.asObservable() },
        OfSingle("compactMap", element: 3) { source, _ in source.compactMap { $0 + 1 }.asObservable() },
        OfSingle("compactMap, dropped", element: nil) { source, _ in
            source.compactMap { _ -> Int? in nil }.asObservable()
        },
        OfSingle("do") { source, _ in source.do(onSuccess: { _ in }).asObservable() },
        OfSingle("catch", recovered: 9) { source, _ in source.catch { _ in .just(9) }.asObservable() },
        OfSingle("catchAndReturn", recovered: 9) { source, _ in source.catchAndReturn(9).asObservable() },
        OfSingle("retry(1)") { source, _ in source.retry(1).asObservable() },
        OfSingle("timeout") { source, scheduler in
            source.timeout(.seconds(900), scheduler: scheduler).asObservable()
        },
        OfSingle("timeout, other") { source, scheduler in
            source.timeout(.seconds(900), other: .just(9), scheduler: scheduler).asObservable()
        },
        OfSingle("deferred") { source, _ in Single.deferred { source }.asObservable() },
        OfSingle("using") { source, _ in
            Single.using({ BooleanDisposable() }, primitiveSequenceFactory: { _ in source }).asObservable()
        },
        OfSingle("asMaybe") { source, _ in source.asMaybe().asObservable() },
        OfSingle("asCompletable", element: nil) { source, _ in source.asCompletable().andThen(Observable<Int>.empty())
        },
        OfSingle("zip", element: 12) { source, _ in Single.zip(source, .just(10), resultSelector: +).asObservable() },
        OfSingle("zip of a collection", element: 12) { source, _ in
            Single.zip([source, .just(10)]) { $0.reduce(0, +) }.asObservable()
        },
    ]

    static let ofMaybe: [OfMaybe] = [
        OfMaybe("map", element: 20) { source, _ in source.map { $0 * 10 }.asObservable() },
        OfMaybe("flatMap", element: 20) { source, _ in source.flatMap { .just($0 * 10) }.asObservable() },
        OfMaybe("filter") { source, _ in source.filter { $0 == 2 }.asObservable() },
        OfMaybe("compactMap", element: 3) { source, _ in source.compactMap { $0 + 1 }.asObservable() },
        OfMaybe("do") { source, _ in source.do(onNext: { _ in }).asObservable() },
        OfMaybe("catch", recovered: 9) { source, _ in source.catch { _ in .just(9) }.asObservable() },
        OfMaybe("catchAndReturn", recovered: 9) { source, _ in source.catchAndReturn(9).asObservable() },
        OfMaybe("ifEmpty(default:)", whenEmpty: 7) { source, _ in source.ifEmpty(default: 7).asObservable() },
        OfMaybe("ifEmpty(switchTo: Maybe)", whenEmpty: 7) { source, _ in
            source.ifEmpty(switchTo: Maybe.just(7)).asObservable()
        },
        OfMaybe("ifEmpty(switchTo: Single)", whenEmpty: 7) { source, _ in
            source.ifEmpty(switchTo: Single.just(7)).asObservable()
        },
        OfMaybe("zip", element: 12) { source, _ in Maybe.zip(source, .just(10), resultSelector: +).asObservable() },
    ]

    @Test(arguments: ofSingle) func anElement(of tested: OfSingle) {
        let seen = tested.run([next(150, 1), next(210, 2), completed(210)]) { $0.asSingle() }
        #expect(seen.events == tested.sent(210, tested.element))
        #expect(seen.subscriptions == [Subscribed(200, 210)])
    }

    @Test(arguments: ofSingle) func anError(of tested: OfSingle) {
        let seen = tested.run([error(220, TestError())]) { $0.asSingle() }
        #expect(seen.events == (tested.recovered.map { tested.sent(220, $0) } ?? [error(220, TestError())]))
        #expect(seen.subscriptions == [Subscribed(200, 220)])
    }

    @Test(arguments: ofSingle) func never(of tested: OfSingle) {
        let seen = tested.run([next(150, 1)]) { $0.asSingle() }
        #expect(seen.events.isEmpty)
        #expect(seen.subscriptions == [Subscribed(200, 1000)])
    }

    @Test(arguments: ofSingle) func disposal(of tested: OfSingle) {
        let seen = tested.run(disposed: 205, [next(210, 2), completed(210)]) { $0.asSingle() }
        #expect(seen.events.isEmpty)
        #expect(seen.subscriptions == [Subscribed(200, 205)])
    }

    @Test(arguments: ofMaybe) func anElement(ofMaybe tested: OfMaybe) {
        let seen = tested.run([next(150, 1), next(210, 2), completed(210)]) { $0.asMaybe() }
        #expect(seen.events == tested.sent(210, tested.element))
    }

    @Test(arguments: ofMaybe) func noElement(ofMaybe tested: OfMaybe) {
        let seen = tested.run([next(150, 1), completed(210)]) { $0.asMaybe() }
        #expect(seen.events == tested.sent(210, tested.whenEmpty))
        #expect(seen.subscriptions == [Subscribed(200, 210)])
    }

    @Test(arguments: ofMaybe) func anError(ofMaybe tested: OfMaybe) {
        let seen = tested.run([error(220, TestError())]) { $0.asMaybe() }
        #expect(seen.events == (tested.recovered.map { tested.sent(220, $0) } ?? [error(220, TestError())]))
    }

    @Test(arguments: ofMaybe) func neverAndDisposal(ofMaybe tested: OfMaybe) {
        #expect(tested.run([next(150, 1)]) { $0.asMaybe() }.subscriptions == [Subscribed(200, 1000)])
        let seen = tested.run(disposed: 205, [next(210, 2), completed(210)]) { $0.asMaybe() }
        #expect(seen.events.isEmpty)
        #expect(seen.subscriptions == [Subscribed(200, 205)])
    }
}
