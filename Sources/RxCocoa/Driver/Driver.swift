public import RxInstrumented

/// A sequence for what is shown: it cannot fail, sends on the main scheduler, and shares one subscription, whose last
/// element a new observer is sent first.
///
/// ```swift
/// let results: Driver<[String]> = query.flatMapLatest { search($0).asDriver(onErrorJustReturn: []) }
/// results.drive(onNext: show).disposed(by: bag)
/// results.map(\.isEmpty).drive(hint.rx.isVisible).disposed(by: bag)
/// ```
public typealias Driver<Element> = SharedSequence<DriverSharingStrategy, Element>

/// How the observers of a ``Driver`` share it: on the main scheduler, with the last element replayed.
public struct DriverSharingStrategy: SharingStrategyProtocol {
    public static var scheduler: any SchedulerType { SharingScheduler.make() }

    @inlinable
    public static func share<Element>(_ source: Observable<Element>) -> Observable<Element> {
        source.share(replay: 1, scope: .whileConnected)
    }
}
