import RxSwift

/// A counter with two buttons.
public final class Counter {
    public let increment = PublishSubject<Void>()
    public let decrement = PublishSubject<Void>()

    /// The count, from 0; whoever comes late gets the current one.
    public let count: Observable<Int>

    public init() {
        count = Observable.merge(increment.map { 1 }, decrement.map { -1 })
            .scan(0, accumulator: +)
            .startWith(0)
            .distinctUntilChanged()
            .share(replay: 1, scope: .whileConnected)
    }
}
