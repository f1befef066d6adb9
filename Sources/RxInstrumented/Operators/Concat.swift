extension ObservableType {
    /// Passes on the events of this sequence and, once it has completed, those of `second`.
    ///
    /// ```swift
    /// Observable.just(1).concat(Observable.just(2)).subscribe(onNext: { print($0) })  // 1 2
    /// ```
    @inlinable
    public func concat<Source: ObservableConvertibleType>(
        _ second: Source
    ) -> Observable<Element> where Source.Element == Element {
        Observable.concat([asObservable(), second.asObservable()])
    }

    /// Passes on the events of the observables one after the other.
    ///
    /// The next one is taken from the sequence when the one before it has completed. An error ends the result.
    @inlinable
    public static func concat<Sequence: Swift.Sequence>(
        _ sequence: Sequence
    ) -> Observable<Element> where Sequence.Element == Observable<Element> {
        Concat(sources: sequence, count: nil)
    }

    /// Passes on the events of the observables one after the other.
    ///
    /// ```swift
    /// Observable.concat([Observable.of(1, 2), Observable.of(3)]).subscribe(onNext: { print($0) })  // 1 2 3
    /// ```
    @inlinable
    public static func concat<Collection: Swift.Collection>(
        _ collection: Collection
    ) -> Observable<Element> where Collection.Element == Observable<Element> {
        Concat(sources: collection, count: collection.count)
    }

    /// Passes on the events of the observables one after the other.
    @inlinable
    public static func concat(_ sources: Observable<Element>...) -> Observable<Element> {
        Concat(sources: sources, count: sources.count)
    }
}

@usableFromInline
final class Concat<Sources: Sequence>: Producer<Sources.Element.Element>
where Sources.Element: ObservableConvertibleType {
    override var traceBehaviors: Trace.Behaviors { [.continues, .follows] }

    @usableFromInline let sources: Sources
    @usableFromInline let count: Int?

    @inlinable init(sources: Sources, count: Int?) {
        self.sources = sources
        self.count = count
        super.init { _, downstream, cancel in
            let sink = ConcatSink<Sources>(downstream: downstream, cancel: cancel)
            return (sink, sink.run { sink.start(sources.makeIterator(), count: count) })
        }
    }
}

@usableFromInline
final class ConcatSink<Sources: Sequence>: TailRecursiveSink<Sources>, InnerObserver
where Sources.Element: ObservableConvertibleType {
    @usableFromInline typealias Element = Sources.Element.Element

    @inlinable init(downstream: Edge<Element>, cancel: SinkDisposer) {
        super.init(downstream: downstream, cancel: cancel) { sink, source in
            source.subscribe(inner: unsafeDowncast(sink, to: ConcatSink<Sources>.self))
        }
    }

    @inlinable func on(_ event: Event<Element>) {
        switch event {
        case .next: forwardOn(event)
        case .error: finish(event)
        case .completed: schedule(.moveNext)
        }
    }

    @usableFromInline override func sources(of source: Observable<Element>) -> Remaining? {
        guard let concat = source as? Concat<Sources> else { return nil }
        return (concat.sources.makeIterator(), concat.count)
    }
}

extension ObservableType {
    /// Sends `elements` before those of this sequence.
    ///
    /// ```swift
    /// Observable.of(3).startWith(1, 2).subscribe(onNext: { print($0) })  // 1 2 3
    /// ```
    ///
    /// The elements are sent during `subscribe`, before this sequence is subscribed to.
    @inlinable
    public func startWith(_ elements: Element...) -> Observable<Element> {
        StartWith(source: asObservable(), elements: elements)
    }
}

@usableFromInline
final class StartWith<Element>: Producer<Element> {
    @inlinable init(source: Observable<Element>, elements: [Element]) {
        super.init { _, downstream, _ in
            for element in elements { downstream.send(.next(element)) }
            return (nil, source.subscribe(downstream))
        }
    }
}
