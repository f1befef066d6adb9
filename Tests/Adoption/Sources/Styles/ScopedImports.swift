import RxCocoa

import class RxRelay.BehaviorRelay
import struct RxSwift.AnyObserver
import class RxSwift.DisposeBag
import enum RxSwift.Event
import class RxSwift.Observable
import protocol RxSwift.ObserverType
import typealias RxSwift.Single

typealias Stream<Element> = RxSwift.Observable<Element>

final class Widget: RxSwift.ReactiveCompatible {
    let relay = RxRelay.BehaviorRelay(value: 1)
}

extension RxSwift.Reactive where Base: Widget {
    var number: RxSwift.Observable<Int> { base.relay.asObservable() }
    var driver: RxCocoa.Driver<Int> { base.relay.asDriver() }
    var single: RxSwift.Single<Int> { number.take(1).asSingle() }
    var observer: AnyObserver<Int> {
        AnyObserver { (event: RxSwift.Event<Int>) in if let number = event.element { base.relay.accept(number) } }
    }
}
