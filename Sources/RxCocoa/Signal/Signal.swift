public import RxInstrumented

/// A sequence for what happens: it cannot fail, sends on the main scheduler, and shares one subscription, of which a new
/// observer is sent only what comes from then on.
///
/// ```swift
/// let alerts: Signal<String> = saving.asSignal(onErrorRecover: { error in .just("\(error)") })
/// alerts.emit(onNext: showAlert).disposed(by: bag)
/// ```
public typealias Signal<Element> = SharedSequence<SignalSharingStrategy, Element>

/// How the observers of a ``Signal`` share it: on the main scheduler, with nothing replayed.
public struct SignalSharingStrategy: SharingStrategyProtocol {
    public static var scheduler: any SchedulerType { SharingScheduler.make() }

    @inlinable
    public static func share<Element>(_ source: Observable<Element>) -> Observable<Element> {
        source.share(scope: .whileConnected)
    }
}
