import RxCocoa
import Testing

/// What holds of drivers and signals alike, on virtual time in place of the main thread's.
@MainActor @Suite struct SharedSequenceTests {
    /// What is seen of an operator's result, made of a source with these events, and when the source was subscribed to.
    private func run<Strategy: SharingStrategyProtocol>(
        _ tested: SharedOperator, _ strategy: Strategy.Type, disposed: Int = 1000, _ events: [Timed<Int>]
    ) -> (elements: [Int], isCompleted: Bool, subscriptions: [Subscribed]) {
        let scheduler = TestScheduler()
        let hot = scheduler.createHotObservable(events)
        var seen: [Timed<Int>] = []
        SharingScheduler.mock(scheduler: scheduler) {
            seen = scheduler.run(disposed: disposed) {
                let source: SharedSequence<Strategy, Int> = hot.asSharedSequence(onErrorJustReturn: 9)
                return tested.apply(source).asObservable()
            }
        }
        return (seen.compactMap(\.value.element), seen.last?.value.isCompleted ?? false, hot.subscriptions)
    }

    private func both(
        _ tested: SharedOperator, disposed: Int = 1000, _ events: [Timed<Int>],
        _ check: ((elements: [Int], isCompleted: Bool, subscriptions: [Subscribed])) -> Void
    ) {
        check(run(tested, DriverSharingStrategy.self, disposed: disposed, events))
        check(run(tested, SignalSharingStrategy.self, disposed: disposed, events))
    }

    @Test(arguments: SharedOperator.allCases) func elementsAndTheCompletion(of tested: SharedOperator) {
        both(tested, [next(150, 1), next(210, 2), next(220, 2), next(230, 3), completed(240)]) { seen in
            #expect(seen.elements == tested.elements)
            #expect(seen.isCompleted)
            #expect(seen.subscriptions.map(\.subscribe) == [200])
            #expect(seen.subscriptions.allSatisfy { $0.unsubscribe <= 250 })
        }
    }

    @Test(arguments: SharedOperator.allCases) func aSourceThatIsEmpty(_ tested: SharedOperator) {
        both(tested, [completed(240)]) { seen in
            #expect(seen.elements == tested.elementsOfEmpty)
            #expect(seen.isCompleted)
        }
    }

    @Test(arguments: SharedOperator.allCases) func aSourceThatNeverSends(_ tested: SharedOperator) {
        both(tested, []) { seen in
            #expect(seen.elements == tested.elementsOfNever)
            #expect(!seen.isCompleted)
            #expect(seen.subscriptions == [Subscribed(200, 1000)])
        }
    }

    /// An error becomes the element that the conversion was given, here 9, as if the source had sent it.
    @Test(arguments: SharedOperator.allCases) func anErrorOfTheSource(_ tested: SharedOperator) {
        both(tested, [next(210, 9), completed(210)]) { expected in
            let driver = run(tested, DriverSharingStrategy.self, [error(210, TestError())])
            #expect(driver.elements == expected.elements)
            #expect(driver.isCompleted)
        }
    }

    @Test(arguments: SharedOperator.allCases) func disposalEndsTheSubscription(of tested: SharedOperator) {
        both(tested, disposed: 205, [next(210, 2), next(230, 3), completed(240)]) { seen in
            #expect(seen.elements == tested.elementsOfNever)
            #expect(!seen.isCompleted)
            #expect(seen.subscriptions == [Subscribed(200, 205)])
        }
    }

    @Test(arguments: SharedOperator.allCases) func observersShareTheSubscription(of tested: SharedOperator) {
        let scheduler = TestScheduler()
        let hot = scheduler.hot(next(210, 2), next(220, 2), next(230, 3))
        SharingScheduler.mock(scheduler: scheduler) {
            let shared = tested.apply(hot.asDriver(onErrorJustReturn: 9))
            let bag = DisposeBag()
            scheduler.at(200) {
                shared.asObservable().subscribe().disposed(by: bag)
                shared.asObservable().subscribe().disposed(by: bag)
            }
            scheduler.start()
        }
        #expect(hot.subscriptions.count == 1)
    }

    /// What an observer sends to the source comes after what it is being told.
    @Test(arguments: SharedOperator.allCases) func theObserverMaySendToTheSource(of tested: SharedOperator) {
        let scheduler = TestScheduler()
        let relay = BehaviorRelay(value: 1)
        var elements: [Int] = []
        var depth = 0
        SharingScheduler.mock(scheduler: scheduler) {
            let bag = DisposeBag()
            tested.apply(relay.asDriver()).asObservable().subscribe(onNext: { element in
                depth += 1
                #expect(depth == 1, "an element came while the observer was told of another")
                elements.append(element)
                if relay.value < 4 { relay.accept(relay.value + 1) }
                depth -= 1
            }).disposed(by: bag)
            scheduler.at(210) { relay.accept(2) }
            scheduler.start()
        }
        #expect(!elements.isEmpty)
    }

    @Test func aDriverReplaysItsLastElementAndASignalDoesNot() {
        let source = PublishRelay<Int>()
        var (driven, emitted): ([Int], [Int]) = ([], [])
        let bag = DisposeBag()
        let driver = source.asDriver(onErrorJustReturn: 0)
        let signal = source.asSignal()
        driver.drive().disposed(by: bag)
        signal.emit().disposed(by: bag)
        source.accept(1)
        driver.drive(onNext: { driven.append($0) }).disposed(by: bag)
        signal.emit(onNext: { emitted.append($0) }).disposed(by: bag)
        source.accept(2)
        #expect(driven == [1, 2])
        #expect(emitted == [2])
    }

    @Test func creation() {
        func sent<Element>(_ make: @escaping () -> Driver<Element>) -> [String] {
            let scheduler = TestScheduler()
            var seen: [Timed<Element>] = []
            SharingScheduler.mock(scheduler: scheduler) { seen = scheduler.run { make().asObservable() } }
            return seen.map(\.value.debugDescription)
        }
        #expect(sent { Driver.just(1) } == ["next(1)", "completed"])
        #expect(sent { Driver<Int>.empty() } == ["completed"])
        #expect(sent { Driver<Int>.never() } == [])
        #expect(sent { Driver.of(1, 2) } == ["next(1)", "next(2)", "completed"])
        #expect(sent { Driver.from([3, 4]) } == ["next(3)", "next(4)", "completed"])
        #expect(sent { Driver.from(Set([5])) } == ["next(5)", "completed"])
        #expect(sent { Driver.from(optional: Int?.some(6)) } == ["next(6)", "completed"])
        #expect(sent { Driver.from(optional: Int?.none) } == ["completed"])
        #expect(sent { Driver.deferred { .just(7) } } == ["next(7)", "completed"])
    }

    @Test func intervalAndTimerCountOnTheSharedScheduler() {
        func times(_ make: @escaping () -> Driver<Int>) -> [Timed<Int>] {
            let scheduler = TestScheduler()
            var seen: [Timed<Int>] = []
            SharingScheduler.mock(
                makeScheduler: { scheduler },
                action: {
                    seen = scheduler.run(disposed: 235) { make().asObservable() }
                })
            return seen
        }
        #expect(times { .interval(.seconds(10)) } == [next(210, 0), next(220, 1), next(230, 2)])
        #expect(times { .timer(.seconds(5), period: .seconds(20)) } == [next(205, 0), next(225, 1)])
    }

    @Test func debounceThrottleAndDelayMeasureOnTheSharedScheduler() {
        func times(_ tested: @escaping (Driver<Int>) -> Driver<Int>) -> [Timed<Int>] {
            let scheduler = TestScheduler()
            let hot = scheduler.hot(next(210, 1), next(212, 2), next(240, 3))
            var seen: [Timed<Int>] = []
            SharingScheduler.mock(scheduler: scheduler) {
                seen = scheduler.run { tested(hot.asDriver(onErrorJustReturn: 0)).asObservable() }
            }
            return seen
        }
        #expect(times { $0 } == [next(211, 1), next(213, 2), next(241, 3)])
        #expect(times { $0.debounce(.seconds(5)) } == [next(218, 2), next(246, 3)])
        #expect(times { $0.throttle(.seconds(5)) } == [next(211, 1), next(216, 2), next(241, 3)])
        #expect(times { $0.throttle(.seconds(5), latest: false) } == [next(211, 1), next(241, 3)])
        #expect(times { $0.delay(.seconds(5)) } == [next(216, 1), next(218, 2), next(246, 3)])
    }

    @Test func aMockedSchedulerIsForgottenAfterItsClosure() {
        struct Thrown: Error {}
        let scheduler = TestScheduler()
        #expect(throws: Thrown.self) {
            try SharingScheduler.mock(scheduler: scheduler) {
                #expect(DriverSharingStrategy.scheduler is TestScheduler)
                #expect(SignalSharingStrategy.scheduler is TestScheduler)
                throw Thrown()
            }
        }
        #expect(DriverSharingStrategy.scheduler is MainScheduler)
    }

    @Test func doAndDebugGoByTheEvents() {
        var lines: [String] = []
        let source = Driver.just(1).do(
            onNext: { lines.append("next \($0)") }, afterNext: { lines.append("after \($0)") },
            onCompleted: { lines.append("completed") }, afterCompleted: { lines.append("after completed") },
            onSubscribe: { lines.append("subscribe") }, onSubscribed: { lines.append("subscribed") },
            onDispose: { lines.append("dispose") })
        let subscription = source.debug("shared").drive(onNext: { lines.append("\($0)") })
        #expect(
            lines == [
                "subscribe", "next 1", "1", "after 1", "completed", "after completed", "subscribed", "dispose",
            ])
        subscription.dispose()
    }

    @Test func withUnretainedEndsWithItsObject() {
        final class Object { let name = "object" }
        var object: Object? = Object()
        let relay = PublishRelay<Int>()
        var lines: [String] = []
        let bag = DisposeBag()
        relay.asSignal().withUnretained(object ?? Object())
            .emit(onNext: { lines.append("\($0.name) \($1)") }, onCompleted: { lines.append("completed") })
            .disposed(by: bag)
        relay.asSignal().withUnretained(object ?? Object()) { "\($0.name), \($1)" }
            .emit(onNext: { lines.append($0) }).disposed(by: bag)
        relay.accept(1)
        object = nil
        relay.accept(2)
        #expect(lines == ["object 1", "object, 1", "completed"])
    }

    @Test func asAsynchronousSequences() async {
        var elements: [Int] = []
        for await element in Driver.of(1, 2).values { elements.append(element) }
        for await element in Signal.just(3).values { elements.append(element) }
        #expect(elements == [1, 2, 3])
    }

    @Test func ofManySources() {
        let one = Driver.just(1)
        var results: [String] = []
        func note<Value>(_ driver: Driver<Value>) { _ = driver.drive(onNext: { results.append("\($0)") }) }
        note(Driver.combineLatest(one, one))
        note(Driver.combineLatest(one, one, one))
        note(Driver.combineLatest(one, one, one, one))
        note(Driver.combineLatest(one, one, one, one, one))
        note(Driver.combineLatest(one, one, one, one, one, one))
        note(Driver.combineLatest(one, one, one, one, one, one, one))
        note(Driver.combineLatest(one, one, one, one, one, one, one, one))
        note(Driver.zip(one, one))
        note(Driver.zip(one, one, one))
        note(Driver.zip(one, one, one, one))
        note(Driver.zip(one, one, one, one, one))
        note(Driver.zip(one, one, one, one, one, one))
        note(Driver.zip(one, one, one, one, one, one, one))
        note(Driver.zip(one, one, one, one, one, one, one, one))
        let tuples = (2...8).map { "(" + Array(repeating: "1", count: $0).joined(separator: ", ") + ")" }
        #expect(results == tuples + tuples)
    }

    @Test func ofManySourcesByAClosure() {
        let one = Driver.just(1)
        var results: [Int] = []
        func note(_ driver: Driver<Int>) { _ = driver.drive(onNext: { results.append($0) }) }
        note(.combineLatest(one, one) { [$0, $1].reduce(0, +) })
        note(.combineLatest(one, one, one) { [$0, $1, $2].reduce(0, +) })
        note(.combineLatest(one, one, one, one) { [$0, $1, $2, $3].reduce(0, +) })
        note(.combineLatest(one, one, one, one, one) { [$0, $1, $2, $3, $4].reduce(0, +) })
        note(.combineLatest(one, one, one, one, one, one) { [$0, $1, $2, $3, $4, $5].reduce(0, +) })
        note(.combineLatest(one, one, one, one, one, one, one) { [$0, $1, $2, $3, $4, $5, $6].reduce(0, +) })
        note(.combineLatest(one, one, one, one, one, one, one, one) { [$0, $1, $2, $3, $4, $5, $6, $7].reduce(0, +) })
        note(.zip(one, one) { [$0, $1].reduce(0, +) })
        note(.zip(one, one, one) { [$0, $1, $2].reduce(0, +) })
        note(.zip(one, one, one, one) { [$0, $1, $2, $3].reduce(0, +) })
        note(.zip(one, one, one, one, one) { [$0, $1, $2, $3, $4].reduce(0, +) })
        note(.zip(one, one, one, one, one, one) { [$0, $1, $2, $3, $4, $5].reduce(0, +) })
        note(.zip(one, one, one, one, one, one, one) { [$0, $1, $2, $3, $4, $5, $6].reduce(0, +) })
        note(.zip(one, one, one, one, one, one, one, one) { [$0, $1, $2, $3, $4, $5, $6, $7].reduce(0, +) })
        #expect(results == Array(2...8) + Array(2...8))
    }
}
