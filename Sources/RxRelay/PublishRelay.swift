public import RxInstrumented
import RxInstrumented

/// Passes on each element it is handed to those subscribed at that moment; never fails and never completes.
///
/// ```swift
/// let clicks = PublishRelay<String>()
/// let subscription = clicks.subscribe(onNext: { print($0) })
/// clicks.accept("save")  // save
/// ```
///
/// May be used from any thread; elements handed over by several threads at once reach an observer at once.
public final class PublishRelay<Element>: ObservableType {
    @usableFromInline let subject: PublishSubject<Element>

    /// Makes a relay without observers.
    @inlinable public init() {
        subject = PublishSubject(inside: PublishRelay<Element>.self)
    }

    /// Passes an element on to the subscribers.
    @inlinable public func accept(_ event: Element) {
        subject.onNext(event)
    }

    @inlinable
    public func subscribe<Observer: ObserverType>(
        _ observer: Observer
    ) -> any Disposable where Observer.Element == Element {
        subject.subscribe(observer)
    }

    /// The relay's elements as an observable.
    @inlinable public func asObservable() -> Observable<Element> {
        subject.asObservable()
    }

    /// The relay as a sequence that cannot fail.
    @inlinable public func asInfallible() -> Infallible<Element> {
        asInfallible(onErrorFallbackTo: .empty())
    }
}

/// The relays' common ground: something that takes elements.
@usableFromInline
package protocol Relay {
    associatedtype Accepted

    func accept(_ event: Accepted)
}

extension PublishRelay: Relay {}
extension BehaviorRelay: Relay {}
extension ReplayRelay: Relay {}

extension PublishRelay {
    /// As that of any observable; the result is still a relay.
    ///
    /// ```swift
    /// let clicks = PublishRelay<String>().traced("clicks")
    /// clicks.accept("save")  // rxtrace tree: on PublishRelay "clicks" next(save)
    /// ```
    @discardableResult
    public func traced(_ name: String) -> PublishRelay {
        subject.traced(name)
        return self
    }
}

extension BehaviorRelay {
    /// As that of any observable; the result is still a relay.
    @discardableResult
    public func traced(_ name: String) -> BehaviorRelay {
        subject.traced(name)
        return self
    }
}

extension ReplayRelay {
    /// As that of any observable; the result is still a relay.
    @discardableResult
    public func traced(_ name: String) -> ReplayRelay {
        subject.traced(name)
        return self
    }
}
