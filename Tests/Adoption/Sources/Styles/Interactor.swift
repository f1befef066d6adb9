import RxRelay
import RxSwift

// RIBs-like
protocol InteractorScope: AnyObject {
    var isActive: Bool { get }
    var isActiveStream: Observable<Bool> { get }
}
class Interactor: InteractorScope {
    private let isActiveSubject = BehaviorSubject<Bool>(value: false)
    fileprivate var activenessDisposable: CompositeDisposable?
    final var isActive: Bool { do { return try isActiveSubject.value() } catch { return false } }
    final var isActiveStream: Observable<Bool> { isActiveSubject.asObservable().distinctUntilChanged() }
    final func activate() {
        guard !isActive else { return }
        activenessDisposable = CompositeDisposable()
        isActiveSubject.onNext(true)
        didBecomeActive()
    }
    func didBecomeActive() {}
    final func deactivate() {
        guard isActive else { return }
        willResignActive()
        activenessDisposable?.dispose()
        activenessDisposable = nil
        isActiveSubject.onNext(false)
    }
    func willResignActive() {}
    deinit {
        if isActive { deactivate() }
        isActiveSubject.onCompleted()
    }
}
extension ObservableType {
    func confineTo(_ interactorScope: InteractorScope) -> Observable<Element> {
        return Observable.combineLatest(interactorScope.isActiveStream, self) { isActive, value in (isActive, value) }
            .filter { isActive, _ in isActive }.map { _, value in value }
    }
}
extension Disposable {
    @discardableResult func disposeOnDeactivate(interactor: Interactor) -> Disposable {
        if let activenessDisposable = interactor.activenessDisposable {
            _ = activenessDisposable.insert(self)
        } else {
            dispose()
            print("Subscription immediately terminated")
        }
        return self
    }
}
class Worker {
    let bag = DisposeBag()
    func start(_ scope: InteractorScope) {
        scope.isActiveStream.filter { $0 }.take(1).subscribe(onNext: { [weak self] _ in self?.didStart() }).disposed(
            by: bag)
    }
    func didStart() { print("worker started") }
}
