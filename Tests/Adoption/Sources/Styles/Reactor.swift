import Foundation
import RxRelay
import RxSwift

public protocol Reactor: AnyObject {
    associatedtype Action
    associatedtype Mutation = Action
    associatedtype State
    var initialState: State { get }
    var currentState: State { get }
    var state: Observable<State> { get }
    func transform(action: Observable<Action>) -> Observable<Action>
    func mutate(action: Action) -> Observable<Mutation>
    func transform(mutation: Observable<Mutation>) -> Observable<Mutation>
    func reduce(state: State, mutation: Mutation) -> State
    func transform(state: Observable<State>) -> Observable<State>
}
public final class ActionSubject<Element>: ObservableType, ObserverType {
    typealias Key = UInt
    var lock = NSRecursiveLock()
    var nextKey: Key = 0
    var observers: [Key: (Event<Element>) -> Void] = [:]
    public func subscribe<Observer: ObserverType>(_ observer: Observer) -> Disposable
    where Observer.Element == Element {
        lock.lock()
        let key = nextKey
        nextKey += 1
        observers[key] = observer.on
        lock.unlock()
        return Disposables.create { [weak self] in
            self?.lock.lock()
            self?.observers.removeValue(forKey: key)
            self?.lock.unlock()
        }
    }
    public func on(_ event: Event<Element>) {
        lock.lock()
        defer { lock.unlock() }
        if case .next = event { for observer in observers.values { observer(event) } }
    }
}
private var storage: [ObjectIdentifier: Any] = [:]
extension Reactor {
    private func stored<T>(_ key: String, _ make: () -> T) -> T {
        let id = ObjectIdentifier(self)
        var all = storage[id] as? [String: Any] ?? [:]
        if let v = all[key] as? T { return v }
        let v = make()
        all = storage[id] as? [String: Any] ?? [:]
        all[key] = v
        storage[id] = all
        return v
    }
    public var action: ActionSubject<Action> {
        _ = state
        return stored("action") { ActionSubject<Action>() }
    }
    public var currentState: State { stored("relay") { BehaviorRelay(value: initialState) }.value }
    public var state: Observable<State> { stored("state") { createStateStream() } }
    fileprivate var disposeBag: DisposeBag { stored("bag") { DisposeBag() } }
    func createStateStream() -> Observable<State> {
        let actionSubject = stored("action") { ActionSubject<Action>() }
        let relay = stored("relay") { BehaviorRelay(value: initialState) }
        let action = actionSubject.observe(on: CurrentThreadScheduler.instance)
        let transformedAction = transform(action: action)
        let mutation = transformedAction.flatMap { [weak self] action -> Observable<Mutation> in
            guard let `self` = self else { return .empty() }
            return self.mutate(action: action).catch { _ in .empty() }
        }
        let transformedMutation = transform(mutation: mutation)
        let state = transformedMutation.scan(initialState) { [weak self] state, mutation -> State in
            guard let `self` = self else { return state }
            return self.reduce(state: state, mutation: mutation)
        }.catch { _ in .empty() }.startWith(initialState)
        let transformedState = transform(state: state).do(onNext: { relay.accept($0) }).replay(1)
        transformedState.connect().disposed(by: disposeBag)
        return transformedState
    }
    public func transform(action: Observable<Action>) -> Observable<Action> { action }
    public func mutate(action: Action) -> Observable<Mutation> { .empty() }
    public func transform(mutation: Observable<Mutation>) -> Observable<Mutation> { mutation }
    public func reduce(state: State, mutation: Mutation) -> State { state }
    public func transform(state: Observable<State>) -> Observable<State> { state }
}
extension Reactor where Action == Mutation {
    public func mutate(action: Action) -> Observable<Mutation> { .just(action) }
}
