import Foundation
import RxCocoa
import RxSwift

private struct ActivityToken<E>: ObservableConvertibleType, Disposable {
    private let _source: Observable<E>
    private let _dispose: Cancelable
    init(source: Observable<E>, disposeAction: @escaping () -> Void) {
        _source = source
        _dispose = Disposables.create(with: disposeAction)
    }
    func dispose() { _dispose.dispose() }
    func asObservable() -> Observable<E> { _source }
}
public class ActivityIndicator: SharedSequenceConvertibleType {
    public typealias Element = Bool
    public typealias SharingStrategy = DriverSharingStrategy
    private let _lock = NSRecursiveLock()
    private let _relay = BehaviorRelay(value: 0)
    private let _loading: SharedSequence<SharingStrategy, Bool>
    public init() { _loading = _relay.asDriver().map { $0 > 0 }.distinctUntilChanged() }
    fileprivate func trackActivityOfObservable<Source: ObservableConvertibleType>(_ source: Source) -> Observable<
        Source.Element
    > {
        Observable.using(
            { () -> ActivityToken<Source.Element> in
                self.increment()
                return ActivityToken(source: source.asObservable(), disposeAction: self.decrement)
            }, observableFactory: { $0.asObservable() })
    }
    private func increment() {
        _lock.lock()
        _relay.accept(_relay.value + 1)
        _lock.unlock()
    }
    private func decrement() {
        _lock.lock()
        _relay.accept(_relay.value - 1)
        _lock.unlock()
    }
    public func asSharedSequence() -> SharedSequence<SharingStrategy, Element> { _loading }
}
extension ObservableConvertibleType {
    public func trackActivity(_ activityIndicator: ActivityIndicator) -> Observable<Element> {
        activityIndicator.trackActivityOfObservable(self)
    }
}
final class ErrorTracker: SharedSequenceConvertibleType {
    typealias SharingStrategy = DriverSharingStrategy
    private let _subject = PublishSubject<Error>()
    func trackError<O: ObservableConvertibleType>(from source: O) -> Observable<O.Element> {
        source.asObservable().do(onError: onError)
    }
    func asSharedSequence() -> SharedSequence<SharingStrategy, Error> {
        _subject.asObservable().asDriverOnErrorJustComplete()
    }
    func asObservable() -> Observable<Error> { _subject.asObservable() }
    private func onError(_ error: Error) { _subject.onNext(error) }
    deinit { _subject.onCompleted() }
}
extension ObservableType {
    func asDriverOnErrorJustComplete() -> Driver<Element> { asDriver { error in return Driver.empty() } }
    func mapToVoid() -> Observable<Void> { map { _ in } }
}
extension ObservableConvertibleType {
    func trackError(_ errorTracker: ErrorTracker) -> Observable<Element> { errorTracker.trackError(from: self) }
}
extension SharedSequenceConvertibleType { func mapToVoid() -> SharedSequence<SharingStrategy, Void> { map { _ in } } }
