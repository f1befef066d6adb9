extension ObservableType {
    /// A sequence with a resource that lives as long as its subscription.
    ///
    /// ```swift
    /// Observable<Data>.using({ try File("notes") }, observableFactory: { file in file.reading() })
    ///     .subscribe(onNext: show)
    /// ```
    ///
    /// - Parameters:
    ///   - resourceFactory: makes the resource for each subscription. The resource is disposed when the subscription
    ///     ends.
    ///   - observableFactory: makes the sequence. An error that either closure throws is sent.
    @inlinable
    public static func using<Resource: Disposable>(
        _ resourceFactory: @escaping () throws -> Resource,
        observableFactory: @escaping (Resource) throws -> Observable<Element>
    ) -> Observable<Element> {
        Using(resourceFactory: resourceFactory, label: .observableFactory, observableFactory: observableFactory)
    }
}

@usableFromInline
final class Using<Resource: Disposable, Element>: Producer<Element> {
    override var isKeptBySubscription: Bool { true }

    /// - Parameter label: the label of `observableFactory`.
    @inlinable init(
        resourceFactory: @escaping () throws -> Resource, label: HandlerLabel,
        observableFactory: @escaping (Resource) throws -> Observable<Element>
    ) {
        super.init { _, downstream, cancel in
            let sink = UsingSink<Resource, Element>(downstream: downstream, cancel: cancel)
            return (sink, sink.run { sink.start(resourceFactory, label, observableFactory) })
        }
    }
}

@usableFromInline
final class UsingSink<Resource: Disposable, Element>: Sink<Element>, InnerObserver {
    @inlinable override init(downstream: Edge<Element>, cancel: SinkDisposer) {
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func start(
        _ resourceFactory: () throws -> Resource, _ label: HandlerLabel,
        _ observableFactory: (Resource) throws -> Observable<Element>
    ) -> DisposableObject {
        var disposable: DisposableObject?
        let source: Observable<Element>
        do {
            let resource = try handle(.resourceFactory, resourceFactory)
            disposable = resource._object
            source = try handle(label) { try observableFactory(resource) }
        } catch {
            source = ErrorProducer(error)
        }
        return BinaryDisposable(source.subscribe(inner: self, begins: false), disposable)
    }

    @inlinable func on(_ event: Event<Element>) {
        switch event {
        case .next: forwardOn(event)
        case .error, .completed: finish(event)
        }
    }
}
