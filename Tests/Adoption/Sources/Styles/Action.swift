import Foundation
import RxCocoa
import RxSwift

public enum ActionError: Error {
    case notEnabled
    case underlyingError(Error)
}
public final class Action<Input, Element> {
    public typealias WorkFactory = (Input) -> Observable<Element>
    public let _enabledIf: Observable<Bool>
    public let workFactory: WorkFactory
    public let inputs: AnyObserver<Input>
    public let errors: Observable<ActionError>
    public let elements: Observable<Element>
    public let underlyingError: Observable<Error>
    public let executing: Observable<Bool>
    public let enabled: Observable<Bool>
    public let executionObservables: Observable<Observable<Element>>
    private let disposeBag = DisposeBag()
    public convenience init<O: ObservableConvertibleType>(
        enabledIf: Observable<Bool> = Observable.just(true), workFactory: @escaping (Input) -> O
    ) where O.Element == Element {
        self.init(enabledIf: enabledIf) { workFactory($0).asObservable() }
    }
    public init(enabledIf: Observable<Bool> = Observable.just(true), workFactory: @escaping WorkFactory) {
        self._enabledIf = enabledIf
        self.workFactory = workFactory
        let enabledSubject = BehaviorSubject<Bool>(value: false)
        enabled = enabledSubject.asObservable()
        let errorsSubject = PublishSubject<ActionError>()
        errors = errorsSubject.asObservable()
        underlyingError = errorsSubject.compactMap { e in
            if case .underlyingError(let u) = e { return u }
            return nil
        }
        let inputsSubject = PublishSubject<Input>()
        inputs = inputsSubject.asObserver()
        executionObservables = inputsSubject.withLatestFrom(enabled) { input, enabled in (input, enabled) }
            .flatMap { input, enabled -> Observable<Observable<Element>> in
                if enabled {
                    return Observable.of(
                        workFactory(input).do(onError: { errorsSubject.onNext(.underlyingError($0)) }).share(
                            replay: 1, scope: .forever))
                } else {
                    errorsSubject.onNext(.notEnabled)
                    return Observable.empty()
                }
            }.share()
        elements = executionObservables.flatMap { observable in observable.catch { _ in .empty() } }
        executing = executionObservables.flatMap { execution -> Observable<Bool> in
            let e = execution.flatMap { _ in Observable<Bool>.empty() }.catch { _ in .empty() }
            return Observable.concat([Observable.just(true), e, Observable.just(false)])
        }.startWith(false).share(replay: 1, scope: .forever)
        Observable.combineLatest(executing, enabledIf) { !$0 && $1 }.bind(to: enabledSubject).disposed(by: disposeBag)
    }
    @discardableResult public func execute(_ value: Input) -> Observable<Element> {
        defer { inputs.onNext(value) }
        let subject = ReplaySubject<Element>.createUnbounded()
        let work = executionObservables.map { $0.catch { throw ActionError.underlyingError($0) } }
        let error = errors.map { Observable<Element>.error($0) }
        work.amb(error).take(1).flatMap { $0 }.subscribe(subject).disposed(by: disposeBag)
        return subject.asObservable()
    }
}
public typealias CocoaAction = Action<Void, Void>
