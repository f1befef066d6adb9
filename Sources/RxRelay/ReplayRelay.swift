public import RxInstrumented

/// Passes on each element it is handed, and sends a new observer the last ones first; never fails and never completes.
///
/// ```swift
/// let lines = ReplayRelay<String>.create(bufferSize: 2)
/// for line in ["a", "b", "c"] { lines.accept(line) }
/// let subscription = lines.subscribe(onNext: { print($0) })  // b c
/// ```
///
/// May be used from any thread; elements handed over by several threads at once reach an observer at once.
public final class ReplayRelay<Element>: ObservableType {
    @usableFromInline let subject: ReplaySubject<Element>

    @inlinable init(_ subject: ReplaySubject<Element>) {
        self.subject = subject
    }

    /// A relay that keeps the last `bufferSize` elements.
    @inlinable public static func create(bufferSize: Int) -> ReplayRelay<Element> {
        ReplayRelay(ReplaySubject.create(bufferSize: bufferSize, inside: ReplayRelay<Element>.self))
    }

    /// A relay that keeps all elements.
    @inlinable public static func createUnbound() -> ReplayRelay<Element> {
        ReplayRelay(ReplaySubject.createUnbounded(inside: ReplayRelay<Element>.self))
    }

    /// Keeps an element, and passes it on to the subscribers.
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
