/// The base of sinks that keep the only element of a sequence until it completes.
@usableFromInline
class OnlyElementSink<Element>: Sink<Element> {
    @usableFromInline final var element: ElementWithOrigin<Element>?

    @inlinable override init(downstream: Edge<Element>, cancel: SinkDisposer) {
        super.init(downstream: downstream, cancel: cancel)
    }

    /// - Parameter endWithoutElement: the event that is passed on when a sequence without an element completes.
    @inlinable @inline(__always)
    final func on(_ event: Event<Element>, endWithoutElement: @autoclosure () -> Event<Element>) {
        switch event {
        case .next(let element):
            if self.element != nil { finish(.error(RxError.moreThanOneElement)) }
            let replaced = exchange(&self.element, with: ElementWithOrigin(element))
            withExtendedLifetime(replaced) {}
        case .error:
            finish(event)
        case .completed:
            guard let element else { return finish(endWithoutElement()) }
            forwardOn(next: element)
            finish(event)
        }
    }
}
