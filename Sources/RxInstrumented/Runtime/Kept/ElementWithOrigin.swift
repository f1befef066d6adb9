/// An element or an event that is kept for later, and where it came from.
///
/// Made where the element comes in, and not under a lock; ``attributeNextCall(to:_:)`` takes it out again:
///
/// ```swift
/// latest = ElementWithOrigin(element)
/// // later, on whichever thread
/// if let latest { forwardOn(next: latest) }
/// ```
///
/// It takes a word more than the element; while nothing records, to make one costs a load.
@usableFromInline
package struct ElementWithOrigin<Value> {
    @usableFromInline package let value: Value
    @usableFromInline package let origin: KeptOrigin

    /// Keeps a value that the calling thread has been handed.
    @inlinable @inline(__always)
    package init(_ value: Value) {
        self.init(value, from: .kept())
    }

    @inlinable @inline(__always)
    package init(_ value: Value, from origin: KeptOrigin) {
        self.value = value
        self.origin = origin
    }

    /// Runs `body`, which hands the value, or one that is made of it, to `node` with its first call.
    @inlinable @inline(__always)
    package func attributeNextCall<Result>(to node: TracedObject, _ body: (Value) throws -> Result) rethrows -> Result {
        origin.attributeNextCall(to: .passUnretained(node))
        return try body(value)
    }

    /// Another value from the same origin.
    @inlinable @inline(__always)
    package func map<Other>(_ transform: (Value) throws -> Other) rethrows -> ElementWithOrigin<Other> {
        ElementWithOrigin<Other>(try transform(value), from: origin)
    }
}
