/// The elements of one key, as ``ObservableType/groupBy(keySelector:)`` sorts them.
public struct GroupedObservable<Key, Element>: ObservableType {
    /// The key that the elements have in common.
    public let key: Key

    @usableFromInline let source: Observable<Element>

    /// A group of the elements of `source`.
    ///
    /// ```swift
    /// let group = GroupedObservable(key: "even", source: Observable.of(2, 4))
    /// group.subscribe(onNext: { print(group.key, $0) })  // even 2, even 4
    /// ```
    @inlinable public init(key: Key, source: Observable<Element>) {
        self.key = key
        self.source = source
    }

    @inlinable
    public func subscribe<Observer: ObserverType>(
        _ observer: Observer
    ) -> any Disposable where Observer.Element == Element {
        source.subscribe(observer)
    }

    @inlinable public func asObservable() -> Observable<Element> {
        source
    }
}

/// Observes a group's subject, and counts as an observer of the source the group came from.
@usableFromInline
final class GroupedObservableImpl<Element>: Observable<Element> {
    override var traceBehaviors: Trace.Behaviors { [.handedOver] }

    private let subject: PublishSubject<Element>
    private let sharing: RefCountDisposable

    @usableFromInline init(subject: PublishSubject<Element>, sharing: RefCountDisposable) {
        self.subject = subject
        self.sharing = sharing
        super.init()
    }

    @usableFromInline override func subscribeCore(_ edge: __owned Edge<Element>) -> DisposableObject? {
        let release = sharing.retained()
        return BinaryDisposable(release, subject.subscribe(edge))
    }
}
