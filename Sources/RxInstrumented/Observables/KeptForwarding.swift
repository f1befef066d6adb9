extension Sink {
    @inlinable @inline(__always)
    final func forwardOn(_ event: ElementWithOrigin<Event<Element>>) {
        event.attributeNextCall(to: self) { forwardOn($0) }
    }

    @inlinable @inline(__always)
    final func forwardOn(next element: ElementWithOrigin<Element>) {
        element.attributeNextCall(to: self) { forwardOn(.next($0)) }
    }
}

extension Sink {
    /// Passes on an event whose element was made of two kept ones.
    @inlinable @inline(__always)
    final func forwardOn<First, Second>(
        _ event: Event<Element>, madeOf first: ElementWithOrigin<First>, _ second: ElementWithOrigin<Second>
    ) {
        first.origin.attributeNextCall(with: second.origin, to: self)
        forwardOn(event)
    }
}

extension Edge {
    @inlinable @inline(__always)
    func send(_ event: ElementWithOrigin<Event<Element>>) {
        event.origin.attributeNextCall(to: target)
        send(event.value)
    }

    @inlinable @inline(__always)
    func sendNext(_ element: ElementWithOrigin<Element>) {
        element.origin.attributeNextCall(to: target)
        sendNext(element.value)
    }
}

extension Sink {
    /// Passes kept elements on as one array.
    @inlinable @inline(__always)
    final func forwardOn<Part>(_ kept: KeptElements<Part>) where Element == [Part] {
        kept.origins.attributeNextCall(to: self)
        forwardOn(.next(kept.elements))
    }
}
