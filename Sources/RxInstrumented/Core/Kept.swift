/// An element or an event that is kept for later, and where it came from.
///
/// Made where the element comes in, and not under a lock; ``hand(to:_:)`` takes it out again:
///
/// ```swift
/// latest = Kept(element)
/// // later, on whichever thread
/// if let latest { forwardOn(next: latest) }
/// ```
///
/// It takes a word more than the element; while nothing records, to make one costs a load.
@usableFromInline
struct Kept<Value> {
    @usableFromInline let value: Value
    @usableFromInline let origin: KeptOrigin

    /// Keeps a value that the calling thread has been handed.
    @inlinable @inline(__always)
    init(_ value: Value) {
        self.init(value, from: .kept())
    }

    @inlinable @inline(__always)
    init(_ value: Value, from origin: KeptOrigin) {
        self.value = value
        self.origin = origin
    }

    /// Runs `body`, which hands the value, or one that is made of it, to `node` with its first call.
    @inlinable @inline(__always)
    func hand<Result>(to node: TracedObject, _ body: (Value) throws -> Result) rethrows -> Result {
        origin.hand(to: .passUnretained(node))
        return try body(value)
    }

    /// Another value from the same origin.
    @inlinable @inline(__always)
    func map<Other>(_ transform: (Value) throws -> Other) rethrows -> Kept<Other> {
        Kept<Other>(try transform(value), from: origin)
    }
}

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
