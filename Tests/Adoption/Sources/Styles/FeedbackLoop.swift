import RxCocoa
import RxSwift

public struct ObservableSchedulerContext<Element>: ObservableType {
    public let source: Observable<Element>
    public let scheduler: ImmediateSchedulerType
    public init(source: Observable<Element>, scheduler: ImmediateSchedulerType) {
        self.source = source
        self.scheduler = scheduler
    }
    public func subscribe<Observer: ObserverType>(_ observer: Observer) -> Disposable
    where Observer.Element == Element { source.subscribe(observer) }
}
public typealias FeedbackLoop<State, Event> = (ObservableSchedulerContext<State>) -> Observable<Event>
extension ObservableType where Element == Any {
    public static func system<State, Event>(
        initialState: State, reduce: @escaping (State, Event) -> State, scheduler: ImmediateSchedulerType,
        feedback: [FeedbackLoop<State, Event>]
    ) -> Observable<State> {
        return Observable<State>.deferred {
            let replaySubject = ReplaySubject<State>.create(bufferSize: 1)
            let asyncScheduler = scheduler
            let events: Observable<Event> = Observable.merge(
                feedback.map { feedback in
                    let state = ObservableSchedulerContext(
                        source: replaySubject.asObservable(), scheduler: asyncScheduler)
                    return feedback(state)
                }
            ).observe(on: CurrentThreadScheduler.instance)
            return events.scan(initialState, accumulator: reduce)
                .do(
                    onNext: { output in replaySubject.onNext(output) },
                    onSubscribed: { replaySubject.onNext(initialState) }
                )
                .subscribe(on: scheduler)
                .startWith(initialState)
                .observe(on: scheduler)
        }
    }
    public static func system<State, Event>(
        initialState: State, reduce: @escaping (State, Event) -> State, scheduler: ImmediateSchedulerType,
        feedback: FeedbackLoop<State, Event>...
    ) -> Observable<State> {
        system(initialState: initialState, reduce: reduce, scheduler: scheduler, feedback: feedback)
    }
}
extension SharedSequenceConvertibleType where Element == Any, SharingStrategy == DriverSharingStrategy {
    public typealias Feedback<State, Event> = (Driver<State>) -> Signal<Event>
    public static func system<State, Event>(
        initialState: State, reduce: @escaping (State, Event) -> State, feedback: [Feedback<State, Event>]
    ) -> Driver<State> {
        let observableFeedbacks: [FeedbackLoop<State, Event>] = feedback.map { feedback in
            return { sharedSequence in
                return feedback(sharedSequence.source.asDriver(onErrorDriveWith: Driver<State>.empty())).asObservable()
            }
        }
        return Observable<Any>.system(
            initialState: initialState, reduce: reduce, scheduler: MainScheduler.asyncInstance,
            feedback: observableFeedbacks
        )
        .asDriver(onErrorDriveWith: .empty())
    }
}
public func react<State, Request: Equatable, Event>(
    request: @escaping (State) -> Request?, effects: @escaping (Request) -> Observable<Event>
) -> (ObservableSchedulerContext<State>) -> Observable<Event> {
    return { state in
        state.map(request).distinctUntilChanged().flatMapLatest { control -> Observable<Event> in
            guard let control = control else { return Observable<Event>.empty() }
            return effects(control).observe(on: state.scheduler).subscribe(on: state.scheduler)
        }
    }
}
public class Bindings<Event>: Disposable {
    fileprivate let subscriptions: [Disposable]
    fileprivate let events: [Observable<Event>]
    public init(subscriptions: [Disposable], events: [Observable<Event>]) {
        self.subscriptions = subscriptions
        self.events = events
    }
    public convenience init(subscriptions: [Disposable], events: [Signal<Event>]) {
        self.init(subscriptions: subscriptions, events: events.map { $0.asObservable() })
    }
    public func dispose() { for subscription in subscriptions { subscription.dispose() } }
}
public func bind<State, Event>(_ bindings: @escaping (ObservableSchedulerContext<State>) -> (Bindings<Event>)) -> (
    ObservableSchedulerContext<State>
) -> Observable<Event> {
    return { (state: ObservableSchedulerContext<State>) -> Observable<Event> in
        return Observable<Event>.using(
            { () -> Bindings<Event> in bindings(state) },
            observableFactory: { (bindings: Bindings<Event>) -> Observable<Event> in
                return Observable<Event>.merge(bindings.events)
            })
    }
}
