extension ObservableType {
    /// Passes on the events of all observables as they come.
    ///
    /// ```swift
    /// Observable.merge([taps, keys]).subscribe(onNext: handle)
    /// ```
    ///
    /// Completes once all have completed. The first error ends the sequence.
    @inlinable
    public static func merge<Collection: Swift.Collection>(
        _ sources: Collection
    ) -> Observable<Element> where Collection.Element == Observable<Element> {
        MergeArray(sources: Array(sources))
    }

    /// Passes on the events of all observables as they come.
    @inlinable
    public static func merge(_ sources: [Observable<Element>]) -> Observable<Element> {
        MergeArray(sources: sources)
    }

    /// Passes on the events of all observables as they come.
    ///
    /// ```swift
    /// Observable.merge(Observable.just(1), Observable.just(2)).subscribe(onNext: { print($0) })  // 1 2
    /// ```
    @inlinable
    public static func merge(_ sources: Observable<Element>...) -> Observable<Element> {
        MergeArray(sources: sources)
    }
}

extension ObservableType where Element: ObservableConvertibleType {
    /// Passes on the events of all inner observables as they come.
    ///
    /// ```swift
    /// downloads.map { fetch($0) }.merge().subscribe(onNext: show)
    /// ```
    ///
    /// Completes once the source and all inner observables have; the first error ends the sequence.
    @inlinable
    public func merge() -> Observable<Element.Element> {
        Merge(source: asObservable())
    }
}

@usableFromInline
final class Merge<Source: ObservableConvertibleType>: Producer<Source.Element> {
    @inlinable init(source: Observable<Source>) {
        super.init { _, downstream, cancel in
            let sink = MergeBasicSink<Source>(downstream: downstream, cancel: cancel)
            return (sink, sink.run { sink.observe { source.subscribe(inner: sink, begins: false) } })
        }
    }
}

@usableFromInline
final class MergeArray<Element>: Producer<Element> {
    @inlinable init(sources: [Observable<Element>]) {
        super.init { _, downstream, cancel in
            let sink = MergeBasicSink<Observable<Element>>(downstream: downstream, cancel: cancel)
            return (sink, sink.run { sink.observe(sources) })
        }
    }
}

@usableFromInline
final class MergeBasicSink<Source: ObservableConvertibleType>: MergeSink<Source, Source>, InnerObserver {
    @usableFromInline typealias Element = Source

    @inlinable override init(downstream: Edge<Source.Element>, cancel: SinkDisposer) {
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func on(_ event: Event<Source>) {
        on(event) { $0 }
    }
}
