public import RxInstrumented

/// Has a value at any time, which a new observer is sent first; never fails and never completes.
///
/// ```swift
/// let count = BehaviorRelay(value: 1)
/// let subscription = count.subscribe(onNext: { print($0) })  // 1
/// count.accept(count.value + 1)                              // 2
/// ```
///
/// May be used from any thread; elements handed over by several threads at once reach an observer at once.
public final class BehaviorRelay<Element>: ObservableType {
    @usableFromInline let subject: BehaviorSubject<Element>

    /// A relay whose value is `value` until it is handed another.
    @inlinable public init(value: Element) {
        subject = BehaviorSubject(value: value, inside: BehaviorRelay<Element>.self)
    }

    /// Makes an element the value, and passes it on to the subscribers.
    @inlinable public func accept(_ event: Element) {
        subject.onNext(event)
    }

    /// The current value.
    public var value: Element {
        do {
            return try subject.value()
        } catch {
            preconditionFailure("A relay's subject is never ended: \(error)")
        }
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
