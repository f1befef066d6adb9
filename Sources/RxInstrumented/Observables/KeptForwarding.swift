extension Sink {
    /// Passes a kept event on.
    @inlinable @inline(__always)
    final func forwardOn(_ event: Kept<Event<Element>>) {
        event.hand(to: self) { forwardOn($0) }
    }

    /// Passes a kept element on.
    @inlinable @inline(__always)
    final func forwardOn(next element: Kept<Element>) {
        element.hand(to: self) { forwardOn(.next($0)) }
    }
}

extension Sink {
    /// Passes an event on whose element was made of two others.
    @inlinable @inline(__always)
    final func forwardOn<First, Second>(
        _ event: Event<Element>, madeOf first: Kept<First>, _ second: Kept<Second>
    ) {
        first.origin.hand(with: second.origin, to: self)
        forwardOn(event)
    }
}

extension Edge {
    /// Hands a kept event to the observer.
    @inlinable @inline(__always)
    func send(_ event: Kept<Event<Element>>) {
        event.origin.hand(to: target)
        send(event.value)
    }

    /// Hands a kept element to the observer.
    @inlinable @inline(__always)
    func sendNext(_ element: Kept<Element>) {
        element.origin.hand(to: target)
        sendNext(element.value)
    }
}

extension Sink {
    /// Passes kept elements on as one array.
    @inlinable @inline(__always)
    final func forwardOn<Part>(_ kept: KeptElements<Part>) where Element == [Part] {
        kept.origins.hand(to: self)
        forwardOn(.next(kept.elements))
    }
}
