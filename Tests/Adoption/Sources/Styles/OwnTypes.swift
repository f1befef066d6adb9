import Foundation
import RxSwift

final class Collector<T>: ObserverType {
    typealias Element = T
    private(set) var events: [Event<T>] = []
    func on(_ event: Event<T>) { events.append(event) }
}
struct Countdown: ObservableType {
    typealias Element = Int
    let from: Int
    func subscribe<O: ObserverType>(_ observer: O) -> Disposable where O.Element == Int {
        var n = from
        while n >= 0 {
            observer.on(.next(n))
            n -= 1
        }
        observer.on(.completed)
        return Disposables.create()
    }
}
final class Flag: Cancelable {
    private(set) var isDisposed = false
    func dispose() { isDisposed = true }
}
final class ImmediateScheduler: SchedulerType {
    var now: RxTime { Date() }
    func schedule<StateType>(_ state: StateType, action: @escaping (StateType) -> Disposable) -> Disposable {
        action(state)
    }
    func scheduleRelative<StateType>(
        _ state: StateType, dueTime: RxTimeInterval, action: @escaping (StateType) -> Disposable
    ) -> Disposable { action(state) }
}
class ValueStore<S>: ObservableConvertibleType {
    private let subject: BehaviorSubject<S>
    init(_ s: S) { subject = BehaviorSubject(value: s) }
    var value: S {
        get { try! subject.value() }
        set { subject.onNext(newValue) }
    }
    func asObservable() -> Observable<S> { subject.asObservable() }
}
extension ValueStore where S == Int { var doubled: Observable<Int> { asObservable().map { $0 * 2 } } }
@propertyWrapper struct Published2<Value> {
    private let subject: BehaviorSubject<Value>
    init(wrappedValue: Value) { subject = BehaviorSubject(value: wrappedValue) }
    var wrappedValue: Value {
        get { (try? subject.value())! }
        nonmutating set { subject.onNext(newValue) }
    }
    var projectedValue: Observable<Value> { subject.asObservable() }
}
