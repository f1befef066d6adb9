import Foundation
import RxCocoa
import RxSwift
import Testing

@testable import Styles

private struct Failed: Error {}

/// What is written around RxSwift in many apps compiles, and does what it says.
@MainActor @Suite struct StylesTests {
    private let bag = DisposeBag()

    private func elements<Element>(_ source: Observable<Element>) -> [Element] {
        var elements: [Element] = []
        source.subscribe(onNext: { elements.append($0) }, onError: { _ in }).disposed(by: bag)
        return elements
    }

    // A test is a process of its own, so that each leaves a trace: few of them, of several styles each.

    @Test func operators() {
        unwrapping()
        pausing()
        retryingWithABehaviour()
        collecting()
    }

    @Test func architectures() {
        anAction()
        aFeedbackLoop()
        aReactor()
        aStore()
        anInteractor()
    }

    @Test func typesAndControls() {
        trackingActivityAndErrors()
        typesOfOnesOwn()
        conformancesOfOnesOwn()
        scopedImports()
        controlsBothWays()
    }

    private func unwrapping() {
        #expect(elements(Observable.of(1, nil, 2).unwrap()) == [1, 2])
        #expect(elements(Observable.of(1, nil, 2).filterNil()) == [1, 2])
        #expect(elements(Observable.of(1, nil, 2).replaceNilWith(9)) == [1, 9, 2])
        #expect(elements(Observable.of(1, nil, 2).errorOnNil()) == [1])
        #expect(elements(Observable.of(1, nil, 2).catchOnNil { .just(7) }) == [1, 7, 2])
    }

    private func pausing() {
        let source = PublishSubject<Int>()
        let pauser = BehaviorSubject(value: true)
        var seen: [[Int]] = [[], []]
        source.pausable(pauser).subscribe(onNext: { seen[0].append($0) }).disposed(by: bag)
        source.pausableBuffered(pauser, limit: nil).subscribe(onNext: { seen[1].append($0) }).disposed(by: bag)
        source.onNext(1)
        pauser.onNext(false)
        source.onNext(2)
        pauser.onNext(true)
        source.onNext(3)
        #expect(seen == [[1, 3], [1, 2, 3]])
    }

    private func retryingWithABehaviour() {
        let scheduler = HistoricalScheduler(initialClock: Date(timeIntervalSince1970: 0))
        var tries = 0
        let source = Observable<Int>.deferred {
            tries += 1
            return tries < 3 ? .error(Failed()) : .just(tries)
        }
        var seen: [TimeInterval] = []
        source.retry(.exponentialDelayed(maxCount: 4, initial: 10, multiplier: 1), scheduler: scheduler)
            .subscribe(onNext: { _ in seen.append(scheduler.clock.timeIntervalSince1970) }).disposed(by: bag)
        scheduler.start()
        #expect(seen == [30])
    }

    private func collecting() {
        #expect(elements(Observable.of(1, 2).mapTo("x")) == ["x", "x"])
        #expect(elements(Observable.of(true).not()) == [false])
        #expect(elements(Observable.of(1, 2, 3).nwise(2)) == [[1, 2], [2, 3]])
        #expect(elements(Observable.of(1, 2).zip(with: Observable.of("a", "b")) { "\($0)\($1)" }) == ["1a", "2b"])
        #expect(elements(Observable.of(1, 2).materialize().elements()) == [1, 2])
        #expect(elements(Observable.of(1, 2, 3).filterMap { $0 == 2 ? .ignore : .map($0 * 10) }) == [10, 30])
        let (even, odd) = Observable.of(1, 2, 3).partition { $0 % 2 == 0 }
        #expect(elements(even) == [2])
        #expect(elements(odd) == [1, 3])
        let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
        var cascaded: [Int] = []
        Observable.cascade([first, second]).subscribe(onNext: { cascaded.append($0) }).disposed(by: bag)
        first.onNext(1)
        second.onNext(2)
        first.onNext(3)
        #expect(cascaded == [1, 2])
    }

    private func anAction() {
        let gate = PublishSubject<Void>()
        let action = Action<String, Int> { text in gate.take(1).map { text.count } }
        var executing: [Bool] = []
        var results: [Int] = []
        action.executing.subscribe(onNext: { executing.append($0) }).disposed(by: bag)
        action.execute("four").subscribe(onNext: { results.append($0) }).disposed(by: bag)
        var refused = false
        action.execute("no").subscribe(onError: { _ in refused = true }).disposed(by: bag)
        gate.onNext(())
        #expect(executing == [false, true, false])
        #expect(results == [4])
        #expect(refused)
    }

    private func aFeedbackLoop() {
        enum Event {
            case add
            case loaded(Int)
        }
        struct State {
            var load: Int?
            var values: [Int] = []
        }
        let scheduler = HistoricalScheduler()
        let adds = PublishRelay<Void>()
        let ui: FeedbackLoop<State, Event> = bind { _ in
            Bindings(subscriptions: [], events: [adds.map { Event.add }.asObservable()])
        }
        let system = Observable.system(
            initialState: State(),
            reduce: { state, event in
                switch event {
                case .add: State(load: state.values.count, values: state.values)
                case .loaded(let value): State(load: nil, values: state.values + [value])
                }
            }, scheduler: scheduler, feedback: ui,
            react(request: { $0.load }, effects: { .just(.loaded($0 * 10)) }))
        var values: [[Int]] = []
        // Disposed of here, on the scheduler's thread: the suite, and its bag, end on any.
        let subscription = system.subscribe(onNext: { values.append($0.values) })
        defer { subscription.dispose() }
        scheduler.start()
        adds.accept(())
        scheduler.start()
        adds.accept(())
        scheduler.start()
        #expect(values.last == [0, 10])
    }

    private final class Counter: Reactor {
        enum Action { case up, down }
        enum Mutation { case add(Int) }
        let initialState = 0

        func mutate(action: Action) -> Observable<Mutation> { .just(.add(action == .up ? 1 : -1)) }
        func reduce(state: Int, mutation: Mutation) -> Int {
            switch mutation {
            case .add(let number): state + number
            }
        }
    }

    private func aReactor() {
        let counter = Counter()
        var states: [Int] = []
        counter.state.subscribe(onNext: { states.append($0) }).disposed(by: bag)
        Observable.just(Counter.Action.up).bind(to: counter.action).disposed(by: bag)
        counter.action.onNext(.down)
        #expect(states == [0, 1, 0])
        #expect(counter.currentState == 0)
    }

    private func trackingActivityAndErrors() {
        let activity = ActivityIndicator()
        let errors = ErrorTracker()
        var lines: [String] = []
        activity.asDriver().drive(onNext: { lines.append("\($0)") }).disposed(by: bag)
        errors.asDriver().drive(onNext: { _ in lines.append("error") }).disposed(by: bag)
        let work = PublishSubject<Int>()
        work.trackActivity(activity).trackError(errors).asDriverOnErrorJustComplete().drive().disposed(by: bag)
        work.onError(Failed())
        #expect(lines.sorted() == ["error", "false", "false", "true"])
    }

    private func typesOfOnesOwn() {
        let collector = Collector<Int>()
        _ = Countdown(from: 2).subscribe(collector)
        #expect(collector.events.map(\.element) == [2, 1, 0, nil])
        #expect(elements(Observable.of(1).delay(.seconds(5), scheduler: ImmediateScheduler())) == [1])
        let flag = Flag()
        Observable<Int>.create { _ in flag }.subscribe().dispose()
        #expect(flag.isDisposed)
        let store = ValueStore(1)
        var doubled: [Int] = []
        store.doubled.subscribe(onNext: { doubled.append($0) }).disposed(by: bag)
        store.value = 5
        #expect(doubled == [2, 10])
    }

    private func conformancesOfOnesOwn() {
        #expect(elements(Choice.one(1).map { $0 * 2 }) == [2])
        #expect(elements(Observable.of(Note.value(1), .end, .value(2)).dematerialize()) == [1])
        let data = Observable.just(Data("a\nb".utf8))
        #expect(elements(data.decode(type: [String].self, decoder: LineDecoder())) == [["a", "b"]])
        let subject = CountingSubject()
        #expect(elements(Observable.of(1, 2).multicast({ subject }, selector: { $0.map { -$0 } })) == [-1, -2])
        #expect(subject.count == 3)
        var log: [String] = []
        let shared = Connectable(log: { log.append($0) }).refCount()
        shared.subscribe().dispose()
        #expect(log == ["connected", "disconnected"])
        #expect(elements(Request(single: .just(1)).map { $0 + 1 }.asObservable()) == [2])
        #expect(elements(Infallible.combineLatest(Certain(), Certain()).map { $0 + $1 }.asObservable()) == [2, 3, 4])
        let relay = BehaviorRelay(value: 7)
        let sink = AnyObserver<Int> { event in if let number = event.element { relay.accept(number) } }
        let knob = Knob(property: ControlProperty(values: relay, valueSink: sink))
        knob.onNext(8)
        #expect(elements(knob.asControlProperty().asDriver().asObservable()) == [8])
        #expect(elements(Ticks().map { $0 + 1 }.asObservable()) == [5])
        let two = Observable.of(1, 2, 3).asSharedSequence(sharingStrategy: ReplayTwo.self, onErrorJustReturn: 0)
        #expect(elements(two.map { $0 }.asObservable()) == [1, 2, 3])
        #expect(elements(Count(count: 2).rx.numbers) == [0, 1])
        let task = Task<Void, Never> {}
        Observable<Int>.create { _ in Work(task: task) }.subscribe().dispose()
        #expect(task.isCancelled)
    }

    private func scopedImports() {
        let widget = Widget()
        Observable.just(2).bind(to: widget.rx.observer).disposed(by: bag)
        #expect(elements(widget.rx.number) == [2])
        #expect(elements(widget.rx.driver.asObservable()) == [2])
        #expect(elements(widget.rx.single.asObservable()) == [2])
    }

    private func controlsBothWays() {
        let field = TextField()
        let relay = BehaviorRelay<String?>(value: "model")
        (field.rx.text <-> relay).disposed(by: bag)
        #expect(field.text == "model")
        field.text = "typed"
        field.fire()
        #expect(relay.value == "typed")
        var taps = 0
        field.rx.controlEvent().asSignal().emit(onNext: { taps += 1 }).disposed(by: bag)
        field.fire()
        #expect(taps == 1)
    }

    private struct App: StateType { var count = 0 }
    private struct Increment: ActionType {}

    private func aStore() {
        let store = Store(state: App(), reducer: { state, _ in App(count: state.count + 1) })
        var counts: [Int] = []
        store.observe(\.count).subscribe(onNext: { counts.append($0) }).disposed(by: bag)
        store.dispatch(Increment())
        #expect(counts == [0, 1])
        #expect(store.state.count == 1)
    }

    private func anInteractor() {
        let interactor = Interactor()
        let source = PublishRelay<Int>()
        var confined: [Int] = []
        source.confineTo(interactor).subscribe(onNext: { confined.append($0) }).disposed(by: bag)
        source.accept(1)
        interactor.activate()
        source.accept(2)
        interactor.deactivate()
        source.accept(3)
        #expect(confined == [1, 2])
    }
}
