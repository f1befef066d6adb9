import Foundation
import RxCocoa
import RxSwift

class Control: NSObject {
    var handlers: [() -> Void] = []
    func fire() { for handler in handlers { handler() } }
}
final class TextField: Control { var text: String? = nil }
extension Reactive where Base: Control {
    func controlEvent() -> ControlEvent<Void> {
        let source: Observable<Void> = Observable.create { [weak control = self.base] observer in
            MainScheduler.ensureRunningOnMainThread()
            guard let control = control else {
                observer.on(.completed)
                return Disposables.create()
            }
            control.handlers.append { observer.on(.next(())) }
            return Disposables.create { control.handlers.removeAll() }
        }.take(until: deallocated)
        return ControlEvent(events: source)
    }
    func controlProperty<T>(getter: @escaping (Base) -> T, setter: @escaping (Base, T) -> Void) -> ControlProperty<T> {
        let source: Observable<T> = Observable.create { [weak weakControl = base] observer in
            guard let control = weakControl else {
                observer.on(.completed)
                return Disposables.create()
            }
            observer.on(.next(getter(control)))
            control.handlers.append { if let c = weakControl { observer.on(.next(getter(c))) } }
            return Disposables.create()
        }.take(until: deallocated)
        return ControlProperty<T>(values: source, valueSink: Binder(base) { c, v in setter(c, v) })
    }
}
extension Reactive where Base: TextField {
    var text: ControlProperty<String?> { controlProperty(getter: { $0.text }, setter: { $0.text = $1 }) }
}
infix operator <-> : AssignmentPrecedence
func <-> <T>(property: ControlProperty<T>, relay: BehaviorRelay<T>) -> Disposable {
    let toUI = relay.bind(to: property)
    let toModel = property.subscribe(onNext: { relay.accept($0) }, onCompleted: { toUI.dispose() })
    return Disposables.create(toUI, toModel)
}
