extension ObservableType {
    /// Groups the elements into one observable per key.
    ///
    /// ```swift
    /// Observable.of(1, 2, 3, 4)
    ///     .groupBy { $0.isMultiple(of: 2) ? "even" : "odd" }
    ///     .flatMap { group in group.map { "\(group.key) \($0)" } }
    ///     .subscribe(onNext: { print($0) })  // odd 1, even 2, odd 3, even 4
    /// ```
    ///
    /// A group sends the elements that come while it is observed. The subscription to the source stays until those to
    /// the sequence of groups and to all groups are disposed. The end of the source ends the groups, in the order of
    /// their first elements, and then the sequence.
    ///
    /// - Parameter keySelector: an error it throws ends the groups and the sequence.
    @inlinable
    public func groupBy<Key: Hashable>(
        keySelector: @escaping (Element) throws -> Key
    ) -> Observable<GroupedObservable<Key, Element>> {
        GroupBy(source: asObservable(), keySelector: keySelector)
    }
}

@usableFromInline
final class GroupBy<Key: Hashable, Element>: Producer<GroupedObservable<Key, Element>> {
    override var traceBehaviors: Trace.Behaviors { [.groups] }
    override var isKeptBySubscription: Bool { true }

    @inlinable init(source: Observable<Element>, keySelector: @escaping (Element) throws -> Key) {
        super.init { _, downstream, cancel in
            let sink = GroupBySink(keySelector: keySelector, downstream: downstream, cancel: cancel)
            return (sink, sink.run { sink.start(source) })
        }
    }
}

@usableFromInline
final class GroupBySink<Key: Hashable, Value>: Sink<GroupedObservable<Key, Value>>, InnerObserver {
    @usableFromInline typealias Element = Value

    @usableFromInline let keySelector: (Value) throws -> Key
    @usableFromInline let subscription = SingleAssignmentDisposable()
    /// Keeps the subscription to the source while groups are observed.
    @usableFromInline let sharing: RefCountDisposable
    @usableFromInline var subjects: [Key: PublishSubject<Value>] = [:]
    @usableFromInline var ordered: [PublishSubject<Value>] = []

    @inlinable
    init(
        keySelector: @escaping (Value) throws -> Key, downstream: Edge<GroupedObservable<Key, Value>>,
        cancel: SinkDisposer
    ) {
        self.keySelector = keySelector
        sharing = RefCountDisposable(disposable: subscription)
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func start(_ source: Observable<Value>) -> DisposableObject? {
        subscription.set(source.subscribe(inner: self, begins: false))
        return sharing
    }

    @inlinable func on(_ event: Event<Value>) {
        switch event {
        case .next(let element):
            do {
                let key = try handle(.keySelector) { try keySelector(element) }
                subject(for: key).on(event)
            } catch {
                end(.error(error), groups: .error(error))
            }
        case .error(let error):
            end(.error(error), groups: event)
        case .completed:
            end(.completed, groups: event)
        }
    }

    /// The subject of a group. Sends the group if it is new.
    @inlinable func subject(for key: Key) -> PublishSubject<Value> {
        if let subject = subjects[key] { return subject }
        let subject = PublishSubject<Value>()
        subjects[key] = subject
        ordered.append(subject)
        let source = GroupedObservableImpl(subject: subject, sharing: sharing)
        forwardOn(.next(GroupedObservable(key: key, source: source)))
        return subject
    }

    @inlinable func end(_ event: Event<GroupedObservable<Key, Value>>, groups groupEvent: Event<Value>) {
        for subject in ordered { subject.on(groupEvent) }
        forwardOn(event)
        subscription.dispose()
        dispose()
    }
}

/// The elements with one key, as ``ObservableType/groupBy(keySelector:)`` groups them.
public struct GroupedObservable<Key, Element>: ObservableType {
    /// The key that the elements have in common.
    public let key: Key

    @usableFromInline let source: Observable<Element>

    /// Creates a group of the elements of `source`.
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

    /// The group's elements as an observable.
    @inlinable public func asObservable() -> Observable<Element> {
        source
    }
}

/// Sends the events of a group's subject. While it is observed, it keeps the subscription to the source.
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

/// Passes on a source's events. Each subscription retains a ``RefCountDisposable`` until it ends.
@usableFromInline
final class AddRef<Element>: Producer<Element> {
    override var traceBehaviors: Trace.Behaviors { [.handedOver] }

    @inlinable init(source: Observable<Element>, refCount: RefCountDisposable) {
        super.init { _, downstream, cancel in
            let use = refCount.retained()
            let sink = AddRefSink(downstream: downstream, cancel: cancel)
            return (sink, BinaryDisposable(use, source.subscribe(inner: sink, begins: false)))
        }
    }
}

@usableFromInline
final class AddRefSink<Element>: Sink<Element>, InnerObserver {
    @inlinable override init(downstream: Edge<Element>, cancel: SinkDisposer) {
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func on(_ event: Event<Element>) {
        forwardOn(event)
        if event.isStopEvent { dispose() }
    }
}
