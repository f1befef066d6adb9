extension ObservableType where Element: Equatable {
    /// Drops each element that equals the one before.
    ///
    /// ```swift
    /// Observable.of(1, 1, 2, 1).distinctUntilChanged().subscribe(onNext: { print($0) })  // 1 2 1
    /// ```
    @inlinable
    public func distinctUntilChanged() -> Observable<Element> {
        DistinctUntilChanged(
            source: asObservable(), keySelector: { $0 }, comparer: { $0 == $1 }, labels: (nil, nil))
    }
}

extension ObservableType {
    /// Drops each element whose key equals that of the one before.
    ///
    /// ```swift
    /// Observable.of("a", "A", "b").distinctUntilChanged { $0.lowercased() }.subscribe(onNext: { print($0) })  // a b
    /// ```
    ///
    /// - Parameter keySelector: an error it throws ends the sequence.
    @inlinable
    public func distinctUntilChanged(
        _ keySelector: @escaping (Element) throws -> some Equatable
    ) -> Observable<Element> {
        DistinctUntilChanged(
            source: asObservable(), keySelector: keySelector, comparer: { $0 == $1 }, labels: (.keySelector, nil))
    }

    /// Drops each element that `comparer` finds the same as the last one passed on.
    ///
    /// ```swift
    /// Observable.of(1.0, 1.1, 2.0)
    ///     .distinctUntilChanged { abs($0 - $1) < 0.5 }
    ///     .subscribe(onNext: { print($0) })  // 1.0 2.0
    /// ```
    ///
    /// - Parameter comparer: is given the last element passed on and the new one; an error it throws ends the sequence.
    @inlinable
    public func distinctUntilChanged(
        _ comparer: @escaping (Element, Element) throws -> Bool
    ) -> Observable<Element> {
        DistinctUntilChanged(
            source: asObservable(), keySelector: { $0 }, comparer: comparer, labels: (nil, .comparer))
    }

    /// Drops each element whose key `comparer` finds the same as that of the last one passed on.
    ///
    /// ```swift
    /// Observable.of("one", "two", "three")
    ///     .distinctUntilChanged({ $0.count }, comparer: { $0 == $1 })
    ///     .subscribe(onNext: { print($0) })  // one three
    /// ```
    ///
    /// - Parameters:
    ///   - keySelector: an error it throws ends the sequence.
    ///   - comparer: is given the last key passed on and the new one; an error it throws ends the sequence.
    @inlinable
    public func distinctUntilChanged<K>(
        _ keySelector: @escaping (Element) throws -> K, comparer: @escaping (K, K) throws -> Bool
    ) -> Observable<Element> {
        DistinctUntilChanged(
            source: asObservable(), keySelector: keySelector, comparer: comparer, labels: (.keySelector, .comparer))
    }

    /// Drops each element that has the same value at `keyPath` as the last one passed on.
    ///
    /// ```swift
    /// Observable.of("one", "two", "three").distinctUntilChanged(at: \.count).subscribe(onNext: { print($0) })
    /// // one three
    /// ```
    @inlinable
    public func distinctUntilChanged(at keyPath: KeyPath<Element, some Equatable>) -> Observable<Element> {
        DistinctUntilChanged(
            source: asObservable(), keySelector: { $0 },
            comparer: { $0[keyPath: keyPath] == $1[keyPath: keyPath] }, labels: (nil, nil))
    }
}

@usableFromInline
final class DistinctUntilChanged<Element, Key>: Producer<Element> {
    override var traceBehaviors: Trace.Behaviors { [.drops, .selects, .compares] }
    override var isKeptBySubscription: Bool { true }

    /// The label of each closure; nil if the closure is not the user's.
    @usableFromInline typealias Labels = (keySelector: HandlerLabel?, comparer: HandlerLabel?)

    @inlinable init(
        source: Observable<Element>, keySelector: @escaping (Element) throws -> Key,
        comparer: @escaping (Key, Key) throws -> Bool, labels: Labels
    ) {
        super.init { _, downstream, cancel in
            source.subscribe(
                sink: DistinctUntilChangedSink(
                    keySelector: keySelector, comparer: comparer, labels: labels, downstream: consume downstream,
                    cancel: cancel))
        }
    }
}

@usableFromInline
final class DistinctUntilChangedSink<Element, Key>: Sink<Element>, InnerObserver {
    @usableFromInline let keySelector: (Element) throws -> Key
    @usableFromInline let comparer: (Key, Key) throws -> Bool
    @usableFromInline let labels: DistinctUntilChanged<Element, Key>.Labels
    @usableFromInline var currentKey: Key?

    @inlinable init(
        keySelector: @escaping (Element) throws -> Key, comparer: @escaping (Key, Key) throws -> Bool,
        labels: DistinctUntilChanged<Element, Key>.Labels, downstream: Edge<Element>, cancel: SinkDisposer
    ) {
        self.keySelector = keySelector
        self.comparer = comparer
        self.labels = labels
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable @inline(__always)
    func on(_ event: Event<Element>) {
        switch event {
        case .next(let element):
            do {
                let key = try call(labels.keySelector, { try keySelector(element) })
                if let currentKey, try call(labels.comparer, { try comparer(currentKey, key) }) { return }
                let replaced = exchange(&currentKey, with: key)
                withExtendedLifetime(replaced) {}
                forwardOn(event)
            } catch {
                finish(.error(error))
            }
        case .error, .completed:
            finish(event)
        }
    }

    @inlinable @inline(__always)
    func call<Result>(_ label: HandlerLabel?, _ body: () throws -> Result) throws -> Result {
        guard let label else { return try body() }
        return try handle(label, body)
    }
}
