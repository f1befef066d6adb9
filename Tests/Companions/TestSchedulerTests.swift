import RxInstrumented
import RxSwift
import RxTest
import RxTraceKit
import Testing

@Suite struct TestSchedulerTests {
    private let scheduler = TestScheduler(initialClock: 0)

    private struct Failure: Error {}

    @Test func startSubscribesAndDisposesAtTheUsualTimes() {
        let source = scheduler.createHotObservable([
            .next(150, 1), .next(200, 2), .next(210, 3), .next(999, 4), .next(1000, 5), .next(1010, 6),
        ])
        let observer = scheduler.start { source.map { $0 * 10 } }
        // Work scheduled for 200 and 1000 before `start` runs before its steps: 2 is missed, 5 is not.
        #expect(observer.events == [.next(210, 30), .next(999, 40), .next(1000, 50)])
        #expect(source.subscriptions == [Subscription(200, 1000)])
        #expect(scheduler.clock == 1010)
    }

    @Test func startTakesOtherTimes() {
        let source = scheduler.createHotObservable([.next(15, "a"), .next(25, "b"), .next(35, "c")])
        var made: TestTime?
        let observer = scheduler.start(created: 10, subscribed: 20, disposed: 30) {
            made = scheduler.clock
            return source
        }
        #expect(made == 10)
        #expect(observer.events == [.next(25, "b")])
        #expect(source.subscriptions == [Subscription(20, 30)])
    }

    @Test func aColdObservableCountsFromItsSubscription() {
        let source = scheduler.createColdObservable([.next(10, 1), .next(20, 2), .completed(30)])
        let observer = scheduler.start(disposed: 300) { source.concat(source) }
        #expect(
            observer.events == [.next(210, 1), .next(220, 2), .next(240, 1), .next(250, 2), .completed(260)])
        #expect(source.subscriptions == [Subscription(200, 230), Subscription(230, 260)])
        #expect(source.recordedEvents.map(\.time) == [10, 20, 30])
    }

    @Test func nothingComesAfterADisposal() {
        let hot = scheduler.createHotObservable([.next(210, 1), .next(220, 2)])
        let cold = scheduler.createColdObservable([.next(10, 1), .next(20, 2)])
        let ofHot = scheduler.createObserver(Int.self)
        let ofCold = scheduler.createObserver(Int.self)
        var subscriptions: [any Disposable] = []
        scheduler.scheduleAt(200) { subscriptions = [hot.subscribe(ofHot), cold.subscribe(ofCold)] }
        scheduler.scheduleAt(215) { for subscription in subscriptions { subscription.dispose() } }
        scheduler.start()
        #expect(ofHot.events == [.next(210, 1)])
        #expect(ofCold.events == [.next(210, 1)])
        #expect(hot.subscriptions == [Subscription(200, 215)])
        #expect(cold.subscriptions == [Subscription(200, 215)])
    }

    @Test func whoSubscribesWhileAHotObservableSendsWaitsForItsNextEvent() {
        let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2)])
        let late = scheduler.createObserver(Int.self)
        let bag = DisposeBag()
        source.take(1).subscribe(onNext: { _ in source.subscribe(late).disposed(by: bag) }).disposed(by: bag)
        scheduler.start()
        #expect(late.events == [.next(220, 2)])
        #expect(source.subscriptions == [Subscription(0, 210), Subscription(210)])
    }

    @Test func errorsAndTraitsAreObserved() {
        let source = scheduler.createHotObservable([.next(210, 1), .error(220, Failure())])
        let failed = scheduler.start { source }
        #expect(failed.events == [.next(210, 1), .error(220, Failure())])
        let single = TestScheduler(initialClock: 0).start { Single.just("a") }
        #expect(single.events == [.next(200, "a"), .completed(200)])
    }

    @Test(arguments: [(true, 201), (false, 200)])
    func workForNowTakesATickUnlessToldOtherwise(simulates: Bool, time: TestTime) {
        let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: simulates)
        let observer = scheduler.start { Observable.just(1, scheduler: scheduler) }
        #expect(observer.events.first == .next(time, 1))
    }

    @Test(arguments: [(1.0, 202), (0.5, 204), (0.1, 220)])
    func theResolutionSaysHowLongATickIs(resolution: Double, time: TestTime) {
        let scheduler = TestScheduler(initialClock: 0, resolution: resolution)
        let observer = scheduler.start { Observable<Int>.timer(.seconds(2), scheduler: scheduler) }
        #expect(observer.events == [.next(time, 0), .completed(time)])
    }

    @Test func valuesDescribeThemselves() {
        #expect("\(Recorded<Event<Int>>.next(210, 1))" == "next(1) @ 210")
        #expect("\(Subscription(200, 230)) \(Subscription(200))" == "(200 : 230) (200 : Infinity)")
        #expect(Set([Subscription(1), Subscription(1, .max), Subscription(1, 2)]).count == 2)
    }

    @Test func eventsOfOneKindAreEqualIfTheirValuesAre() {
        struct Other: Error {}
        #expect(Event<Int>.error(Failure()) == .error(Failure()))
        #expect(Event<Int>.error(Failure()) != .error(Other()))
        #expect(Event.next(1) != .next(2) && Event.next(1) != .completed)
        #expect(MaybeEvent.success(1) == .success(1) && MaybeEvent.success(1) != .completed)
        #expect(CompletableEvent.completed == .completed && CompletableEvent.completed != .error(Failure()))
    }

    @Test func aTraceShowsTheObservableAndWhoObserves() throws {
        let trace = Trace.record("test", options: RecordingOptions(scope: .caused)) {
            let source = scheduler.createHotObservable([.next(210, 1), .completed(220)])
            _ = scheduler.start { source.map { $0 + 1 } }
        }
        let node = try #require(trace.nodes.first { $0.type == "HotObservable" })
        #expect(node.role == .observable)
        #expect(node.site?.file.hasSuffix("TestSchedulerTests.swift") == true)
        #expect(trace.calls.contains { $0.operation == .subscribe && $0.node == node.id })
        #expect(trace.calls.count { $0.operation == .on && $0.type == "TestableObserver" } == 2)
    }
}
