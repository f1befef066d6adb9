import RxInstrumented
import Testing

/// Common rules of operators that pass every element on, set up as they are here.
@Suite(.everyRecorderState) struct PassingOperatorsTests {
    struct Passing: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let apply: @Sendable (TestableObservable<Int>, TestScheduler) -> Observable<Int>

        init(_ name: String, _ apply: @escaping @Sendable (TestableObservable<Int>, TestScheduler) -> Observable<Int>) {
            testDescription = name
            self.apply = apply
        }
    }

    static let operators: [Passing] = [
        Passing("compactMap") { source, _ in source.compactMap { $0 } },
        Passing("scan") { source, _ in source.scan(0) { $1 } },
        Passing("scan(into:)") { source, _ in source.scan(into: 0) { $0 = $1 } },
        Passing("take") { source, _ in source.take(10) },
        Passing("take(for:)") { source, scheduler in source.take(for: .seconds(5000), scheduler: scheduler) },
        Passing("take(until: other)") { source, _ in source.take(until: PublishSubject<Void>()) },
        Passing("take(until: predicate)") { source, _ in source.take(until: { _ in false }) },
        Passing("take(while:)") { source, _ in source.take(while: { _ in true }) },
        Passing("skip") { source, _ in source.skip(0) },
        Passing("skip(while:)") { source, _ in source.skip(while: { _ in false }) },
        Passing("distinctUntilChanged()") { source, _ in source.distinctUntilChanged() },
        Passing("distinctUntilChanged(key)") { source, _ in source.distinctUntilChanged { $0 } },
        Passing("distinctUntilChanged(comparer)") { source, _ in source.distinctUntilChanged { $0 == $1 } },
        Passing("distinctUntilChanged(key, comparer)") { source, _ in
            source.distinctUntilChanged({ $0 }, comparer: { $0 == $1 })
        },
        Passing("distinctUntilChanged(at:)") { source, _ in source.distinctUntilChanged(at: \.self) },
        Passing("startWith") { source, _ in source.startWith() },
        Passing("do") { source, _ in source.do() },
        Passing("materialize and dematerialize") { source, _ in source.materialize().dematerialize() },
        Passing("enumerated") { source, _ in source.enumerated().map(\.element) },
        Passing("ifEmpty(switchTo:)") { source, _ in source.ifEmpty(switchTo: .empty()) },
    ]

    let scheduler = TestScheduler()

    @Test(arguments: operators) func neverSendsNothing(_ passing: Passing) {
        let source = scheduler.hot(next(150, 1))
        let events = scheduler.run { passing.apply(source, scheduler) }
        #expect(events.isEmpty)
        #expect(source.subscriptions == [Subscribed(200, 1000)])
    }

    @Test(arguments: operators) func emptyCompletes(_ passing: Passing) {
        let source = scheduler.hot(next(150, 1), completed(300))
        let events = scheduler.run { passing.apply(source, scheduler) }
        #expect(events == [completed(300)])
        #expect(source.subscriptions == [Subscribed(200, 300)])
    }

    @Test(arguments: operators) func valuesArePassedOnUntilTheCompletion(_ passing: Passing) {
        let source = scheduler.hot(
            next(150, 1), next(210, 2), next(220, 3), completed(300), next(310, 4), completed(320))
        let events = scheduler.run { passing.apply(source, scheduler) }
        #expect(events == [next(210, 2), next(220, 3), completed(300)])
        #expect(source.subscriptions == [Subscribed(200, 300)])
    }

    @Test(arguments: operators) func anErrorIsPassedOnAndEndsTheSubscription(_ passing: Passing) {
        let source = scheduler.hot(next(210, 2), error(220, TestError()), next(230, 3))
        let events = scheduler.run { passing.apply(source, scheduler) }
        #expect(events == [next(210, 2), error(220, TestError())])
        #expect(source.subscriptions == [Subscribed(200, 220)])
    }

    @Test(arguments: operators) func disposeEndsTheSubscription(_ passing: Passing) {
        let source = scheduler.hot(next(210, 2), next(220, 3), next(400, 4))
        let events = scheduler.run(disposed: 250) { passing.apply(source, scheduler) }
        #expect(events == [next(210, 2), next(220, 3)])
        #expect(source.subscriptions == [Subscribed(200, 250)])
    }

    @Test(arguments: operators) func eachSubscriptionStartsAnew(_ passing: Passing) {
        let source = scheduler.hot(next(210, 2), next(220, 3), completed(300))
        let observable = passing.apply(source, scheduler)
        var first: [Int] = []
        var second: [Int] = []
        scheduler.at(200) { _ = observable.subscribe(onNext: { first.append($0) }) }
        scheduler.at(215) { _ = observable.subscribe(onNext: { second.append($0) }) }
        scheduler.start()
        #expect(first == [2, 3])
        #expect(second == [3])
        #expect(source.subscriptions == [Subscribed(200, 300), Subscribed(215, 300)])
    }
}
